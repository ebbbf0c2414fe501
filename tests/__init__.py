"""The tests, one file a module, laid out like the packages they test."""
