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


def verbs():
    """All there are, as the manual names them, and the tour."""
    page = subprocess.run([PROGRAM, "manual", "--as", "markdown"], check=True, capture_output=True,
                          text=True).stdout
    return ["", *re.findall(r"^## (\w+)$", page, re.M)]


def is_heeding(pid):
    caught = re.search(r"SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]
    return int(caught, 16) >> (signal.SIGINT - 1) & 1


def is_waiting(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"


SINES = "+".join("*".join(f"sin({k}*x*{j} + y)" for k in range(1, 120)) for j in range(1, 60))
WAVES = " + ".join(f"sin({k}*a + {k + 1}*b)*cos({k}*c - b)" for k in range(1, 40))
# What each verb does for some time; those that are done at once have None.
WORK = {
    "": [],
    "check": ["wide.toml"],
    "compare": ["snake.toml"],
    "constrain": ["forced_snake.toml", "--split", "coordinates"],
    "derive": ["long_snake.toml"],
    "differentiate": [SINES, "--by", "x"],
    "equilibria": ["long_snake.toml"],
    "export": ["long_snake.toml", "--as", "c", "-o", "program"],
    "linearize": ["bicycle", "--sweep", "v=0:10:0.001"],
    "manual": None,
    "models": None,
    "plot": ["skate", "--y", "x", "--until", "1e9"],
    "prove": [f"({WAVES})^2/(1 + sin(a)) = ({WAVES})^2*(1 - sin(a))/cos(a)^2"],
    "rate": ["long_snake.toml", "a1'*a2'"],
    "report": ["snake.toml"],
    "series": ["snake.toml", "--order", "30"],
    "simplify": [f"({WAVES})^2/(1 + sin(a))"],
    "simulate": ["long_snake.toml"],
    "transform": ["long_snake.toml", "--let", "x = r*cos(u)", "--let", "y = r*sin(u)"],
}
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


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
        forces = "".join(f'[[force]]\non = "a{i}"\nvalue = "-a{i}\'*cos(a1)"\n' for i in range(1, 13))
        free = re.sub(r"\[\[constraint\]\]\n.*\n", "", snake(12))
        pathlib.Path(self.folder.name, "forced_snake.toml").write_text(free + forces, encoding="utf-8")
        pathlib.Path(self.folder.name, "wide.toml").write_text(wide(80), encoding="utf-8")

    def tearDown(self):
        self.folder.cleanup()

    def interrupt(self, words, after, number=signal.SIGINT):
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
            process.send_signal(number)
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

    def test_every_verb_ends_alike(self):
        self.assertEqual(sorted(WORK), sorted(verbs()), "each verb has its work in the table")
        wrong = []
        for place, (verb, words) in enumerate(WORK.items()):
            heeded = words is None
            for i, after in enumerate([0, 0.15, 0.5] if words else [0]):
                number = SIGNALS[(place + i) % 3]
                all_words = [verb, *(words or [])] if verb else []
                for _ in range(3):  # on a busy machine the same work takes longer
                    found = self.interrupt(all_words, after, number)
                    if found is None or found[0] <= SOON:
                        break
                if found is None:
                    break
                needed, code, said = found
                heeded = heeded or code == 128 + number
                if needed > SOON or code not in (128 + number, 0, 1) or (
                        code == 128 + number and not re.search("[Ii]nterrupted", said) and verb != "report"):
                    wrong.append(f"{verb} after {after} s: {number.name}, {needed:.2f} s, exit code "
                                 f"{code}: {said}")
            if not heeded:
                wrong.append(f"{verb} was never interrupted")
        self.assertEqual(wrong, [], "\n".join(wrong))

    # Where the model comes from a pipe into which nobody writes, and where nobody reads the result.
    def test_every_verb_ends_alike_where_it_waits(self):
        os.mkfifo(pathlib.Path(self.folder.name, "model.toml"))
        for place, (verb, words) in enumerate(WORK.items()):
            number = SIGNALS[place % 3]
            if words and re.search(r"\.toml$|^skate$|^bicycle$", words[0]):
                self.expect_wait([verb, "model.toml", *words[1:]], number, subprocess.PIPE)
            reader, writer = os.pipe()
            os.set_blocking(writer, False)
            for size in 4096, 1:  # until it is full
                try:
                    while os.write(writer, b" " * size):
                        pass
                except BlockingIOError:
                    pass
            os.set_blocking(writer, True)
            quick = {"check": ["skate"], "compare": ["skate"], "constrain": ["lanchester_force"],
                     "derive": ["skate"], "differentiate": ["x^2", "--by", "x"],
                     "equilibria": ["chaplygin_sleigh"], "export": ["skate", "--as", "c"],
                     "linearize": ["chaplygin_sleigh", "--at", "x'=1, phi'=0"],
                     "plot": ["skate", "--until", "1"], "prove": ["x = x"], "rate": ["skate", "x"],
                     "series": ["skate", "--order", "2"], "simplify": ["x"],
                     "simulate": ["skate", "--until", "1"], "transform": ["skate", "--let", "x = X"]}
            if verb != "report":  # which says nothing there
                self.expect_wait([verb, *quick.get(verb, [])] if verb else [], number, writer)
            os.close(reader)
            os.close(writer)

    def expect_wait(self, words, number, output):
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder.name, stdout=output,
                                   stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        waits = 0
        while waits < 4:
            self.assertIsNone(process.poll(), words)
            time.sleep(0.02)
            waits = waits + 1 if is_waiting(process.pid) and is_heeding(process.pid) else 0
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + number, f"{words}: {said}")
        self.assertIn(b"Interrupted", said, words)

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
