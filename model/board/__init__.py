"""The board that users hold: a timeline, a method for each verb, undo, replay."""
