"""What kind of line this is, and which sentences concern no layer."""
