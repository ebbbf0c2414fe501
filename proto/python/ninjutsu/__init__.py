"""Generated code of the wire contract, one package a version."""
