"""The pages of docs/python-lessons.md run as they stand: what they print is compared."""

import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python-lessons.md"
FENCE = re.compile(r"^```(.*?)\n(.*?)^```", re.S | re.M)


def fits(pattern, text):
    """Whether a text is what the page shows, in which … stands for anything."""
    return re.fullmatch(".*?".join(re.escape(part) for part in pattern.rstrip().split("…")), text.rstrip(), re.S) is not None


def write_files(page):
    """What a lesson writes, and of the README its rule file."""
    text = page.read_text(encoding="utf-8")
    for kind, content in FENCE.findall(text):
        if " " in kind and not kind.startswith("sh"):
            Path(kind.split(" ", 1)[1]).write_text(content, encoding="utf-8")
    loops = re.search(r"^Write `loops.diag`:\n\n((?:    .*\n|\n)+)", text, re.M)
    if loops:
        Path("loops.diag").write_text(re.sub("^    ", "", loops[1], flags=re.M), encoding="utf-8")


class Lessons(unittest.TestCase):
    def run_section(self, section, head):
        names, printed = {}, None
        exec(head, names)
        for kind, content in FENCE.findall(section):
            if kind == "python":
                out = io.StringIO()
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                    exec(compile(content, PAGE.name, "exec"), names)
                printed = out.getvalue()
            else:
                self.assertEqual(kind, "text")
                self.assertTrue(fits(content, printed), f"found\n{printed}\nexpected\n{content}")

    def test_all(self):
        head, *sections = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.M)
        lessons = sorted((ROOT / "docs" / "lessons").glob("[0-9]*.md"))
        self.assertEqual(len(sections), 1 + len(lessons))
        before = os.getcwd()
        for section in sections:
            title = section.split("\n", 1)[0]
            page = (PAGE.parent / re.search(r"\]\(([^)#]*)", title)[1]).resolve()
            with self.subTest(title), tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                try:
                    write_files(page)
                    self.run_section(section, FENCE.search(head)[2])
                finally:
                    os.chdir(before)

    def test_what_is_left_out(self):
        self.assertTrue(fits("a … c\n", "a b c"))
        self.assertTrue(fits("a\n…\n", "a\nb\nc\n"))
        self.assertFalse(fits("a … c", "a b d"))
        self.assertFalse(fits("a", "a\nb"))


if __name__ == "__main__":
    unittest.main()
