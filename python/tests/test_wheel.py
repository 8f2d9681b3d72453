"""What the compiled parts need is there on Debian 12 and Ubuntu 24.04, or comes along in wheels."""

import re
import shutil
import subprocess
import unittest
from pathlib import Path

from diagc import _core, program

# Debian 12 has glibc 2.36 and GCC 12's libstdc++, Ubuntu 24.04 newer ones of both.
NEWEST = {"GLIBC": (2, 36), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13)}
OF_THE_SYSTEM = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
BROUGHT = {"libdiagc.so.0", "libfmt.so.9"}  # python/CMakeLists.txt


def objdump(option, path):
    return subprocess.run(["objdump", option, str(path)], capture_output=True, text=True, check=True).stdout


@unittest.skipUnless(shutil.which("objdump"), "objdump is not here (Debian: binutils)")
class Needs(unittest.TestCase):
    def test_libraries_and_versions(self):
        module = Path(_core.__file__)
        lib = next(folder for folder in (module.parent / "lib", module.parents[2] / "lib") if (folder / "libdiagc.so.0").exists())
        for path in (module, lib / "libdiagc.so.0", Path(program.find() or "diagc")):
            with self.subTest(path=str(path)):
                needed = set(re.findall(r"NEEDED +(\S+)", objdump("-p", path)))
                self.assertIn("libc.so.6", needed)
                self.assertLessEqual(needed, OF_THE_SYSTEM | BROUGHT)
                versions = re.findall(r"\b(GLIBC|GLIBCXX|CXXABI)_([0-9.]+)", objdump("-T", path))
                self.assertGreater(len(versions), 10)
                for kind, version in versions:
                    self.assertLessEqual(tuple(map(int, version.split("."))), NEWEST[kind])


if __name__ == "__main__":
    unittest.main()
