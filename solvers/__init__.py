"""Exact search: one module a game over shared kernels.

A solver has its own fast state and its own moves. From `games` it takes the level value, move texts, state JSON and
digests, never `moves`, `apply` or `won`: that independence is what makes a replay mean something.
"""
