"""Generated from proto/ninjutsu/v1 by `make stubs`; not edited by hand."""
