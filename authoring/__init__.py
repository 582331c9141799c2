"""The command line: importers, reports, pictures, and everything that touches processes and terminals."""
