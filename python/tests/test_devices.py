"""Arrays in a device's memory, on the stand-ins for NVIDIA's driver and NVRTC (tests/cuda): nothing here is a result of a device."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

FAKES = os.environ.get("DIAGC_FAKES", "")


class Devices(unittest.TestCase):
    def test_on_the_fake_driver(self):
        driver, compiler = (Path(FAKES) / f"libdiagc_fake_{name}.so" for name in ("cuda", "nvrtc"))
        if not FAKES or not driver.is_file() or not compiler.is_file():
            self.skipTest("the stand-ins are not built (ninja diagc_python_tests)")
        environment = {**os.environ, "DIAGC_CUDA_DRIVER": str(driver), "DIAGC_NVRTC": str(compiler)}
        done = subprocess.run([sys.executable, "-m", "unittest", "fake_device"], cwd=Path(__file__).parent, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stderr, r"Ran [1-9]\d* tests")


if __name__ == "__main__":
    unittest.main()
