"""The shapes of the JSON that is printed: promises, each built from an outcome and never from another shape."""
