"""Write works larger than a single completion: a book as durable, structured state."""
