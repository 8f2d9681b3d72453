"""Type stubs and documentation are complete."""

import importlib.util
import inspect
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import diagc
from diagc import _core


class Types(unittest.TestCase):
    def test_mypy(self):
        program = "mypy" if importlib.util.find_spec("mypy") is None else None
        command = [program] if program else [sys.executable, "-m", "mypy"]
        root = Path(__file__).resolve().parents[2]
        with tempfile.TemporaryDirectory() as cache:
            try:
                done = subprocess.run(
                    [*command, "--config-file", str(root / "pyproject.toml"), "--cache-dir", cache, str(root / "python" / "diagc")],
                    capture_output=True,
                    text=True,
                    env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
                )
            except FileNotFoundError:
                self.skipTest("mypy is not here")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_stub_names_what_the_module_has(self):
        stub = (Path(__file__).resolve().parents[1] / "diagc" / "_core.pyi").read_text()
        for name in vars(_core):
            if not name.startswith("__"):
                self.assertRegex(stub, rf"(class|def) {name}\b")
        for kind in (_core.Kernel, _core.Variable):
            for name, member in vars(kind).items():
                if not name.startswith("__") and not name.startswith("_pybind11"):
                    self.assertRegex(stub, rf"def {name}\b", f"{kind.__name__}.{name}")

    def test_everything_public_is_documented(self):
        for name in diagc.__all__:
            member = getattr(diagc, name)
            self.assertTrue(inspect.getdoc(member), name)
            if inspect.isclass(member) and member.__module__.startswith("diagc") and not issubclass(member, Exception):
                for method, function in vars(member).items():
                    if not method.startswith("_") and callable(function) and method != "meaning":
                        self.assertTrue(inspect.getdoc(function), f"{name}.{method}")


if __name__ == "__main__":
    unittest.main()
