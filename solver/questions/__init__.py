"""Questions asked of many solves."""
