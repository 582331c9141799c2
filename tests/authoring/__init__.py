"""The command line, held against what it promises."""
