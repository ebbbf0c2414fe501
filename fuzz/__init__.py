"""Coverage-guided fuzzing: what is fuzzed, how it is run, and the inputs that are kept."""
