"""The checked state: what a call was sent, found free of contradictions, and indexed."""
