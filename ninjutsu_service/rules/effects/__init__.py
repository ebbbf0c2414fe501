"""What the parts of abilities do, one file a subject; `registry` finds them by API name."""
