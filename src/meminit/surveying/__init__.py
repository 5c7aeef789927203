"""Tells from what documents are like what their conventions must be; nothing here reads, writes or judges."""
