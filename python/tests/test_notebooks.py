"""The cells of examples/notebooks run, and what they show can be shown."""

import ast
import contextlib
import importlib.util
import io
import json
import os
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


if __name__ == "__main__":
    unittest.main()
