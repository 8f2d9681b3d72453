"""The cells of examples/notebooks run, and what they show can be shown."""

import ast
import contextlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parents[2] / "examples" / "notebooks"


def missing_library(notebook):
    """The first library that a notebook imports and that is not here."""
    for library in ("matplotlib", "torch"):
        if f"import {library}" in notebook.read_text(encoding="utf-8") and importlib.util.find_spec(library) is None:
            return library
    return None


class Notebooks(unittest.TestCase):
    def run_cells(self, notebook):
        names = {"__name__": "__main__"}
        shown = 0
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] != "code":
                continue
            self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None), "notebooks are kept without outputs")
            tree = ast.parse("".join(cell["source"]), notebook.name)
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(tree, notebook.name, "exec"), names)
                if last is not None:
                    value = eval(compile(ast.Expression(last.value), notebook.name, "eval"), names)
            if last is not None and value is not None:
                text = value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)
                self.assertGreater(len(text), 0)
                shown += 1
        return shown

    def test_all(self):
        notebooks = sorted(NOTEBOOKS.glob("*.ipynb"))
        self.assertGreaterEqual(len(notebooks), 7)
        before = os.getcwd()
        for notebook in notebooks:
            with self.subTest(notebook=notebook.name), tempfile.TemporaryDirectory() as folder:
                if missing_library(notebook):
                    self.skipTest(f"{missing_library(notebook)} is not here (Debian: python3-{missing_library(notebook)})")
                os.chdir(folder)
                try:
                    self.assertGreater(self.run_cells(notebook), 0)
                finally:
                    os.chdir(before)


def why_no_nbconvert():
    """What is missing to execute notebooks as Jupyter does; empty: nothing."""
    for module, package in (("nbconvert", "nbconvert"), ("ipykernel", "ipykernel")):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not here (Debian: python3-{package}; pip install {package})"
    return ""


@unittest.skipIf(why_no_nbconvert(), why_no_nbconvert())
class Jupyter(unittest.TestCase):
    """The same notebooks by `jupyter nbconvert --execute`, in a kernel of this Python, and what their pages show."""

    def test_all(self):
        with tempfile.TemporaryDirectory() as folder:
            # A kernel of this interpreter, whichever others are installed.
            kernels = Path(folder) / "data" / "kernels" / "diagc-test"
            kernels.mkdir(parents=True)
            argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
            (kernels / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "diagc-test", "language": "python"}))
            environment = {**os.environ, "JUPYTER_PATH": f"{folder}/data", "JUPYTER_CONFIG_DIR": f"{folder}/config", "IPYTHONDIR": f"{folder}/ipython",
                           "JUPYTER_RUNTIME_DIR": f"{folder}/runtime", "MPLBACKEND": "agg"}
            for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
                with self.subTest(notebook=notebook.name):
                    if missing_library(notebook):
                        self.skipTest(f"{missing_library(notebook)} is not here (Debian: python3-{missing_library(notebook)})")
                    own = Path(folder) / notebook.stem
                    own.mkdir()
                    shutil.copy(notebook, own)
                    done = subprocess.run(
                        [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=diagc-test",
                         "--ExecutePreprocessor.timeout=300", "--output", "done.ipynb", notebook.name],
                        cwd=own, env=environment, capture_output=True, text=True, timeout=600,
                    )
                    self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                    cells = [cell for cell in json.loads((own / "done.ipynb").read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
                    self.assertTrue(all(cell["execution_count"] for cell in cells))
                    outputs = [output for cell in cells for output in cell["outputs"]]
                    self.assertFalse([output for output in outputs if output["output_type"] == "error"])
                    self.assertTrue(any("text/html" in output.get("data", {}) or "image/svg+xml" in output.get("data", {}) for output in outputs))


if __name__ == "__main__":
    unittest.main()
