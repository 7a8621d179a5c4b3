#!/usr/bin/env python3
"""What the program loads, and when: large libraries only where they are needed.

    loading_test.py PROGRAM SOURCE [unittest arguments]

The dynamic linker tells what it initializes.
"""
import os
import re
import subprocess
import sys
import unittest

from command_line_test import PROGRAM, Case

LARGE = {"machine_code": r"libLLVM", "pictures": r"librsvg|libcairo|libglib",
         "data_files": r"libhdf5|libzip"}


class Loading(Case):
    def loaded(self, *words):
        """The files of all libraries that this command loads."""
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120,
                              check=False, cwd=self.folder, env=os.environ | {"LD_DEBUG": "files"})
        self.assertEqual(done.returncode, 0, done.stderr[-1000:])
        files = re.findall(r"calling init: (\S+)", done.stderr)
        self.assertTrue(files)
        return " ".join(files)

    def assert_parts(self, parts, *words):
        loaded = self.loaded(*words)
        for part, libraries in LARGE.items():
            with self.subTest(words=words, part=part):
                found = [re.search(pattern, loaded) is not None
                         for pattern in (f"rattleback_{part}-", libraries)]
                self.assertEqual(found, [part in parts] * 2)

    def test_what_reads_and_prints_loads_none(self):
        for words in (["--version"], ["models"], ["derive", "skate"], ["series", "skate"],
                      ["simulate", "skate", "--method", "dop853", "--until", "1"],
                      ["simulate", "skate", "--method", "dop853", "--until", "1", "-o", "run.csv"],
                      ["plot", "skate", "--method", "dop853", "--until", "1", "-o", "plot.svg"]):
            self.assert_parts(set(), *words)

    def test_each_is_loaded_where_it_is_needed(self):
        run = ["skate", "--method", "dop853", "--until", "1", "-o"]
        self.assert_parts({"pictures"}, "plot", *run, "plot.png")
        self.assert_parts({"data_files"}, "simulate", *run, "run.npz")
        self.assert_parts({"data_files"}, "simulate", *run, "run.h5")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
