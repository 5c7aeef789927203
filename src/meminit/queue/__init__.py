"""The work queue over documents: what its file says, what follows from that, and how the file is changed; pure."""
