"""Events, with a class for each verb."""
