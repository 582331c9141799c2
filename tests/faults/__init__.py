"""Seeded faults: mistakes put into the real engines on purpose, each of which certifying must catch."""
