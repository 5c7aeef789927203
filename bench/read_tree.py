"""Opens and reads every Markdown file below the current directory, and does nothing with them."""

import os


def main() -> None:
    size = 0
    for folder, _, names in os.walk("."):
        for name in names:
            if name.endswith(".md"):
                with open(os.path.join(folder, name), "rb") as file:
                    size += len(file.read())
    print(size)


if __name__ == "__main__":
    main()
