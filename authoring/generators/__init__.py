"""Generators: new levels that meet a target, found by search and reproducible from a seed. One module a game."""
