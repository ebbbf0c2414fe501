"""Faults that are tried for real, under load, and what came of them; `make faults` runs it."""
