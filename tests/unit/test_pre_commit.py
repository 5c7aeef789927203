"""The real pre-commit runs the hook that `install-precommit` adds, and those of `.pre-commit-hooks.yaml`."""

import os
import shutil
import subprocess
import sys
import venv

import pytest
from tests.support.calls import TOP

pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.skipif(not shutil.which("git"), reason="needs git")]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
OWN = ("-c", "user.name=x", "-c", "user.email=x@y", "-c", "commit.gpgsign=false")
WRONG = "---\ndocument_id: KIT-ADR-001\ntype: ADR\ntitle: Wrong\nstatus: draft\n---\n# Wrong\n\n"
WRONG += "## Context\n\nx\n\n## Decision\n\nx\n\n## Consequences\n\nx\n"


def _git(folder, *words):
    return subprocess.run(["git", *OWN, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def pre_commit(tmp_path_factory):
    """Calls pre-commit, of the system or of the package registry; without either the tests are skipped."""
    found = shutil.which("pre-commit")
    if not found:
        folder = tmp_path_factory.mktemp("pre-commit")
        venv.create(folder, with_pip=True)
        python = folder / SCRIPTS / "python"
        done = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "pre-commit"], capture_output=True, check=False
        )
        if done.returncode:
            pytest.skip("pre-commit is not installed, and no package registry has it")
        found = str(folder / SCRIPTS / "pre-commit")
    home = tmp_path_factory.mktemp("home")

    def run(folder, *words):
        path = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
        env = {**os.environ, "PRE_COMMIT_HOME": str(home), "PATH": path, "SKIP": "", "MEMINIT_TEST_DATA": ""}
        return subprocess.run(
            [found, *words], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=600
        )

    return run


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Our own files as they are now, as a repository of git with one commit."""
    folder = tmp_path_factory.mktemp("meminit")
    listed = _git(TOP, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    for name in filter(None, listed):
        if (TOP / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, folder / name)
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "all")):
        _git(folder, *words)
    return folder


@pytest.fixture
def fresh(call):
    """A repository that was just set up, with one commit."""
    assert call.json("init", "--prefix", "KIT").exit == 0
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "all")):
        _git(call.folder, *words)
    return call


def _break(folder):
    (folder / "docs/45-adr/adr-001-wrong.md").write_text(WRONG)
    _git(folder, "add", "-A")


def test_the_hook_that_is_added_runs_a_check(fresh, pre_commit):
    assert fresh.json("install-precommit", "--apply", "--yes").json["data"]["installed"]
    _git(fresh.folder, "add", "-A")
    done = pre_commit(fresh.folder, "run", "--all-files")
    assert done.returncode == 0, done
    _break(fresh.folder)
    done = pre_commit(fresh.folder, "run", "--all-files")
    assert done.returncode == 1
    assert "INVALID_FIELD" in done.stdout


def test_our_hooks_run_from_a_path(fresh, pre_commit, source):
    revision = _git(source, "rev-parse", "HEAD").strip()
    hooks = "".join(f"      - id: {each}\n" for each in ("meminit-check", "meminit-check-staged", "meminit-fix"))
    text = f"repos:\n  - repo: {source}\n    rev: {revision}\n    hooks:\n{hooks}"
    (fresh.folder / ".pre-commit-config.yaml").write_text(text)
    _git(fresh.folder, "add", "-A")
    done = pre_commit(fresh.folder, "run", "--all-files")
    if "InstallationError" in done.stdout or "CalledProcessError" in done.stdout + done.stderr:
        pytest.skip("no package registry has what meminit needs")
    assert done.returncode == 0, done
    _break(fresh.folder)
    for name in ("meminit-check", "meminit-check-staged"):
        done = pre_commit(fresh.folder, "run", name, "--all-files")
        assert (done.returncode, "INVALID_FIELD" in done.stdout) == (1, True), done
    done = pre_commit(fresh.folder, "run", "meminit-fix", "--all-files")
    assert (done.returncode, "files were modified by this hook" in done.stdout) == (1, True), done
    assert "status: Draft" in (fresh.folder / "docs/45-adr/adr-001-wrong.md").read_text()
    _git(fresh.folder, "add", "-A")
    done = pre_commit(fresh.folder, "run", "--all-files")
    assert done.returncode == 0, done
