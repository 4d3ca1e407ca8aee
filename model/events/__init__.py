"""What can happen: one class for each verb."""
