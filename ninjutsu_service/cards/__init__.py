"""Card scripts: reading, checking, printing and keeping them. Knows no game state."""
