#!/usr/bin/env python3
"""Calls that fail, and signals at any moment: no crash, no torn file, a sentence and its exit code.

    faults_test.py PROGRAM SOURCE FAILING_CALLS [unittest arguments]

FAILING_CALLS is tests/app/failing_calls.cpp as a library. RATTLEBACK_FAULTS says how many faults of
each kind are tried of each command: all of them where there are not more, else some, at random but the
same each time. Of signals a fourth of as many are sent, or RATTLEBACK_SIGNALS of each command. Each command
is a test of its own: Faults.test_memory_of_differentiate.
"""
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import typing
import unittest

PROGRAM, SOURCE, FAILING = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
MOST = int(os.environ.get("RATTLEBACK_FAULTS", "12"))
SIGNALS = int(os.environ.get("RATTLEBACK_SIGNALS", max(2, MOST // 4)))
SKATE = SOURCE / "models" / "skate.toml"
# A file, what it is made by, and whether it may begin otherwise in each run.
WRITERS = [("a.csv", ["simulate", SKATE, "--at", "1,2", "-o", "a.csv"]),
           ("a.h5", ["simulate", SKATE, "--at", "1,2", "-o", "a.h5"]),
           ("a.npz", ["simulate", SKATE, "--at", "1,2", "-o", "a.npz"]),
           ("a.html", ["report", SKATE, "--until", "1", "-o", "a.html", "--quiet"]),
           ("a.svg", ["plot", SKATE, "--until", "1", "-o", "a.svg"]),
           ("a.png", ["plot", SKATE, "--until", "1", "-o", "a.png"]),
           ("a.pdf", ["plot", SKATE, "--until", "1", "-o", "a.pdf"]),
           ("a.toml", ["transform", SKATE, "--let", "x = 2*X", "-o", "a.toml"])]
FORMULAS = [["simplify", "(x + y)^2 - x^2"], ["prove", "sin(x)^2 + cos(x)^2 = 1"],
            ["differentiate", "x*sin(x)", "--by", "x"]]
READERS = [*FORMULAS, ["derive", SKATE, "--form", "benenti"],
           ["simulate", SKATE, "--at", "1,2", "--json"], ["models"], ["check", SKATE]]


class Ended(typing.NamedTuple):
    """A process, of whose output its hash and size are known."""
    returncode: int
    stderr: bytes
    hash: str
    size: int
    stdout: bytes = b""


def hash_of(text):
    """By Fowler, Noll and Vo, as failing_calls.cpp has it."""
    result = 14695981039346656037
    for byte in text:
        result = (result ^ byte) * 1099511628211 % 2**64
    return f"{result:016x}"


class Folder:
    """Where one command is run, again and again."""

    def __init__(self, test):
        self.path = pathlib.Path(tempfile.mkdtemp())
        test.addCleanup(shutil.rmtree, self.path)
        self.test = test

    def run_program(self, words, wish=None):
        environment = dict(os.environ, LD_PRELOAD=str(FAILING))
        if wish:
            environment["RATTLEBACK_FAIL"] = wish
        else:
            environment["RATTLEBACK_FAIL_COUNT"] = str(self.path / "count")
        return subprocess.run([PROGRAM, *words], cwd=self.path, capture_output=True, env=environment,
                              timeout=120, check=False)

    def counts(self, words):
        """What the command writes, and how many calls of memory and of files it makes."""
        done = self.run_program(words)
        self.test.assertEqual(done.returncode, 0, done.stderr)
        count = self.path / "count"
        memory, files = (int(x) for x in count.read_text().split())
        count.unlink()
        return done.stdout, memory, files

    def forked(self, words, each):
        """What became of each process that was forked where a call of memory failed: the number of the
        call, and how it ended."""
        told = self.path / "told"
        environment = dict(os.environ, LD_PRELOAD=str(FAILING), RATTLEBACK_FAIL_EACH=each,
                           RATTLEBACK_FAIL_TOLD=str(told))
        done = subprocess.run([PROGRAM, *words], cwd=self.path, capture_output=True, env=environment,
                              check=False)
        self.test.assertEqual(done.returncode, 0, done.stderr)
        for line in told.read_bytes().splitlines():
            call, code, its_hash, size, text = line.split(b" ", 4)
            yield int(call), Ended(int(code), text.replace(b"\\n", b"\n"), its_hash.decode(), int(size))
        told.unlink()

    def content(self):
        return sorted(path.name for path in self.path.iterdir())


def chosen(count):
    """Of the numbers from 1 on: all, or some."""
    if count <= MOST:
        return range(1, count + 1)
    return sorted(random.Random(count).sample(range(1, count + 1), MOST))


class Faults(unittest.TestCase):
    def expect_said(self, done, words, wish):
        """The program ended by itself, in its own words."""
        text = done.stderr.decode()
        told = f"{' '.join(map(str, words))} with {wish}: exit code {done.returncode}, {text[-300:]}"
        self.assertIn(done.returncode, (0, 1, 2, 3), told)
        for bare in ["bad_alloc", "terminate", "what()", "LLVM ERROR", "Flint exception", "GNU MP"]:
            self.assertNotIn(bare, text, told)
        if done.returncode and not getattr(done, "size", 0):  # else the sentence may be in its output
            self.assertRegex(text + done.stdout.decode(), r"[A-Za-z]{2,} [^\n]*[.:]\n", told)

    def expect_memory(self, words):
        folder = Folder(self)
        plain, memory, _ = folder.counts(words)
        # One call that fails alone is made good by the reserve; where all do, work that needs no
        # libraries ends with a sentence.
        ends = ["", "-"] if words in FORMULAS else [""]
        wishes = [f"memory:{call}{end}" for call in chosen(memory) for end in ends]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for wish, done in zip(wishes, pool.map(lambda wish: folder.run_program(words, wish), wishes)):
                self.expect_said(done, words, wish)
                if done.returncode == 0:
                    self.assertEqual(done.stdout, plain, f"{words} {wish}")
        print(f"{words[0]}: {len(wishes)} of {len(ends)} x {memory} calls of memory failed", file=sys.stderr)

    def expect_forked(self, words):
        """The same from one process that forks, at evenly spaced calls: many more in the same time."""
        folder = Folder(self)
        plain, memory, _ = folder.counts(words)
        apart = -(-memory // (10 * MOST))
        first, count = random.Random(memory).randint(1, apart), 0
        for call, done in folder.forked(words, f"{first}:{apart}"):
            count += 1
            if done.returncode == -signal.SIGABRT and b"TLS destructor" in done.stderr:
                continue  # of the C library, and in its words: docs/reliability.md
            self.expect_said(done, words, f"fork {call}")
            if done.returncode == 0:
                self.assertEqual((done.hash, done.size), (hash_of(plain), len(plain)), f"{words} {call}")
        self.assertGreaterEqual(count, min(memory, 10 * MOST) // 2)
        print(f"{words[0]}: forked where {count} of {memory} calls of memory failed", file=sys.stderr)

    def expect_files(self, name, words):
        folder = Folder(self)
        file = folder.path / name
        _, _, files = folder.counts(words)
        new = file.read_bytes()
        self.assertGreater(files, 3, words)
        for call in chosen(files):
            file.write_bytes(b"old")
            done = folder.run_program(words, f"files:{call}")
            self.expect_said(done, words, f"files:{call}")
            told = f"{name}: call {call}, {done.stderr.decode()}"
            # Old or new, as the exit code says; and nothing beside it.
            self.assertEqual(file.read_bytes(), b"old" if done.returncode else new, told)
            self.assertEqual(folder.content(), [name], told)
        print(f"{name}: {len(chosen(files))} of {files} calls of files failed", file=sys.stderr)

    def expect_signals(self, number, name, words):
        folder, times = Folder(self), random.Random(number)
        file = folder.path / name
        began = time.monotonic()
        subprocess.run([PROGRAM, *words], cwd=folder.path, capture_output=True, check=True)
        lasts, new = time.monotonic() - began, file.read_bytes()
        for _ in range(SIGNALS):
            file.write_bytes(b"old")
            which = times.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
            process = subprocess.Popen([PROGRAM, *words], cwd=folder.path, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(times.uniform(0, 1.2 * lasts))
            process.send_signal(which)
            code = process.wait(timeout=60)
            self.assertIn(code, (0, -which, 128 + which), f"{name} {which}")
            found = file.read_bytes()
            if name != "a.html" or code == 0:  # an interrupted report is a report of what there is
                part = code == 128 + which and name not in ("a.html", "a.toml")
                self.assertTrue(found in (b"old", new) or part, f"{name} {which} {code}")
            self.assertGreater(len(found), 2)
        # What kills left goes with the next write.
        subprocess.run([PROGRAM, *words], cwd=folder.path, capture_output=True, check=True)
        self.assertEqual(folder.content(), [name])
        self.assertEqual(file.read_bytes(), new)
        print(f"{name}: {SIGNALS} signals", file=sys.stderr)


def add_test(kind, of, expect, *arguments):
    setattr(Faults, f"test_{kind}_of_{of}", lambda self: getattr(self, expect)(*arguments))


for reader in READERS:
    add_test("memory", reader[0], "expect_memory", reader)
    add_test("forked_memory", reader[0], "expect_forked", reader)
for place, (result, command) in enumerate(WRITERS):
    add_test("files", result.split(".")[1], "expect_files", result, command)
    add_test("signals", result.split(".")[1], "expect_signals", place, result, command)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
