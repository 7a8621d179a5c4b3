#!/usr/bin/env python3
"""Answers do not depend on the clock: the same bytes where clocks run ten times slower or faster.

    clocks_test.py PROGRAM CLOCKS

CLOCKS is scaled_clock.cpp as a library to preload.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, CLOCKS = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])


def output(clock, *words):
    """What is printed, and what is written beside it."""
    environment = os.environ | {"LD_PRELOAD": CLOCKS, "RATTLEBACK_CLOCK": clock}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([PROGRAM, *words], env=environment, cwd=folder, capture_output=True,
                              check=False)
        files = {name: pathlib.Path(folder, name).read_bytes() for name in os.listdir(folder)}
        return done.returncode, done.stdout, done.stderr, files


class Clocks(unittest.TestCase):
    def expect_same(self, *words):
        slow, fast = output("0.1", *words), output("10", *words)
        self.assertEqual(slow, fast, words)
        self.assertEqual(slow[0], 0, slow[2])

    def test_the_clocks_are_scaled(self):
        """Else all else says nothing."""
        program = "import time; t = time.monotonic(); time.sleep(0.2); print(time.monotonic() - t)"
        elapsed = {}
        for clock in ("0.1", "10"):
            environment = os.environ | {"LD_PRELOAD": CLOCKS, "RATTLEBACK_CLOCK": clock}
            elapsed[clock] = float(subprocess.check_output([sys.executable, "-c", program],
                                                           env=environment))
        self.assertLess(elapsed["0.1"], 0.1)
        self.assertGreater(elapsed["10"], 1)

    def test_derive(self):
        self.expect_same("derive", "differential_drive", "--steps")
        self.expect_same("derive", "cart")

    def test_check(self):
        for model in ("cart", "differential_drive", "skate"):
            self.expect_same("check", model)

    def test_report(self):
        self.expect_same("report", "differential_drive")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
