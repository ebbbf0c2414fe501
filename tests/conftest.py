"""What every test runs under."""

from __future__ import annotations

from hypothesis import Phase, settings

# No test is timed: a machine under load is not a fault of the code. All else stays as Hypothesis
# has it, which in CI means the same examples every time.
settings.register_profile(
    "untimed", parent=settings.get_profile(settings.get_current_profile_name()), deadline=None
)
# Against a broken rule: few examples, always the same, and none made smaller (tools/mutants.py).
settings.register_profile(
    "mutants",
    parent=settings.get_profile("untimed"),
    max_examples=20,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("untimed")
