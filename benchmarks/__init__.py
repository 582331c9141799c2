"""Measurements: every figure in docs/measurements.md comes from here, and `make bench` writes it anew."""
