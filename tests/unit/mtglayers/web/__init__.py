"""Tests of `mtglayers.web`."""
