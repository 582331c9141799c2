"""The catalogue: level records, certificates, objectives and the lifecycle of a workspace, with their schemas."""
