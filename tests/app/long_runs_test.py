#!/usr/bin/env python3
"""Runs of many legs into a file: ended at any moment, continued, and the same byte for byte.

    long_runs_test.py PROGRAM SOURCE [unittest arguments]

RATTLEBACK_KILLS says how often each run is killed, at random moments but those of the same numbers.
"""
import csv
import math
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import time
import unittest

from command_line_test import PROGRAM, SOURCE, Case

KILLS = int(os.environ.get("RATTLEBACK_KILLS", "3"))

# Pushed to and fro against dry friction: it sticks twice in each period.
BLOCK = """coordinates = ["x"]
lagrangian = "x'^2/2 - x^2/4"
[initial]
"x'" = 1
[[force]]
on = "x"
value = "3/2*cos(t) - sign(x')"
[[event]]
name = "far"
when = "x = 1/4"
"""
# Round a circle, where the variables of the form fail.
CIRCLE = """coordinates = ["x", "y", "z"]
lagrangian = "(x'^2 + y'^2 + z'^2)/2 - z^2/2"
[initial]
x = "cos(1/2)"
y = "sin(1/2)"
"x'" = "-sin(1/2)"
"y'" = "cos(1/2)"
z = 1
[[constraint]]
equation = "x^2 + y^2 = 1"
[[constraint]]
equation = "x'^2 + y'^2 = 1"
[[event]]
name = "x"
when = "x = 0"
"""
PENDULUM = """coordinates = ["x"]
lagrangian = "x'^2/2 + cos(x)"
[initial]
x = 1
[[event]]
name = "down"
when = "x = 0"
direction = "rising"
"""
STIFF = """coordinates = ["x"]
lagrangian = "x'^2/2 - x^2/2"
[initial]
x = 2
[[force]]
on = "x"
value = "100*(1 - x^2)*x'"
"""
# A model, its text, and what makes it some legs of 10 000 steps long.
RUNS = {
    "taylor, events": (PENDULUM, ["--method", "taylor", "--until", "30000"]),
    "dop853, events": (PENDULUM, ["--method", "dop853", "--until", "9000"]),
    "gauss6": (PENDULUM, ["--method", "gauss6", "--until", "2500"]),
    "gauss4, equal steps": (PENDULUM, ["--method", "gauss4", "--step", "0.05", "--until", "1500"]),
    "adams, samples": (PENDULUM, ["--method", "adams", "--at", "0:1500:0.5"]),
    "bdf, stiff": (STIFF, ["--method", "bdf", "--rtol", "1e-8", "--until", "2000"]),
    "phases of friction": (BLOCK, ["--method", "dop853", "--until", "6000"]),
    "other variables": (CIRCLE, ["--form", "benenti", "--method", "dop853", "--until", "6000"]),
}


