"""Recognition of kinds of lines and of sentences that touch no layer."""
