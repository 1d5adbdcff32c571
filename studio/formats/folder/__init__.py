"""A book as a folder of text files that version control likes, out and in."""
