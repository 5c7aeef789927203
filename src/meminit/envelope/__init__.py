"""The promised shapes of JSON answers, each built from an outcome and never from another shape."""
