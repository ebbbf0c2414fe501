"""The rules: a checked state and the card pool in, events or a refusal out. Pure."""
