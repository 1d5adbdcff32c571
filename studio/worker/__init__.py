"""Keeps at it: takes up what rings, carries out one operation at a time, and survives."""
