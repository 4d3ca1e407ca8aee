"""The methods of the server over HTTP."""
