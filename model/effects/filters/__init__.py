"""Words that narrow a group of objects."""
