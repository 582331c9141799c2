"""Snapshots: what is frozen, how it is identified, how it is verified from raw bytes."""
