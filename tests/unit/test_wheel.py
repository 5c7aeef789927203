"""What is built is whole: a clean environment with nothing but the wheel can check a repository."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from tests.support.calls import TOP, process

pytestmark = pytest.mark.slow

# As bare as it gets; Windows starts no Python without this.
ENVIRONMENT = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(TOP)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_it_holds_schemas_types_and_licence(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "meminit/py.typed" in names
    assert "meminit/schemas/agent-output.schema.v2.json" in names
    assert "meminit/schemas/data/explain.json" in names
    for folder in ("templates", "profiles"):
        shipped = {
            path.relative_to(TOP / "src") for path in (TOP / "src/meminit" / folder).rglob("*") if path.is_file()
        }
        assert {path.as_posix() for path in shipped} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith(("tests", "dev")) for name in names)


@pytest.mark.long
def test_a_clean_environment_can_check(wheel, tmp_path, call):
    venv.create(tmp_path / "venv")  # to give it a pip of its own takes longer than all the rest
    python = tmp_path / "venv" / SCRIPTS / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, "--disable-pip-version-check", str(wheel)], check=True, capture_output=True)
    repository = tmp_path / "repository"
    call.folder = repository
    call.write({".meminit.toml": "", "docs/a.md": "x"})
    answer = process(
        "check", "--format", "json", cwd=repository, command=[str(Path(python).parent / "meminit")], env=ENVIRONMENT
    )
    assert answer.codes == ["MISSING_FRONTMATTER"]
    assert (
        process("schema", "config", cwd=repository, command=[str(python), "-m", "meminit"], env=ENVIRONMENT).exit == 0
    )
