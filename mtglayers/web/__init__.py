"""The page in the browser: its files, and the headers with which they are served."""
