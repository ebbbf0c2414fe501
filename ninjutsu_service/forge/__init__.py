"""Forge's own state files: what its developer mode dumps, and its puzzles, as a CombatState."""
