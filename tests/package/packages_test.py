#!/usr/bin/env python3
"""What scripts/prepare.sh finds missing, on machines that have some packages and not others.

    packages_test.py SOURCE

A machine is what its dpkg-query answers; dpkg itself compares the versions.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1]).resolve()
ANSWER = """#!/bin/bash
for name; do sed -n "s/^$name /&/p" "{known}"; done |
    while read -r name version; do echo "installed $version $name"; done
"""


def names(lists):
    """The first alternative of each dependency of these lists, read in another way than by the shell."""
    text = re.sub("#.*", "", (SOURCE / "packages.txt").read_text(encoding="utf-8"))
    sections = re.split(r"^\[(\w+)\]$", text, flags=re.MULTILINE)
    return [re.match(r"[\w.+-]+", line)[0]
            for title, body in zip(sections[1::2], sections[2::2]) if title in lists
            for line in body.splitlines() if line.strip()]


def missing(lists, installed):
    with tempfile.TemporaryDirectory() as folder:
        known = pathlib.Path(folder, "known")
        known.write_text("".join(f"{name} {version}\n" for name, version in installed.items()))
        query = pathlib.Path(folder, "dpkg-query")
        query.write_text(ANSWER.format(known=known))
        query.chmod(0o755)
        for tool in ("bash", "sed", "tr", "xargs", "dirname", "dpkg"):  # and no npm
            os.symlink(subprocess.run(["which", tool], check=True, capture_output=True,
                                      text=True).stdout.strip(), f"{folder}/{tool}")
        done = subprocess.run(
            ["bash", "-euc", f"source {SOURCE}/scripts/prepare.sh; wanted {' '.join(lists)} | missing"],
            check=True, capture_output=True, text=True, env={"PATH": folder})
        return done.stdout.splitlines()


class Packages(unittest.TestCase):
    def setUp(self):
        self.debian_12 = {name: "99" for name in names(["run"])} | {"libflint-dev": "2.9.0-5"}
        self.debian_13 = self.debian_12 | {"libflint-dev": "3.1.3-2"}
        del self.debian_13["libflint-arb-dev"]

    def test_nothing_is_missing_where_all_is_there(self):
        self.assertEqual(missing(["run"], self.debian_12), [])

    def test_an_alternative_serves(self):
        self.assertEqual(missing(["run"], self.debian_13), [])

    def test_an_alternative_of_an_older_version_does_not(self):
        del self.debian_12["libflint-arb-dev"]
        self.assertEqual(missing(["run"], self.debian_12), ["libflint-arb-dev | libflint-dev (>= 3)"])

    def test_an_older_version_is_missing(self):
        self.assertEqual(missing(["run"], self.debian_12 | {"libsundials-dev": "5.7.0+dfsg-1"}),
                         ["libsundials-dev (>= 6)"])

    def test_on_a_bare_machine_everything_is_missing(self):
        for lists in (["run"], ["run", "test"]):
            first = [re.match(r"[\w.+-]+", line)[0] for line in missing(lists, {})]
            self.assertEqual(first, names(lists))

    def test_running_needs_no_tools_of_the_tests(self):
        self.assertEqual(set(names(["run"])) & set(names(["test"])), set())
        for name in ("chromium", "clang-19", "libgtest-dev", "python3"):
            self.assertIn(name, names(["test"]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
