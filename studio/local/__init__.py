"""The parts that a laptop lacks: a database server, a small model, a supervisor."""
