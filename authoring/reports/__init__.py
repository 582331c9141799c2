"""Reports of a check for other programs, all made of the same findings."""
