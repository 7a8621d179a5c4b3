#!/usr/bin/env python3
"""Interrupts long work at many moments: it ends soon, with its exit code, and keeps what it has.

    interruption_test.py PROGRAM SOURCE

Time is that of the processor, of the process alone: how busy the machine is does not matter.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
TICK = 1 / os.sysconf("SC_CLK_TCK")
SOON = 0.5  # seconds
INTERRUPTED = 130

SNAKE = """coordinates = ["x", "y", {angles}]
lagrangian = "{lagrangian}"
[initial]
{initial}
[simulate]
until = 1
"""


def snake(links):
    """Rods in a row, each on a wheel at its middle."""
    text, x, y, terms = "", "x", "y", []
    for i in range(1, links + 1):
        x_i, y_i = f"{x} + cos(a{i})/2", f"{y} + sin(a{i})/2"
        vx = re.sub(r"cos\((a\d+)\)", r"(-sin(\1)*\1')", x_i).replace("x ", "x' ", 1)
        vy = re.sub(r"sin\((a\d+)\)", r"(cos(\1)*\1')", y_i).replace("y ", "y' ", 1)
        terms.append(f"(({vx})^2 + ({vy})^2)/2 + a{i}'^2/24")
        text += f'[[constraint]]\nequation = "({vx})*sin(a{i}) - ({vy})*cos(a{i}) = 0"\n'
        x, y = f"{x} + cos(a{i})", f"{y} + sin(a{i})"
    names = [f"a{i}" for i in range(1, links + 1)]
    head = SNAKE.format(angles=", ".join(f'"{a}"' for a in names), lagrangian=" + ".join(terms),
                        initial="\n".join(f"{a} = {0.1 * k}" for k, a in enumerate(names)))
    return head + text


def wide(count):
    """So many constraints on velocities, one for each coordinate but the first."""
    names = [f"x{i}" for i in range(count + 1)]
    text = (f"coordinates = {json.dumps(names)}\nlagrangian = \""
            + " + ".join(f"{name}'^2/2" for name in names) + '"\n')
    for i in range(count - 1):
        text += f'[[constraint]]\nequation = "x{i + 1}\' = x{i}*x{i + 2}\' + cos(x{i})*x0\'"\n'
    return text + f'[[constraint]]\nequation = "x{count}\' = sin(x1)*x0\'"\n[initial]\n"x0\'" = 1\n'


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK


def is_heeding(pid):
    caught = re.search(r"SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]
    return int(caught, 16) >> (signal.SIGINT - 1) & 1


def is_waiting(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"


class Interruption(unittest.TestCase):
    VERBS = [["check", "bicycle"], ["report", "bicycle"], ["equilibria", "bicycle"],
             ["linearize", "bicycle", "--sweep", "v=0:10:0.001"], ["compare", "bicycle"],
             ["check", "snake.toml"], ["check", "wide.toml"], ["report", "snake.toml"],
             ["simulate", "snake.toml"], ["simulate", "long_snake.toml"],
             ["simulate", "skate", "--until", "1e9"]]
    AFTER = [0, 0.2, 0.5, 1, 2]  # seconds of the processor

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        for name, links in ("snake", 12), ("long_snake", 20):
            pathlib.Path(self.folder.name, name + ".toml").write_text(snake(links), encoding="utf-8")
        pathlib.Path(self.folder.name, "wide.toml").write_text(wide(80), encoding="utf-8")

    def tearDown(self):
        self.folder.cleanup()

    def interrupt(self, words, after):
        """The time of the processor from the signal to the end, the exit code and what was said of it;
        None if it ended."""
        said = tempfile.TemporaryFile()
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder.name,
                                   stdout=subprocess.DEVNULL, stderr=said)
        try:
            while not is_heeding(process.pid) or processor_seconds(process.pid) < after:
                if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                    process.wait()
                    return None
                time.sleep(0.005)
            process.send_signal(signal.SIGINT)
            then = processor_seconds(process.pid)
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            needed = processor_seconds(process.pid) - then
            code = process.wait()
            said.seek(0)
            return needed, code, said.read().decode()
        finally:
            said.close()
            if process.poll() is None:
                process.kill()
                process.wait()

    # Where the work is done and nobody reads what was made of it.
    def test_is_heeded_by_who_waits_for_a_reader(self):
        for words in [["simulate", "skate", "-o", "a.csv"], ["plot", "skate", "-o", "a.svg"]]:
            pipe = pathlib.Path(self.folder.name, words[-1])
            os.mkfifo(pipe)
            process = subprocess.Popen([PROGRAM, *words, "--until", "1"], cwd=self.folder.name,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            waits = 0
            while waits < 5:
                time.sleep(0.05)
                waits = waits + 1 if is_waiting(process.pid) else 0
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
            self.assertEqual(process.returncode, INTERRUPTED, said)
            self.assertIn(b"Interrupted", said)
            self.assertTrue(pipe.is_fifo())

    def test_is_heeded_soon(self):
        slow, heeded = [], 0
        for words in self.VERBS:
            for after in self.AFTER:
                for _ in range(3):  # on a busy machine the same work takes longer
                    found = self.interrupt(words, after)
                    if found is None or found[0] <= SOON:
                        break
                if found is None:
                    break
                needed, code, said = found
                heeded += 1
                if needed > SOON or code not in (INTERRUPTED, 0):
                    slow.append(f"{' '.join(words)} after {after} s: {needed:.2f} s, "
                                f"exit code {code}: {said}")
        self.assertGreater(heeded, 20)
        self.assertEqual(slow, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
