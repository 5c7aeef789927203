"""The one gate for reading: regular files inside the root, their texts, and the places of what stands in them."""
