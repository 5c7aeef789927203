"""What documents cover: the files and symbols that they name, what these are made of, and what was affirmed of them."""
