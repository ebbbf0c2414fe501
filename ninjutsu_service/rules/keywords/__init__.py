"""The keywords, one file each. They are found through the entry points of the project."""
