"""Judging: schema, replay, certificates, dead ends, must-fail traces. A check takes a value and yields findings."""
