"""Whether the events of a timeline, and the state with which it begins, are legal."""
