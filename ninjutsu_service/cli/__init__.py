"""The command line: a thin face on the packages below."""
