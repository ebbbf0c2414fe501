"""How much work one call may be: counted to the step, with a pulse now and then, and an end."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.effort import (
    MAX_ANSWER,
    MAX_EFFORT,
    PULSE_STEPS,
    Effort,
    TooMuchWork,
)


def test_the_last_step_and_one_more():
    """Exactly so many steps may be done; the next ends the call."""
    effort = Effort()
    effort.spend(MAX_EFFORT - 1)
    effort.spend(1)
    assert effort.left == 0
    with pytest.raises(TooMuchWork, match="more work"):
        effort.spend(1)
    with pytest.raises(TooMuchWork):
        Effort().spend(MAX_EFFORT + 1)


def test_the_last_byte_and_one_more():
    """Exactly so many bytes may be said."""
    effort = Effort()
    effort.say(MAX_ANSWER - 1)
    effort.say(1)
    assert effort.room == 0
    with pytest.raises(TooMuchWork, match=f"longer than {MAX_ANSWER} bytes"):
        effort.say(1)
    assert effort.left == MAX_EFFORT


def test_a_pulse_every_so_many_steps():
    """It comes once more than so many steps are done since the last, and not before."""
    pulses: list[int] = []
    effort = Effort(lambda: pulses.append(effort.left))
    effort.spend(PULSE_STEPS)
    assert pulses == []
    effort.spend(1)
    assert pulses == [MAX_EFFORT - PULSE_STEPS - 1]
    effort.spend(PULSE_STEPS)
    assert len(pulses) == 1
    effort.spend(1)
    assert len(pulses) == 2
    effort.spend(10 * PULSE_STEPS)
    assert len(pulses) == 3


def test_a_pulse_near_the_end():
    """The last steps may be done after it as before it; then there are none."""
    pulses: list[int] = []
    effort = Effort(lambda: pulses.append(effort.left))
    effort.spend(MAX_EFFORT - 10)
    assert pulses == [10]
    effort.spend(10)
    assert (effort.left, pulses) == (0, [10])
    with pytest.raises(TooMuchWork):
        effort.spend(1)
    assert pulses == [10]


def test_a_pulse_that_ends_the_call():
    """What it raises comes out of the work that was about to be done."""

    def stop() -> None:
        raise TimeoutError

    effort = Effort(stop)
    effort.spend(PULSE_STEPS)
    with pytest.raises(TimeoutError):
        effort.spend(1)


def test_how_much_a_call_may_be():
    """Three million steps, a pulse each five thousand, and an answer of 32 MiB."""
    effort = Effort(lambda: None)
    effort.spend(1)
    assert (effort.left, effort.room) == (2_999_999, 33_554_432)
    assert (MAX_EFFORT, PULSE_STEPS, MAX_ANSWER) == (3_000_000, 5_000, 33_554_432)


def test_all_steps_at_once():
    """They may be done: the pulse comes, and nothing is left for one step more."""
    pulses: list[int] = []
    effort = Effort(lambda: pulses.append(effort.left))
    effort.spend(MAX_EFFORT)
    assert (effort.left, pulses) == (0, [0])
    with pytest.raises(TooMuchWork):
        effort.spend(1)
    assert pulses == [0]