class LongRuns(Case):
    def start(self, *words):
        return subprocess.Popen([PROGRAM, "simulate", *words], cwd=self.folder,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def unfinished(self, name):
        return self.folder / (name + ".unfinished")

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def size(self, name):
        return self.unfinished(name).stat().st_size if self.unfinished(name).exists() else 0

    def killed(self, words, name, after):
        """Killed so long after it has kept a leg, if it has not ended; whether it was."""
        before = self.size(name)
        process = self.start(*words, "--resume" if before else "-o", name)
        while process.poll() is None and self.size(name) <= before:
            time.sleep(0.001)
        time.sleep(after)
        process.kill()
        _, said = process.communicate()
        self.assertIn(process.returncode, (0, -signal.SIGKILL), said)
        return process.returncode != 0

    def run_to_end(self, words, name):
        way = "--resume" if self.unfinished(name).exists() else "-o"
        done = self.run_in_folder("simulate", *words, way, name)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def test_a_killed_run_goes_on_as_if_it_had_not_been(self):
        chance = random.Random(1)
        for number, (what, (model, options)) in enumerate(RUNS.items()):
            ending = ".h5" if number % 2 else ".csv"
            with self.subTest(what):
                words = [self.model("a.toml", model), *options]
                began = time.monotonic()
                told = self.run_to_end(words, "whole" + ending)
                took = time.monotonic() - began
                # At once after the first leg, however busy the machine is, and then at random.
                self.assertTrue(self.killed(words, "killed" + ending, 0))
                kills = 1
                while kills < KILLS and self.killed(words, "killed" + ending,
                                                    chance.uniform(0, 0.3) * took):
                    kills += 1
                if self.unfinished("killed" + ending).exists():
                    again = self.run_to_end(words, "killed" + ending)
                    self.assertEqual(again.replace("killed", "whole"), told)
                self.assertEqual(self.bytes_of("killed" + ending), self.bytes_of("whole" + ending))
                left = {path.name for path in self.folder.iterdir()}
                self.assertEqual(left, {"a.toml", "whole" + ending, "killed" + ending})
            for path in self.folder.iterdir():
                path.unlink()

    def test_interrupted(self):
        """The file has what was computed until then, and the run goes on from its last whole leg."""
        words = [self.model("a.toml", PENDULUM), "--method", "taylor", "--until", "100000"]
        told = self.run_to_end(words, "whole.csv")
        self.assertRegex(told, r"\nThe run is in 'whole\.csv', with \d+ samples\.\n$")
        process = self.start(*words, "-o", "a.csv")
        while not self.unfinished("a.csv").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate()
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assertRegex(said, r"^rattleback simulate: The run was interrupted at t = [\d.e+]+\. "
                               r"What was computed until then is kept\.\n$")
        whole, part = (self.bytes_of(name).splitlines() for name in ("whole.csv", "a.csv"))
        self.assertGreater(len(part), 10000)
        # But the reactions of the last leg, which are the last column.
        self.assertEqual([line.rpartition(b",")[0] for line in part[:-1]],
                         [line.rpartition(b",")[0] for line in whole[:len(part) - 1]])
        done = self.run_in_folder("simulate", *words, "--resume", "a.csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.bytes_of("a.csv"), self.bytes_of("whole.csv"))
        self.assertFalse(self.unfinished("a.csv").exists())

    def begun(self, *more):
        """A run that was killed after its first leg."""
        words = [self.model("a.toml", PENDULUM), "--method", "taylor", "--until", "30000", *more]
        process = self.start(*words, "-o", "a.csv")
        while not self.unfinished("a.csv").exists() or not self.unfinished("a.csv").stat().st_size:
            time.sleep(0.01)
        process.kill()
        process.communicate()
        return words

    def test_a_torn_end_does_not_count(self):
        words = self.begun()
        self.run_to_end(words, "whole.csv")
        kept = self.unfinished("a.csv").read_bytes()
        for bytes_ in kept[:-1], kept + b"torn", kept[:-1] + bytes([kept[-1] ^ 1]):
            self.unfinished("a.csv").write_bytes(bytes_)
            self.run_to_end(words, "a.csv")
            self.assertEqual(self.bytes_of("a.csv"), self.bytes_of("whole.csv"))

    def refusal(self, words, *way):
        message = self.refused(2, "simulate", *words, *way)
        first, last = message.split("\n", 1)
        self.assertEqual(last, "'rattleback simulate --help' says more.\n")
        return first.removeprefix("rattleback simulate: ")

    def test_refusals(self):
        model = self.model("a.toml", PENDULUM)
        self.assertEqual(self.refusal([model], "--resume", "a.csv"),
                         "There is no unfinished run of 'a.csv': the file 'a.csv.unfinished' does not "
                         "exist.")
        words = self.begun()
        resume = ["--resume", "a.csv"]
        self.assertEqual(self.refusal(words, "-o", "a.csv"),
                         "The file 'a.csv.unfinished' holds a run that has not come to its end. "
                         "'--resume a.csv' goes on with it; to begin anew, remove it.")
        self.assertEqual(self.refusal(words, "-o", "b.csv", *resume),
                         "'--resume a.csv' goes on with the run of that file, and '-o b.csv' names "
                         "another one.")
        self.assertEqual(self.refusal(words, "--json", *resume),
                         "A run that is resumed has its samples in its file, and not in memory.")
        self.assertEqual(self.refusal(words, "--resume", "a.npz"),
                         "A run can be resumed in a file .csv or .h5, and not in 'a.npz'.")
        whose = "--resume: the unfinished run of 'a.csv' "
        self.assertEqual(self.refusal([*words, "--set", "x=1.5"], *resume),
                         whose + "belongs to another model.")
        other = self.model("b.toml", PENDULUM.replace("cos(x)", "2*cos(x)"))
        self.assertEqual(self.refusal([other, *words[1:]], *resume), whose + "belongs to another model.")
        for option, value, said in [("--rtol", "1e-9", "rtol: 1e-10, and not 1e-09"),
                                    ("--atol", "1e-9", "atol: by the sizes, and not 1e-09"),
                                    ("--until", "40000", "until: 30000, and not 40000"),
                                    ("--method", "dop853", "method: taylor, and not dop853"),
                                    ("--form", "kane", "form: the default, and not kane")]:
            kept = [word for pair in zip(words[1::2], words[2::2]) if pair[0] != option for word in pair]
            self.assertEqual(self.refusal([model, *kept, option, value], *resume),
                             whose + "was begun with " + said + ".")
        self.assertEqual(self.refusal([*words, "--no-projection"], *resume),
                         whose + "was begun with projection: yes, and not no.")
        self.assertRegex(self.refusal([*words, "--at", "0:30000:10"], *resume),
                         r"was begun with samples: every step, and not 3001 times from 0 to 30000 \(")
        self.unfinished("a.csv").write_bytes(b"nothing of the kind")
        self.assertEqual(self.refusal(words, *resume),
                         whose + "cannot be read: 'a.csv.unfinished' is none.")
        # What a name leads to elsewhere is neither read nor written.
        self.unfinished("a.csv").unlink()
        self.unfinished("a.csv").symlink_to(model)
        done = self.run_in_folder("simulate", *words, *resume)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "rattleback: The file 'a.csv.unfinished' cannot be "
                                      "opened: it is a link.\n")
        self.assertEqual((self.folder / model).read_text(), PENDULUM)

    def test_two_processes(self):
        words = self.begun()
        process = self.start(*words, "--resume", "a.csv")
        other = self.start(*words, "--resume", "a.csv")
        said = [each.communicate()[1] for each in (process, other)]
        self.assertEqual(sorted(said), ["", "rattleback: The file 'a.csv.unfinished' cannot be opened: "
                                            "another process is writing it.\n"])

    def test_full_disk(self):
        """What fits is kept, and the run goes on when there is room."""
        words = [self.model("a.toml", PENDULUM), "--method", "taylor", "--until", "30000"]
        self.run_to_end(words, "whole.csv")
        size = len(self.bytes_of("whole.csv"))

        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2))

        done = subprocess.run([PROGRAM, "simulate", *words, "-o", "a.csv"], cwd=self.folder,
                              capture_output=True, text=True, check=False, preexec_fn=limited)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr,
                         r"^rattleback: The file 'a\.csv\.unfinished' cannot be written: File too large\. "
                         r"What was computed until t = \d+(\.\d+)? is in it, and '--resume a\.csv' goes on "
                         r"from there\.\n$")
        self.assertEqual({path.name for path in self.folder.iterdir()},
                         {"a.toml", "whole.csv", "a.csv.unfinished"})
        self.run_to_end(words, "a.csv")
        self.assertEqual(self.bytes_of("a.csv"), self.bytes_of("whole.csv"))

    def test_memory_is_that_of_a_leg(self):
        """Ten times as many samples need no more memory."""
        model = self.model("a.toml", PENDULUM)
        most = []
        for until in "20000", "200000":
            process = self.start(model, "--method", "taylor", "--until", until, "-o", "a.csv")
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            process.communicate()
            self.assertEqual(process.returncode, 0)
            most.append(usage.ru_maxrss)
        self.assertLess(most[1], 1.25 * most[0])

    def test_the_motion_is_right(self):
        """Of a skate on a slope: x = 2 sin(t/2)², in closed form, after many legs."""
        told = self.run_to_end(["skate", "--until", "60000", "--method", "taylor"], "a.csv")
        self.assertRegex(told, r"\n  expected x +\S+ +\S+ +\S+\n")
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertGreater(len(rows), 20000)
        times = [float(row["t"]) for row in rows]
        self.assertEqual(times[0], 0)
        self.assertEqual(times[-1], 60000)
        self.assertTrue(all(a < b for a, b in zip(times, times[1:])))
        for row in rows[::997]:
            self.assertAlmostEqual(float(row["x"]), 2 * math.sin(float(row["t"]) / 2) ** 2, delta=1e-5)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
