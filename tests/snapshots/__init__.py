"""Tests of freezing and verifying snapshots."""
