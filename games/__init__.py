"""The rules of the games as enforced: one module a game, one contract for all."""
