#!/usr/bin/env python3
"""The limits of docs/limits.md, each met from outside: what is below is treated, what is beyond is
refused in a sentence, soon.

    limits_test.py PROGRAM SOURCE [unittest arguments]
"""
import resource
import subprocess
import sys
import unittest

from command_line_test import PROGRAM, SOURCE, Case

SOON = 20  # seconds of the processor
PAGE = (SOURCE / "docs" / "limits.md").read_text()


def coordinates(count):
    return "coordinates = [" + ", ".join(f'"x{i}"' for i in range(count)) + "]\n"


def free(count):
    return coordinates(count) + 'lagrangian = "' + " + ".join(f"x{i}'^2" for i in range(count)) + '"\n'


def many(head, item, count):
    return head + "".join(item.format(i) for i in range(count))


ONE = 'coordinates = ["x"]\nlagrangian = "x\'^2/2"\n'
THREE = 'coordinates = ["x", "y", "z"]\n'
FRAME = '[[frame]]\nname = "f{0}"\norigin = ["x", "0", "0"]\n'
# What there may be so many of, and a model with n of them.
COUNTS = {
    "coordinates": (200, free),
    "constraints": (200, lambda n: many(ONE, "[[constraint]]\nequation = \"x' = 1\"\n", n)),
    "frames": (250, lambda n: many('coordinates = ["x"]\n', FRAME, n) + '[[body]]\nframe = "f0"\n'
                                                                       'mass = "1"\n'),
    "particles": (1000, lambda n: many('coordinates = ["x"]\n', '[[particle]]\nname = "p{0}"\n'
                                       'mass = "1"\nposition = ["x"]\n', n)),
    "forces": (1000, lambda n: many(ONE, '[[force]]\nvalue = {{ x = "-x" }}\n', n)),
    "parameters": (1000, lambda n: ONE + "[parameters]\n" + many("", "p{0} = 1\n", n)),
    "definitions": (1000, lambda n: ONE + "[define]\n" + many("", 'd{0} = "x"\n', n)),
    "symmetries": (1000, lambda n: many(ONE, '[[symmetry]]\nname = "s{0}"\ngenerator = {{ x = "1" }}\n',
                                        n)),
    "events": (1000, lambda n: many(ONE, '[[event]]\nname = "e{0}"\nwhen = "x = {0}"\n', n)),
}


def coupled(count):
    terms = [f"x{i}'^2" for i in range(count)]
    terms += [f"x{i}'*x{j}'*cos(x{i} - x{j})/{count}" for i in range(count) for j in range(i)]
    return f'{coordinates(count)}lagrangian = "{" + ".join(terms)}"\n'


