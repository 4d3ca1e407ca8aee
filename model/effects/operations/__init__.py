"""What is done to objects, one module for each layer."""
