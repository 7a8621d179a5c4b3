#!/usr/bin/env python3
"""Typical mistakes of a user, and the whole of what is said about each.

    mistakes_test.py PROGRAM SOURCE

Every mistake begins with the skate of the gallery, changed or called in a wrong way. Nothing is
printed as a result, nothing is written, and the exit code tells whose fault it was: 2 the command
line, 3 the model, 1 the physics. Full disks and Ctrl-C are in simulate_test.py.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
SKATE = (SOURCE / "models" / "skate.toml").read_text()
BLADE = "x'*sin(phi) - y'*cos(phi) = 0"


def more(verb):
    name = f"rattleback {verb}" if verb else "rattleback"
    return f"'{name} --help' says more.\n"


class Mistakes(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def expect(self, code, message, *words, first_line=False):
        before = sorted(self.folder.iterdir())
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60,
                              check=False, cwd=self.folder)
        said = done.stderr.split("\n")[0] + "\n" if first_line else done.stderr
        self.assertEqual((done.returncode, done.stdout, said), (code, "", message))
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def expect_of_model(self, code, message, text, *words):
        """LINE in the message is where the first line of the message's excerpt stands."""
        (self.folder / "skate.toml").write_text(text)
        excerpt = message.splitlines()[1].strip() if "\n" in message.rstrip("\n") else ""
        place = [i for i, line in enumerate(text.splitlines(), 1)
                 if excerpt and line.strip().startswith(excerpt.rstrip(" …"))]
        self.expect(code, message.replace("LINE", str(place[0]) if place else "?"),
                    *(words or ("check", "skate.toml")))

    def changed(self, old, new):
        self.assertIn(old, SKATE)
        return SKATE.replace(old, new, 1)

    # The model file

    def test_typo_in_a_name(self):
        self.expect_of_model(
            3, "skate.toml:LINE:34: unknown name 'ph'; did you mean 'phi'?\n"
               "  equation = \"x'*sin(phi) - y'*cos(ph) = 0\"\n"
               "                                   ^^\n",
            self.changed("cos(phi) = 0", "cos(ph) = 0"))

    def test_one_prime_too_many(self):
        self.expect_of_model(
            3, "skate.toml:LINE:13: x''''''' has 7 primes; at most 6 are supported\n"
               "  equation = \"x'''''''*sin(phi) - y'*cos(phi) = 0\"\n"
               "              ^^^^^^^^\n",
            self.changed(BLADE, BLADE.replace("x'", "x'''''''")))

    def test_missing_parameter(self):
        self.expect_of_model(
            3, "skate.toml:LINE:43: unknown name 'g'\n"
               "  lagrangian  = \"(x'^2 + y'^2 + phi'^2)/2 + g*x\"\n"
               "                                            ^\n",
            self.changed("g = 1\n", ""))

    def test_misspelt_key(self):
        self.expect_of_model(
            3, "skate.toml:LINE:1: unknown key 'lagrangain' at the top of the file; did you mean "
               "'lagrangian'?\n"
               "  lagrangain  = \"(x'^2 + y'^2 + phi'^2)/2 …\n"
               "  ^^^^^^^^^^\n",
            self.changed("lagrangian", "lagrangain"))

    def test_bracket_not_closed(self):
        self.expect_of_model(
            3, "skate.toml:LINE:16: missing ')' for this '('\n"
               "  lagrangian  = \"((x'^2 + y'^2 + phi'^2)/2 + g*x\"\n"
               "                 ^\n",
            self.changed("\"(x'^2", "\"((x'^2"))

    def test_coordinate_twice(self):
        self.expect_of_model(
            3, "skate.toml:LINE:27: 'x' is named twice\n"
               "  coordinates = [\"x\", \"y\", \"x\"]\n"
               "                            ^\n",
            self.changed("\"phi\"]", "\"x\"]"))

    def test_value_that_is_no_number(self):
        self.expect_of_model(
            3, "skate.toml:LINE:5: 'g' is nan, which is no number; expected a number, or a formula "
               "in quotation marks\n"
               "  g = nan\n"
               "      ^^^\n",
            self.changed("g = 1", "g = nan"))

    def test_inconsistent_initial_velocity(self):
        self.expect_of_model(
            1, "rattleback: The initial velocities violate the constraint 'blade' by -1. The nearest "
               "consistent ones are x' = 1, y' = 0, phi' = 0.5.\n",
            self.changed("\"phi'\" = \"w\"", "\"phi'\" = \"w\"\n\"x'\" = 1\n\"y'\" = 1"),
            "simulate", "skate.toml")

    def test_empty_file(self):
        self.expect_of_model(
            3, "skate.toml: the file is empty; a model begins with its coordinates\n", "")

    def test_not_toml(self):
        self.expect_of_model(
            3, "skate.toml:LINE:8: this is not TOML: encountered end-of-file (in the array)\n"
               "  a = [1,\n"
               "         ^\n",
            "a = [1,")

    def test_folder_instead_of_a_file(self):
        (self.folder / "skate.toml").mkdir()
        self.expect(3, "skate.toml: this is a directory; a model is one file\n",
                    "check", "skate.toml")

    def test_file_that_is_not_there(self):
        self.expect(3, "rattleback: there is no file 'sled.toml'.\n'rattleback models' lists the "
                       "gallery.\n", "check", "sled.toml")

    # The command line

    def test_misspelt_gallery_model(self):
        self.expect(3, "rattleback: there is no file 'skat' and no gallery model of this name; did "
                       "you mean 'skate'?\n'rattleback models' lists the gallery.\n",
                    "check", "skat")

    def test_misspelt_verb(self):
        self.expect(2, "rattleback: there is no command 'simulat'; did you mean 'simulate'?\n" +
                    more(""), "simulat", "skate")

    def test_misspelt_option(self):
        self.expect(2, "rattleback simulate: there is no option '--untl'; did you mean '--until'?\n" +
                    more("simulate"), "simulate", "skate", "--untl", "3")

    def test_misspelt_formulation(self):
        self.expect(2, "rattleback simulate: there is no formulation 'benneti'; did you mean "
                       "'benenti'?\n" + more("simulate"),
                    "simulate", "skate", "--form", "benneti")

    def test_formulation_that_cannot_treat_the_model(self):
        self.expect(1, "rattleback: 'voronec' cannot treat this system: the constraint 'cubic' is "
                       "not linear in the velocities. These can: lagrange_multipliers, maggi, "
                       "benenti, gibbs_appell, gauss, kane, udwadia_kalaba, second_order.\n",
                    "derive", "cubic_constraint", "--form", "voronec")

    def test_unknown_method(self):
        self.expect(2, "rattleback simulate: there is no method 'rk4'; the methods are auto, taylor, "
                       "dopri5, dop853, vern9, gauss4, gauss6, adams, bdf and lagrange_dalembert.\n" +
                    more("simulate"), "simulate", "skate", "--method", "rk4")

    def test_word_instead_of_a_number(self):
        self.expect(2, "rattleback simulate: --until takes a number, not 'ten'.\n" +
                    more("simulate"), "simulate", "skate", "--until", "ten")

    def test_setting_of_nothing(self):
        self.expect(2, "rattleback simulate: --set: the model has nothing called 'q' that can be "
                       "set; parameters and initial values can.\n" + more("simulate"),
                    "simulate", "skate", "--set", "q=1")

    def test_output_folder_missing(self):
        self.expect(2, "rattleback simulate: The file 'runs/skate.csv' cannot be written: there is "
                       "no folder 'runs'.\n" + more("simulate"),
                    "simulate", "skate", "-o", "runs/skate.csv")

    def test_unknown_kind_of_file(self):
        self.expect(2, "rattleback simulate: The name 'run.xls' does not say how the run is to be "
                       "written: it must end in .csv, .json, .npz or .h5.\n" + more("simulate"),
                    "simulate", "skate", "-o", "run.xls")

    def test_several_settings_in_one(self):
        self.expect(2, "rattleback simulate: --set takes one value; give one --set for each: "
                       "--set g=1 --set w=2.\n" + more("simulate"),
                    "simulate", "skate", "--set", "g=1,w=2")

    def test_sweep_of_no_parameter(self):
        self.expect(2, "rattleback linearize: --sweep: the model has no parameter 'speed'; it has "
                       "g, w.\n" + more("linearize"),
                    "linearize", "skate", "--sweep", "speed=0:1:0.1")

    def test_reports_that_are_no_pages(self):
        self.expect(2, "rattleback report: the report is an HTML page: 'skate.pdf' must end in "
                       ".html; 'rattleback plot' draws pictures.\n" + more("report"),
                    "report", "skate", "-o", "skate.pdf")

    def test_wrong_options_of_a_report(self):
        self.expect(2, "rattleback report: --until takes a number, not 'abc'.\n" + more("report"),
                    "report", "skate", "--until", "abc", "--quiet")

    def test_linearizing_where_nothing_is_steady(self):
        self.expect(1, "rattleback: The state is neither an equilibrium nor a steady motion: u1 "
                       "changes at the rate 1. 'rattleback equilibria skate' looks for steady "
                       "motions.\n", "linearize", "skate")

    def test_orders_to_a_terminal(self):
        (self.folder / "red.toml").write_text(SKATE.replace("title", "title = \"\\u001b[31m\" #", 1))
        self.expect(3, "red.toml:1:10: the text has the control character U+001B, which terminals "
                       "and pages obey instead of showing it\n", "check", "red.toml", first_line=True)

    def test_orders_in_the_name_of_a_file(self):
        name = "a\x1b]0;red\x07\n\u202eb.toml"
        (self.folder / name).write_text(SKATE.replace("title", "#", 1))
        (self.folder / os.fsdecode(b"\xff.toml")).write_text(SKATE.replace("title", "#", 1))
        cases = [["derive"], ["derive", "--json"], ["simulate", "--until", "1", "--json"],
                 ["simulate", "--until", "1", "-o", name + ".csv"], ["export", "--as", "c"],
                 ["report", "--until", "1", "--quiet"], ["plot", "--until", "1"]]
        for file in name, os.fsdecode(b"\xff.toml"):
            for verb, *words in cases:
                done = subprocess.run([PROGRAM, verb, file, *words], capture_output=True,
                                      cwd=self.folder, check=False)
                self.assertEqual(done.returncode, 0, (verb, done.stderr))
                text = (done.stdout + done.stderr).decode()  # which is UTF-8
                self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", verb)
        written = [path for path in self.folder.rglob("*") if path.suffix in (".html", ".svg", ".h", ".c")]
        self.assertGreater(len(written), 7)
        for path in written:
            self.assertNotRegex(path.read_text(encoding="utf-8"),
                                "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", path)

    def test_unknown_name_in_a_plot(self):
        self.expect(3, "--y:1:1: unknown name 'vx'; the velocity of x is written x'\n  vx\n  ^^\n",
                    "plot", "skate", "--y", "vx")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