class Limits(Case):
    def seconds(self, *words, code=None):
        """Runs the program; gives what it said on stderr, and the seconds of the processor."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True,
                              check=False, timeout=600)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stderr[:500])
        return done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def test_counts_of_a_model(self):
        for what, (most, model) in COUNTS.items():
            name = self.model("beyond.toml", model(most + 1))
            verbs = ["check", "derive", "simulate"] if what in ["coordinates", "frames"] else ["derive"]
            for verb in verbs:
                until = ["--until", "1"] if verb == "simulate" else []
                said = self.refused(3, verb, name, *until)
                self.assertIn(f": the model has {most + 1} {what}; at most {most} are supported\n",
                              said)
            self.assertIn(f"| {what} | {most} |", PAGE)

    def test_what_is_within_is_read(self):
        # The message is that of what comes after the counts.
        for what, (most, model) in COUNTS.items():
            name = self.model("within.toml", model(most).replace("[[body]]", "[[bodi]]"))
            said = self.refused(3, "derive", name) if what == "frames" else \
                self.refused(3, "derive", self.model("within.toml", model(most) + "[nothing]\n"))
            self.assertNotIn("at most", said)

    def test_parts_of_formulas(self):
        name = self.model("coupled.toml", coupled(100))
        for verb in ["check", "derive", "simulate"]:
            until = ["--until", "1"] if verb == "simulate" else []
            said, seconds = self.seconds(verb, name, *until, code=3)
            self.assertRegex(said, r"^coupled\.toml: the formulas of the model have \d+ parts; with 100 "
                                   r"coordinates at most 5000 are supported\n$")
            self.assertLess(seconds, SOON)
        terms = [f"sin({k}*x + {k})*cos(x^2 + {k})*exp(x/{k + 2})" for k in range(30_000)]
        definitions = [f'd{i} = "{" + ".join(terms[30 * i:30 * i + 30])}"\n' for i in range(1000)]
        text = ('coordinates = ["x"]\n' + "lagrangian = \"x'^2/2 + "
                + " + ".join(f"d{i}" for i in range(1000)) + '"\n[define]\n' + "".join(definitions))
        said, seconds = self.seconds("derive", self.model("long.toml", text), code=3)
        self.assertRegex(said, r"^long\.toml: the formulas of the model have \d+ parts; at most 200000 "
                               r"are supported\n$")
        self.assertLess(seconds, SOON)
        self.assertIn("| parts of all formulas together | 200000 |", PAGE)

    def test_lengths_of_formulas(self):
        for formula, says in [("x" + " " * 2**20, "the formula has 1048577 bytes; at most 1048576 are "
                                                  "supported"),
                              ("(" * 1001 + "x" + ")" * 1001, "the brackets are nested more than 1000 "
                                                              "levels deep"),
                              ("x^2000000", "at most 1000000"),
                              ("1e6000", "at most 5000 is supported")]:
            done = self.run_in_folder("simplify", formula[:100_000]) if len(formula) < 100_000 else \
                self.run_in_folder("derive", self.model("m.toml", f'coordinates = ["x"]\nlagrangian = '
                                                                  f'"{formula}"\n'))
            self.assertEqual(done.returncode, 3)
            self.assertIn(says, done.stderr)

    def test_memory(self):
        self.assertIn("`--memory`", PAGE)
        for size in ["1", "500", "MB", "-1GB", "1e9", "20MB", "nan GB", "1 parsec"]:
            said = self.run_in_folder("check", "skate", "--memory", size)
            self.assertEqual((said.returncode, said.stderr.split("\n")[0]),
                             (2, "rattleback check: --memory takes a size such as 500MB or 2GB, "
                                 f"from 50 MB on, not '{size}'."))
        within = self.data("check", "skate", "--memory", "1.5 GiB")
        self.assertEqual(within, self.data("check", "skate"))
        # Numbers that are kept for every step.
        said, _ = self.seconds("simulate", "skate", "--until", "1e9", "--memory", "200MB", "-o", "a.npz",
                               code=1)
        self.assertRegex(said, r"(The memory was used up at t = |more memory than is allowed|"
                               r"is used up; --memory allows more)")
        self.assertNotIn("bad_alloc", said)

    def test_no_library_ends_the_program_without_memory(self):
        plain = self.data("check", "chaplygin_sleigh", "--json")
        ends = 0
        for megabytes in range(50, 100, 5):
            done = self.run_in_folder("check", "chaplygin_sleigh", "--json", "--memory", f"{megabytes}MB")
            self.assertIn(done.returncode, (0, 1), f"{megabytes} MB: {done.stderr}")
            self.assertNotIn("bad_alloc", done.stdout + done.stderr)
            if done.returncode == 1 and not done.stdout:
                ends += 1
                self.assertRegex(done.stderr, "^rattleback: .* is used up")
            elif done.returncode == 0:
                self.assertEqual(done.stdout, plain)
        # A limit from outside: libraries are counted with their whole size.
        for megabytes in range(60, 180, 15):
            done = subprocess.run(["bash", "-c", f"ulimit -v {1000 * megabytes}; exec \"$0\" \"$@\"",
                                   PROGRAM, "check", "bicycle"], capture_output=True, text=True,
                                  check=False, cwd=self.folder)
            if done.returncode == 127:  # its libraries do not fit in
                continue
            self.assertIn(done.returncode, (0, 1), f"{megabytes} MB: {done.stderr}")
            self.assertNotIn("bad_alloc", done.stdout + done.stderr)
            self.assertNotIn("temporarily", done.stderr)
            ends += done.returncode
        self.assertGreater(ends, 0)

    def test_pictures_without_memory(self):
        ends = 0
        for kind in "pdf", "png":
            for megabytes in 60, 75, 90, 120:
                done = self.run_in_folder("plot", "skate", "--until", "1", "-o", f"a.{kind}",
                                          "--memory", f"{megabytes}MB")
                self.assertIn(done.returncode, (0, 1), f"{kind}, {megabytes} MB: {done.stderr}")
                self.assertNotIn("GLib", done.stderr)
                ends += done.returncode
        self.assertGreater(ends, 0)

    def test_samples(self):
        said = self.refused(2, "simulate", "skate", "--at", "0:1:1e-9")
        self.assertIn("at most 10000000 are kept", said)
        self.assertIn("| samples of a run | 10000000 |", PAGE)

    def test_three_thousand_sines(self):
        terms = " + ".join(f"sin({k}*x)/{k}" for k in range(1, 3001))
        name = self.model("sines.toml", f"coordinates = [\"x\"]\nlagrangian = \"x'^2/2 + {terms}\"\n"
                                        "[initial]\nx = 1\n[simulate]\nuntil = 1\n")
        for verb in ["derive", "simulate"]:
            said, seconds = self.seconds(verb, name, code=0)
            self.assertLess(seconds, SOON)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
