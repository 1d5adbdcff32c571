"""Writes: one prompt to a model server, one reply back. No Django."""
