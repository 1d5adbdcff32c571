"""Measurements of `manage.py bench`: counts and ratios judge, wall times only tell."""
