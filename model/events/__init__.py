"""Event classes, one for each verb."""
