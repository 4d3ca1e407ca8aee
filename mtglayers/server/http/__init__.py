"""An HTTP service that provides the server's methods."""
