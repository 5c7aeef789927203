"""A repository of git for tests: nothing of the user's own configuration counts in it."""

import os
import subprocess
from pathlib import Path

_WHO = ("-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "commit.gpgsign=false")


class GitRepository:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def __call__(self, *words, **settings):
        return self.given(None, *words, **settings)

    def given(self, told, *words, **settings):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"} | settings
        command = ["git", *_WHO, "-c", "protocol.file.allow=always", *words]
        done = subprocess.run(command, cwd=self.folder, check=True, capture_output=True, env=environment, input=told)
        return done.stdout

    def init(self, *words):
        self("init", "--quiet", "--initial-branch=main", *words)
        return self

    def write(self, files):
        for name, content in files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content.encode() if isinstance(content, str) else content)

    def commit(self, files=None, message="more"):
        """Commits all that is there; returns the name of the commit."""
        self.write(files or {})
        self("add", "--all")
        self("commit", "--quiet", "--allow-empty", "--message", message)
        return self.head

    @property
    def head(self):
        return self("rev-parse", "HEAD").decode().strip()
