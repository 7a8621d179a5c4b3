#!/usr/bin/env python3
"""Whatever the program is run in: streams that are closed or full, few resources, no folder to stand in, names
that are no text, and files of other kinds in the place of the one that is to be written.

    surroundings_test.py PROGRAM SOURCE [unittest arguments]

It ends by itself, with an exit code and a sentence of its own, and leaves nothing beside its file.
"""
import itertools
import os
import re
import resource
import subprocess
import sys
import tempfile
import unittest

from command_line_test import PROGRAM, Case

MODEL = 'coordinates = ["x"]\nlagrangian = "x\'^2/2 - x^2/2"\n[initial]\nx = 1\n[simulate]\nuntil = 1\n'
VERBS = [["check", "m.toml"], ["simulate", "m.toml", "-o", "a.csv"], ["simulate", "m.toml", "-o", "a.h5"],
         ["plot", "m.toml", "-o", "a.png"], ["report", "m.toml", "-o", "a.html"],
         ["export", "m.toml", "--as", "c"], ["prove", "x = x"]]
BARE = re.compile(rb"std::|basic_string|terminate|what\(\)|filesystem error|json\.exception|bad_alloc|GLib|"
                  rb"LLVM|has made an error|Resource temporarily")
CONTROLS = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")


def limited(kind, most):
    """Before the program begins; as somebody else where root has no such limit."""
    def set_limit():
        resource.setrlimit(kind, (most, most))
        if kind == resource.RLIMIT_NPROC and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
    return set_limit


class Surroundings(Case):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o777)
        self.model("m.toml", MODEL)

    def expect_ended(self, words, codes=(0, 1, 2, 3), **how):
        how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
               "cwd": self.folder, **how}
        done = subprocess.run([PROGRAM, *words], timeout=120, check=False, **how)
        said = (done.stdout or b"") + (done.stderr or b"")
        told = f"{words} {how}: exit code {done.returncode}, {said[-300:]}"
        self.assertIn(done.returncode, codes, told)
        self.assertIsNone(BARE.search(said), told)
        self.assertIsNone(CONTROLS.search(said), told)
        said.decode()
        self.assertEqual([p for p in os.listdir(self.folder) if p.endswith(".part")], [], told)
        return done

    def test_closed_streams(self):
        for words in VERBS:
            for closed in itertools.chain(*(itertools.combinations(range(3), n) for n in (1, 2, 3))):
                def close(which=closed):
                    for number in which:
                        os.close(number)
                self.expect_ended(words, preexec_fn=close, stdin=None)
                if "a.csv" in words:
                    self.assertTrue((self.folder / "a.csv").read_bytes().startswith(b"t,"))

    def test_full_streams(self):
        for words in VERBS:
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = self.expect_ended(words, stdout=full)
                self.assertEqual(done.returncode, 0 if words[0] in ("report",) else 1, words)
                self.expect_ended(words, stderr=full)

    def test_few_resources(self):
        for kind, amounts in [(resource.RLIMIT_FSIZE, [0, 100]), (resource.RLIMIT_NPROC, [0]),
                              (resource.RLIMIT_NOFILE, [4, 6, 8]),
                              (resource.RLIMIT_STACK, [1 << 18])]:
            for words, most in itertools.product(VERBS, amounts):
                codes = (0, 1, 2, 3, 127) if kind == resource.RLIMIT_NOFILE else (0, 1, 2, 3)
                self.expect_ended(words, codes, preexec_fn=limited(kind, most))

    def test_no_folder(self):
        def leave():
            folder = tempfile.mkdtemp()
            os.chdir(folder)
            os.rmdir(folder)
        for words in VERBS:
            self.expect_ended([word.replace("m.toml", "skate") for word in words], preexec_fn=leave)

    def test_names_of_files(self):
        for name in [b"\xff\xfe", b"a\xe9", b"a b", b"-m", b"a\nb", b"a\x1b]0;x\x07", b"$(id)`id`", b"%s{}",
                     b"a\\", "\u202e".encode()]:
            file = b"./" + name + b".toml"
            (self.folder / os.fsdecode(file)).write_text(MODEL, encoding="utf-8")
            for verb, *rest in [[b"check"], [b"report"], [b"plot"], [b"export", b"--as", b"python"],
                                [b"simulate", b"-o", name + b".json"],
                                [b"transform", b"--let", b"x = 2*X"]]:
                self.expect_ended([verb, file, *rest])

    def test_what_stands_in_the_place_of_a_file(self):
        os.symlink("nowhere/a", self.folder / "lost.csv")
        os.symlink("loop.csv", self.folder / "loop.csv")
        (self.folder / "folder.csv").mkdir()
        for place in ["lost.csv", "loop.csv", "folder.csv", "nowhere/a.csv", "", "/proc/a.csv",
                      "x" * 300 + ".csv", "-", "/"]:
            self.expect_ended(["simulate", "m.toml", "-o", place], (1, 2))
        for link in "lost.csv", "loop.csv":
            self.assertTrue((self.folder / link).is_symlink())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
