"""Manuscripts of all kinds, read as texts under headings."""
