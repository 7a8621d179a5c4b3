#!/usr/bin/env python3
"""The verbs simulate and compare as a user meets them.

    simulate_test.py PROGRAM SOURCE [unittest arguments]

Data is on stdout, complete or not at all; messages and progress are on stderr; a file is written
whole or not at all. Exit codes: 0 also for a run that ends in a singular state, 1 for one that
failed or a check that does, 2 wrong usage, 3 a wrong model, 130 interrupted.
"""
import csv
import json
import math
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import sys
import time
import unittest

from command_line_test import PROGRAM, Case

KEYS = ["form", "method", "columns", "t", "y", "state_columns", "stop", "checks", "statistics"]


def cycloid(t, w=0.5, g=1.0):
    """Zampieri's closed form of the skate that starts with a spin w."""
    return [g * math.sin(w * t) ** 2 / (2 * w ** 2),
            g * (w * t - math.sin(2 * w * t) / 2) / (2 * w ** 2), w * t]


class Motion(Case):
    def json(self, *words, code=0):
        return json.loads(self.data(*words, "--json", code=code))

    def said(self, *words):
        """A refusal without the line that points to the help page."""
        message = self.refused(2, *words)
        first, last = message.split("\n", 1)
        self.assertEqual(last, f"'rattleback {words[0]} --help' says more.\n")
        return first.removeprefix(f"rattleback {words[0]}: ")


CART = """
coordinates = ["theta"]
lagrangian  = "3*s'^2/2 + (s'^2 + 2*cos(theta)*s'*theta' + theta'^2)/2 + 9.81*cos(theta)"

[inputs]
s      = { formula = "sin(3*t)/5" }
torque = {}

[[force]]
on    = "theta"
value = "torque"

[initial]
theta = 1

[simulate]
until = 2
"""


class Inputs(Motion):
    def end(self, *words):
        return self.json("simulate", self.model("cart.toml", CART), *words)["y"][-1]

    def test_drives_are_in_the_data(self):
        run = self.json("simulate", self.model("cart.toml", CART))
        self.assertEqual(run["drives"]["columns"], ["Q_s", "P_s"])
        self.assertEqual(len(run["drives"]["y"]), len(run["t"]))
        for t, (force, power) in zip(run["t"], run["drives"]["y"]):
            self.assertAlmostEqual(power, force * 0.6 * math.cos(3 * t), 9)
        self.data("simulate", "cart.toml", "-o", "run.csv")
        rows = list(csv.DictReader((self.folder / "run.csv").read_text().splitlines()))
        self.assertEqual([float(row["Q_s"]) for row in rows],
                         [force for force, _ in run["drives"]["y"]])
        self.assertIn("drives\n", self.data("simulate", "cart.toml"))

    def test_formulas_and_files_are_given(self):
        rows = "".join(f"{t / 100},{math.sin(t / 100)}\n" for t in range(201))
        (self.folder / "measured.csv").write_text("t,torque\n" + rows)
        by_formula = self.end("--input", "torque=sin(t)")
        by_file = self.end("--input", "torque=measured.csv")
        self.assertGreater(abs(by_formula[0] - self.end()[0]), 0.1)
        for a, b in zip(by_formula, by_file):
            self.assertAlmostEqual(a, b, 8)
        text = self.data("check", "cart.toml", "--input", "torque=0.1*t")
        self.assertIn("torque = t/10", text)

    def test_what_is_wrong_is_refused(self):
        self.model("cart.toml", CART)
        self.assertEqual(self.said("simulate", "cart.toml", "--input", "torqe=1"),
                         "--input: the model has no input 'torqe'; did you mean 'torque'?")
        self.assertIn("--input takes name=value", self.said("simulate", "cart.toml", "--input", "s"))
        self.assertIn("there is no file 'none.csv'",
                      self.refused(3, "simulate", "cart.toml", "--input", "s=none.csv"))
        (self.folder / "short.csv").write_text("t,s\n0,0\n0.5,1\n1,0\n")
        self.assertIn("the run goes from 0 to 2, and the table of the input 's' from 0 to 1",
                      self.said("simulate", "cart.toml", "--input", "s=short.csv"))

    def test_long_runs_go_on_within_tables(self):
        self.model("cart.toml", CART.replace(
            "torque = {}", "torque = { times = [0, 1, 2], values = [0, 1, 0], beyond = 'periodic', "
                           "interpolation = 'linear' }"))
        words = ["simulate", "cart.toml", "--until", "40"]
        self.data(*words, "-o", "long.csv")
        rows = list(csv.reader((self.folder / "long.csv").read_text().splitlines()))
        run = self.json(*words)
        self.assertEqual(len(rows), len(run["t"]) + 1)
        self.assertEqual([float(x) for x in rows[-1][:3]], [40.0, *run["y"][-1]])


class Simulate(Motion):
    def test_json(self):
        run = self.json("simulate", "skate")
        self.assertEqual(list(run)[:len(KEYS)], KEYS)
        self.assertEqual(run["form"], "benenti")
        self.assertEqual(run["columns"], ["x", "y", "phi", "x'", "y'", "phi'", "u1", "u2"])
        self.assertEqual(run["state_columns"], ["x", "y", "phi", "u1", "u2"])
        self.assertEqual(run["stop"], {"reason": "reached_end", "t": 20,
                                       "message": "The run reached its end, t = 20.", "what": "",
                                       "y": [run["y"][-1][i] for i in (0, 1, 2, 6, 7)]})
        self.assertEqual((run["t"][0], run["t"][-1]), (0, 20))
        self.assertEqual(len(run["t"]), len(run["y"]))
        self.assertEqual(run["statistics"]["steps"] + 1, len(run["t"]))
        for name in ["energy", "constraint blade", "expected x"]:
            self.assertLess(run["checks"][name]["max"], 1e-8)
            self.assertTrue(0 <= run["checks"][name]["at"] <= 20)
        for t, row in zip(run["t"], run["y"]):
            for value, expected in zip(row, cycloid(t)):
                self.assertAlmostEqual(value, expected, delta=1e-8)

    def test_velocities_and_multipliers_are_columns(self):
        run = self.json("simulate", "skate", "--form", "lagrange_multipliers")
        self.assertEqual(run["columns"], ["x", "y", "phi", "x'", "y'", "phi'", "mu1"])
        for t, row in zip(run["t"], run["y"]):
            state = dict(zip(run["columns"], row))
            speed = state["x'"] * math.cos(state["phi"]) + state["y'"] * math.sin(state["phi"])
            # The multiplier of x' sin φ − y' cos φ: the reaction across the blade.
            force = -math.sin(state["phi"]) - 0.5 * speed
            self.assertAlmostEqual(state["mu1"], force, delta=1e-7)
        for row, reaction in zip(run["y"], run["reactions"]["y"]):
            self.assertAlmostEqual(reaction[0], row[6] * math.sin(row[2]), delta=1e-12)
        latent = self.json("simulate", "skate", "--form", "vakonomic", "--until", "1")
        self.assertEqual(latent["columns"], ["x", "y", "phi", "x'", "y'", "phi'", "lambda1"])

    def test_every_form_gives_one_motion(self):
        for form in ["maggi", "gauss", "voronec", "chaplygin", "kane", "udwadia_kalaba",
                     "boltzmann_hamel", "second_order"]:
            run = self.json("simulate", "skate", "--form", form, "--at", "3")
            self.assertEqual(run["form"], form)
            for value, expected in zip(run["y"][0], cycloid(3)):
                self.assertAlmostEqual(value, expected, delta=1e-8)

    def test_every_method(self):
        page = self.data("simulate", "--help")
        methods = [line.split()[0] for line in page.split("Methods:\n")[1].split("\n\n")[0]
                   .splitlines()]
        self.assertIn("dop853", methods)
        for method in methods:
            steps = ["--step", "0.001"] if method == "lagrange_dalembert" else []
            form = ["--form", "lagrange_multipliers"] if steps else []
            run = self.json("simulate", "skate", "--method", method, "--at", "2", *steps, *form)
            if method != "auto":
                self.assertEqual(run["method"], method)
            for value, expected in zip(run["y"][0], cycloid(2)):
                self.assertAlmostEqual(value, expected, delta=1e-6)

    def test_too_many_samples_are_the_fault_of_who_asks_for_them(self):
        text = ('coordinates = ["x"]\nlagrangian = "x\'^2/2"\n[simulate]\nuntil = 1\n'
                "output = 1e-15\n")
        name = self.model("often.toml", text)
        says = "a sample every 1e-15 from 0 to {} makes {}e+15 of them; at most 10000000 are kept"
        self.assertEqual(self.refused(3, "simulate", name),
                         f"often.toml: 'output' in [simulate]: {says.format(1, 1)}\n")
        self.assertTrue(self.refused(2, "simulate", name, "--until", "2")
                        .startswith("rattleback simulate: " + says.format(2, 2)))

    def test_an_end_that_is_not_the_models_is_said(self):
        note = ("The run ends at the last of the times that were asked for, and not at t = 20 as "
                "the model says.")
        for words, is_said in [(["--at", "1,2"], True), (["--at", "1,20"], False),
                               (["--at", "1,2", "--until", "2"], False)]:
            self.assertEqual(note in self.json("simulate", "skate", *words)["notes"], is_said, words)

    def test_times(self):
        for at, times in [("5,10", [5, 10]), ("0:1:0.25", [0, 0.25, 0.5, 0.75, 1]),
                          ("0:0.3:0.1,2*pi", [0, 0.1, 0.2, 0.3, 2 * math.pi]), ("0", [0])]:
            run = self.json("simulate", "skate", "--at", at)
            self.assertEqual(len(run["t"]), len(times))
            for t, expected in zip(run["t"], times):
                self.assertAlmostEqual(t, expected, delta=1e-15)
        self.assertEqual(self.json("simulate", "skate", "--until", "3")["t"][-1], 3)
        run = self.json("simulate", "skate", "--until", "4", "--at", "1,2")
        self.assertEqual((run["t"], run["stop"]["t"]), ([1, 2], 4))
        back = self.json("simulate", "skate", "--until", "-3", "--at", "-1,-3")
        for value, expected in zip(back["y"][1], cycloid(-3)):
            self.assertAlmostEqual(value, expected, delta=1e-8)

    def test_options_of_the_model_file(self):
        text = ('coordinates = ["x"]\nlagrangian = "x\'^2/2 - x^2/2"\n[initial]\nx = 1\n'
                '[simulate]\nuntil = 2\noutput = 0.5\nrtol = 1e-6\natol = 1e-8\n'
                'method = "dopri5"\n')
        name = self.model("spring.toml", text)
        run = self.json("simulate", name)
        self.assertEqual((run["method"], run["t"]), ("dopri5", [0, 0.5, 1, 1.5, 2]))
        for t, row in zip(run["t"], run["y"]):
            self.assertAlmostEqual(row[0], math.cos(t), delta=1e-4)
        fine = self.json("simulate", name, "--rtol", "1e-12", "--atol", "1e-14", "--method",
                         "vern9", "--at", "1")
        self.assertEqual((fine["method"], fine["t"]), ("vern9", [1]))
        self.assertAlmostEqual(fine["y"][0][0], math.cos(1), delta=1e-11)
        self.assertIn("method  dopri5, rtol 1e-06, atol 1e-08\n", self.data("simulate", name))
        name = self.model("wrong.toml", text.replace("dopri5", "dopri"))
        self.assertEqual(self.refused(3, "simulate", name).splitlines()[0],
                         "wrong.toml:10:11: there is no method 'dopri'; did you mean 'dopri5'?")
        name = self.model("short.toml", text.split("[simulate]")[0])
        self.assertEqual(self.said("simulate", name),
                         "--until: it is missing, and the model does not say in [simulate] how long "
                         "it runs.")

    def test_set(self):
        run = self.json("simulate", "skate", "--set", "w=1", "--set", "g = 2", "--at", "3")
        for value, expected in zip(run["y"][0], cycloid(3, w=1, g=2)):
            self.assertAlmostEqual(value, expected, delta=1e-8)
        self.assertIn("expected x", run["checks"])
        # The closed form of the file belongs to its own start.
        run = self.json("simulate", "skate", "--set", "phi'=1", "--set", "x=5", "--at", "3")
        self.assertNotIn("expected x", run["checks"])
        self.assertAlmostEqual(run["y"][0][0], 5 + cycloid(3, w=1)[0], delta=1e-8)
        run = self.json("simulate", "skate", "--form", "vakonomic", "--set", "lambda1=-2", "--at",
                        "0")
        self.assertEqual(run["y"][0][-1], -2)
        run = self.json("simulate", "charged_particles", "--set", "A=2", "--until", "1")
        self.assertEqual(run["stop"]["reason"], "reached_end")

    def test_wrong_settings(self):
        self.assertEqual(self.said("simulate", "skate", "--set", "fi=1"),
                         "--set: the model has nothing called 'fi' that can be set; parameters and "
                         "initial values can.")
        self.assertEqual(self.said("simulate", "skate", "--set", "ph'=1"),
                         "--set: the model has nothing called 'ph'' that can be set; did you mean "
                         "'phi''?")
        for setting in ["g", "=1", "g="]:
            self.assertEqual(self.said("simulate", "skate", "--set", setting),
                             f"--set takes name=value, not '{setting}'.")
        message = self.refused(3, "simulate", "skate", "--set", "g=1+")
        self.assertTrue(message.startswith("g:1:"), message)
        self.assertEqual(self.said("simulate", "charged_particles", "--until", "1"),
                         "--set: the model leaves the function 'A' open; give it a value, as in A=2 "
                         "or with a formula of the coordinates.")

    def test_wrong_usage(self):
        for words, sentence in [
                (["--form", "benentii"], "there is no formulation 'benentii'; did you mean "
                                         "'benenti'?"),
                (["--method", "dop835"], "there is no method 'dop835'; did you mean 'dop853'?"),
                (["--until", "soon"], "--until takes a number, not 'soon'."),
                (["--until", "1/0"], "--until takes a number, not '1/0'."),
                *((["--rtol", number], f"--rtol takes a number above 0 and at most 0.1, not "
                                       f"'{number}'.") for number in ["0", "-1", "nan", "1", "0.2"]),
                *((["--atol", number], f"--atol takes a positive number, not '{number}'.")
                  for number in ["0", "-1", "nan", "inf"]),
                (["--at", "1,,2"], "--at takes a number, not ''."),
                (["--at", "0:1"], "--at takes times such as 1,2,5 or a range from:to:step, not "
                                  "'0:1'."),
                (["--at", "0:1:-0.1"], "--at: the step of '0:1:-0.1' does not lead from 0 to 1."),
                (["--at", "0:1:1e-9"], "a sample every 1e-09 from 0 to 1 makes 1e+09 of them; at "
                                       "most 10000000 are kept."),
                (["--at", "2,1"], "--at: the times must go from 0 to 1 in the order of the run, "
                                  "and 2 does not fit in."),
                (["--at", "1,5", "--until", "3"], "--at: the times must go from 0 to 3 in the "
                                                  "order of the run, and 5 does not fit in."),
                (["--step", "0.1"], "--step: the method 'auto' chooses its steps itself; those that "
                                    "make steps of equal width are dopri5, dop853, vern9, gauss4, "
                                    "gauss6, lagrange_dalembert."),
                (["--method", "lagrange_dalembert"], "--step: it is missing, and the method "
                                                     "'lagrange_dalembert' makes steps of equal "
                                                     "width.")]:
            self.assertEqual(self.said("simulate", "skate", *words), sentence)
        self.assertIn("there is no file 'skat'", self.refused(3, "simulate", "skat"))
        self.assertIn("'voronec' cannot treat this system",
                      self.refused(1, "simulate", "cubic_constraint", "--form", "voronec"))

    def test_fixed_steps(self):
        errors = []
        for step in ["0.1", "0.05"]:
            run = self.json("simulate", "skate", "--method", "gauss4", "--step", step, "--at", "2")
            self.assertAlmostEqual(run["statistics"]["largest_step"], float(step), delta=1e-12)
            errors.append(abs(run["y"][0][1] - cycloid(2)[1]))
            self.assertIsNone(run["checks"]["energy"]["allowed"])
        self.assertAlmostEqual(errors[0] / errors[1], 16, delta=2)  # order 4
        self.assertIn("method  gauss4, steps of 0.1\n", self.data(
            "simulate", "skate", "--method", "gauss4", "--step", "0.1"))

    def test_projection_can_be_switched_off(self):
        words = ["simulate", "skate", "--form", "lagrange_multipliers", "--rtol", "1e-4", "--atol",
                 "1e-6"]
        kept, drifting = self.json(*words), self.json(*words, "--no-projection")
        self.assertLess(kept["checks"]["constraint blade"]["max"], 1e-12)
        self.assertGreater(drifting["checks"]["constraint blade"]["max"], 1e-9)
        self.assertEqual(drifting["statistics"]["projections"], 0)

    def test_summary(self):
        text = self.data("simulate", "skate")
        self.assertTrue(text.startswith("Skate on an inclined plane\n\nform    benenti\nmethod  "))
        for line in ["The run reached its end, t = 20.", "  x    0.59191794", "  phi          10",
                     "  The form is benenti, the default."]:
            self.assertIn(line + "\n", text)
        self.assertRegex(text, r"\n  energy +\d\.\de-\d\d +\S+ +\d\.\de-\d\d\n")

    def test_form_that_is_not_the_default(self):
        text = self.data("simulate", "lanchester")
        self.assertRegex(text, r"  The form is lagrange_multipliers, because benenti cannot treat "
                               r"this system: .*\.\n")

    def test_events(self):
        text = ('coordinates = ["x"]\nlagrangian = "x\'^2/2 - 10*x"\n[initial]\nx = 5\n'
                '[[event]]\nname = "half way"\nwhen = "x = 2.5"\n'
                '[[event]]\nname = "ground"\nwhen = "x = 0"\nstop = true\n')
        name = self.model("fall.toml", text)
        run = self.json("simulate", name, "--until", "3")
        self.assertEqual(run["stop"]["reason"], "event")
        self.assertAlmostEqual(run["stop"]["t"], 1, delta=1e-10)
        self.assertEqual([(e["name"], e["direction"]) for e in run["events"]],
                         [("half way", -1), ("ground", -1)])
        self.assertAlmostEqual(run["events"][0]["t"], math.sqrt(0.5), delta=1e-10)
        self.assertRegex(self.data("simulate", name, "--until", "3"),
                         r"events\n  t = 0.70710678 +half way \(falling\)\n  t = 1 +ground")

    def test_events_of_a_fast_wheel(self):
        text = ('coordinates = ["phi"]\nlagrangian = "phi\'^2/2"\n[initial]\n"phi\'" = 10\n'
                '[[event]]\nname = "half"\nwhen = "sin(phi) = 0"\n'
                '[[event]]\nname = "whole"\nwhen = "cos(phi) = 1"\n')
        run = self.json("simulate", self.model("wheel.toml", text), "--until", "20")
        half = [e for e in run["events"] if e["name"] == "half"]
        self.assertEqual(len(half), 63)
        for i, event in enumerate(half):
            self.assertAlmostEqual(event["t"], (i + 1) * math.pi / 10, delta=1e-10)
        whole = [e for e in run["events"] if e["name"] == "whole"]
        self.assertEqual([(e["manner"], e["direction"]) for e in whole], [("touch", 0)] * 31)
        stops = text.replace('"half"', '"half"\ndirection = "rising"\nstop = true')
        run = self.json("simulate", self.model("wheel.toml", stops), "--until", "20")
        self.assertAlmostEqual(run["stop"]["t"], math.pi / 5, delta=1e-10)

    def test_contacts_that_are_lost_or_slip(self):
        run = self.json("simulate", "littlewood_hoop")
        self.assertEqual((run["stop"]["reason"], run["stop"]["what"]),
                         ("lifts_off", "hoop lifts off"))
        [found] = run["contact_findings"]
        self.assertEqual((found["contact"], found["known"], found["friction"], found["mu"]),
                         ("hoop", True, None, None))
        self.assertAlmostEqual(found["lifts_off"], run["stop"]["t"], delta=1e-10)
        said = self.data("simulate", "littlewood_hoop")
        self.assertIn("The contact 'hoop' is lost at t = ", said)
        self.assertIn("the contact 'hoop' would have to pull", said)
        run = self.json("simulate", "ball_on_incline", "--set", "alpha=1.2")
        self.assertEqual((run["stop"]["reason"], run["stop"]["t"]), ("slips", 0))
        [found] = run["contact_findings"]
        self.assertAlmostEqual(found["friction"], 2 / 7 * math.tan(1.2), delta=1e-9)
        self.assertEqual(found["mu"], 0.3)
        # check tells what the contact needs.
        needed = f"needs a coefficient of friction of up to {2 / 7 * math.tan(0.5):.6g}"
        self.assertIn(needed, " ".join(self.data("check", "ball_on_incline").split()))

    def test_singular_state_is_a_result(self):
        words = ["simulate", "parallel_points_incline", "--until", "50", "--set", "v1=-1", "--set",
                 "v2=-1", "--set", "theta=0"]
        run = self.json(*words)
        self.assertEqual(run["stop"]["reason"], "singular_state")
        self.assertIn("The run came to a singular state at t = ", run["stop"]["message"])
        self.assertIn(run["stop"]["message"], self.data(*words))

    def test_inconsistent_start(self):
        message = self.refused(1, "simulate", "skate", "--set", "x'=1", "--set", "y'=1", "--set",
                               "phi=0")
        self.assertIn("The initial velocities violate the constraint 'blade' by ", message)
        self.assertIn("The nearest consistent ones are ", message)

    def test_failure_keeps_what_was_computed(self):
        name = self.model("escape.toml", 'coordinates = ["x"]\nlagrangian = "x\'^2/2 + x^4/2"\n'
                                         '[initial]\nx = 1\n"x\'" = 1\n')  # x = 1/(1 - t)
        done = self.run_in_folder("simulate", name, "--until", "2", "--json")
        self.assertEqual(done.returncode, 1)
        run = json.loads(done.stdout)
        self.assertIn(run["stop"]["reason"], ["step_too_small", "not_finite", "no_convergence"])
        self.assertAlmostEqual(run["stop"]["t"], 1, delta=1e-3)
        self.assertGreater(len(run["t"]), 10)
        self.assertEqual(done.stderr, f"rattleback simulate: {run['stop']['message']} What was "
                                      "computed until then is kept.\n")

    def test_failing_check(self):
        name = self.model("wrong.toml", 'coordinates = ["x"]\nlagrangian = "x\'^2/2"\n[initial]\n'
                                        '"x\'" = 1\n[expect]\nx = "t + t^2/100"\n')
        done = self.run_in_folder("simulate", name, "--until", "1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"  expected x +1.0e-02 +1 +\S+  FAILS\n")
        self.assertRegex(done.stderr, r"^rattleback simulate: The check 'expected x' fails: "
                                      r"difference from the closed form is as large as 0.01 at "
                                      r"t = 1, and \S+ is allowed\.\n$")


class Files(Motion):
    WORDS = ["simulate", "skate", "--form", "lagrange_multipliers", "--until", "3"]

    def written(self, name):
        text = self.data(*self.WORDS, "-o", name)
        self.assertRegex(text, rf"\nThe run is in '{name}', with \d+ samples\.\n$")
        self.assertEqual(os.listdir(self.folder), [name])
        return self.folder / name

    def test_csv(self):
        run = self.json(*self.WORDS)
        with open(self.written("run.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["t", *run["columns"], *run["reactions"]["columns"]])
        numbers = [[float(field) for field in row] for row in rows[1:]]
        self.assertEqual(numbers, [[t, *y, *r] for t, y, r in
                                   zip(run["t"], run["y"], run["reactions"]["y"])])

    def test_json(self):
        run = self.json(*self.WORDS)
        read = json.loads(self.written("run.json").read_text())
        self.assertEqual(read, run)
        self.assertGreater(self.json(*self.WORDS, "--timing")["seconds"], 0)

    def test_the_same_bytes_each_time(self):
        self.assertEqual(self.data(*self.WORDS, "--json"), self.data(*self.WORDS, "--json"))

    def test_tolerances_that_doubles_do_not_have(self):
        run = self.json("simulate", "skate", "--until", "1", "--rtol", "1e-30")
        self.assertIn("The relative tolerance is 1e-15, and not 1e-30: doubles have no more digits.",
                      run["notes"])

    def test_what_has_no_value_is_said_so(self):
        path = os.path.join(self.folder, "log.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write('coordinates = ["x"]\nlagrangian = "x\'^2/2 + log(x)"\n')
        done = subprocess.run([PROGRAM, "simulate", path, "--until", "1"], capture_output=True,
                              text=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("nan", done.stderr)
        self.assertIn("The check 'energy' cannot be made: E - E0 has no value at t = 0.",
                      done.stderr)

    def test_names_that_begin_like_options(self):
        with open(os.path.join(self.folder, "-x.toml"), "w", encoding="utf-8") as file:
            file.write('coordinates = ["lambda1"]\nlagrangian = "lambda1\'^2/2"\n'
                       '[initial]\n"lambda1\'" = 2\n')
        done = subprocess.run([PROGRAM, "simulate", "--", "-x.toml", "--until", "1", "--json"],
                              capture_output=True, text=True, check=False, timeout=60,
                              cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["y"][-1], [2, 2])

    def test_npz(self):
        run = self.json(*self.WORDS)
        program = ("import numpy, json, sys; f = numpy.load(sys.argv[1]); print(json.dumps("
                   "{k: f[k].tolist() for k in f.files}))")
        done = subprocess.run([self.numpy_python(), "-c", program, self.written("run.npz")],
                              capture_output=True, text=True, check=True)
        read = json.loads(done.stdout)
        for key in ["t", "y", "columns"]:
            self.assertEqual(read[key], run[key])
        self.assertEqual(read["reactions"], run["reactions"]["y"])
        self.assertEqual(read["reaction_names"], run["reactions"]["columns"])
        about = json.loads(read["about"])
        for key in ["form", "method", "stop", "checks", "events", "notes"]:
            self.assertEqual(about[key], run[key])

    def numpy_python(self):
        for program in [sys.executable, "/usr/bin/python3"]:
            if subprocess.run([program, "-c", "import numpy"], capture_output=True,
                              check=False).returncode == 0:
                return program
        self.fail("no Python with NumPy was found")

    def test_hdf5(self):
        # What is in it is read back by the unit tests of src/files.
        content = self.written("run.h5").read_bytes()
        self.assertTrue(content.startswith(b"\x89HDF\r\n\x1a\n"))
        t = self.json(*self.WORDS)["t"]
        self.assertIn(struct.pack(f"<{len(t)}d", *t), content)

    def test_json_beside_a_file(self):
        run = self.json(*self.WORDS, "-o", "run.csv")
        self.assertEqual(len((self.folder / "run.csv").read_text().splitlines()), len(run["t"]) + 1)

    def test_names_that_cannot_be_written(self):
        (self.folder / "folder.csv").mkdir()
        for name, sentence in [
                ("run.txt", "The name 'run.txt' does not say how the run is to be written: it must "
                            "end in .csv, .json, .npz or .h5."),
                ("no/run.csv", "The file 'no/run.csv' cannot be written: there is no folder 'no'."),
                ("folder.csv", "The file 'folder.csv' cannot be written: it is a folder.")]:
            self.assertEqual(self.said(*self.WORDS, "-o", name), sentence)
        self.assertEqual(os.listdir(self.folder), ["folder.csv"])

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_file_without_permission(self):
        (self.folder / "run.csv").write_text("old")
        (self.folder / "run.csv").chmod(0o444)
        self.assertEqual(self.said(*self.WORDS, "-o", "run.csv"),
                         "The file 'run.csv' cannot be written: permission is denied.")
        self.assertEqual((self.folder / "run.csv").read_text(), "old")

    def test_full_disk(self):
        (self.folder / "run.csv").symlink_to("/dev/full")
        done = self.run_in_folder(*self.WORDS, "-o", "run.csv")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "rattleback simulate: The file 'run.csv' cannot be written: no space "
                             "is left on the device.\n"))
        self.assertIn("The run reached its end, t = 3.\n", done.stdout)  # it is not lost
        self.assertNotIn("The run is in", done.stdout)

    def test_full_standard_output(self):
        for words in (self.WORDS, [*self.WORDS, "--json"], ["compare", "skate"], ["models"],
                      ["--version"], ["simulate", "--help"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE,
                                      text=True, check=False, timeout=60)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn("No space left on device", done.stderr)


class Terminal(Motion):
    LONG = ["simulate", "skate", "--until", "1e9"]

    def interrupt(self, process, after=0.3, by=signal.SIGINT):
        """Some time after the verb has begun: from then on SIGINT is caught."""
        status = pathlib.Path(f"/proc/{process.pid}/status")
        for _ in range(600):
            caught = re.search(r"SigCgt:\s*(\w+)", status.read_text())[1]
            if int(caught, 16) >> (signal.SIGINT - 1) & 1:
                time.sleep(after)
                return process.send_signal(by)
            time.sleep(0.1)
        return self.fail("the run does not begin")

    def test_no_progress_without_a_terminal(self):
        process = subprocess.Popen([PROGRAM, *self.LONG], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        self.interrupt(process)
        message = process.communicate(timeout=60)[1]
        self.assertRegex(message, r"^rattleback simulate: The run was interrupted at t = \S+\. "
                                  r"What was computed until then is kept\.\n"
                                  r"rattleback simulate: Interrupted: the motion was not checked\.\n$")

    def test_progress_on_a_terminal(self):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, *self.LONG], stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        seen = b""
        while b" left" not in seen:
            seen += os.read(ours, 1024)
        process.send_signal(signal.SIGINT)
        try:
            while chunk := os.read(ours, 1024):
                seen += chunk
        except OSError:  # the other side is closed
            pass
        self.assertEqual(process.wait(timeout=60), 130)
        text = seen.decode()
        self.assertRegex(text, r"\r\x1b\[K +\d+ % \[[█ ]{20}\] t = \S+ of 1e\+09, about \d+ \w+ left")
        self.assertRegex(text, r"\r\x1b\[Krattleback simulate: The run was interrupted at t = ")

    def test_every_long_verb_keeps_what_it_has(self):
        cases = [
            (["compare", "skate", "--until", "1e4"], "nonholonomic (benenti) against vakonomic",
             "vakonomic (vakonomic): The run was interrupted at t = "),
            (["equilibria", "rattleback", "--tries", "100000"], "Interrupted: ", ""),
            (["linearize", "chaplygin_sleigh", "--at", "x'=1, phi'=0", "--sweep",
              "a=-1:1:0.000002"], "sweep of a", "Interrupted: "),
            (["check", "rattleback"], "physics", "rattleback check: Interrupted: "),
        ]
        for words, shown, said in cases:
            with self.subTest(words[0]):
                for after in (0.3, 2, 8):  # a busy machine may still be reading the model
                    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE,
                                               stderr=subprocess.PIPE, text=True,
                                               cwd=self.folder)
                    self.interrupt(process, after)
                    stdout, stderr = process.communicate(timeout=60)
                    self.assertEqual(process.returncode, 130, stderr)
                    if "before" not in stderr and shown in stdout:
                        break
                self.assertIn(shown, stdout)
                self.assertIn(said, stderr)

    def test_batch_systems_end_runs_like_ctrl_c(self):
        for by in (signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen([PROGRAM, *self.LONG, "-o", "run.csv"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                       text=True, cwd=self.folder)
            self.interrupt(process, by=by)
            message = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, 128 + by)
            self.assertIn("What was computed until then is kept.", message)
            unfinished = self.folder / "run.csv.unfinished"  # that it can be resumed from
            unfinished.unlink(missing_ok=True)
            self.assertEqual(os.listdir(self.folder), ["run.csv"])

    def test_what_is_ignored_stays_ignored(self):
        process = subprocess.Popen(["nohup", PROGRAM, *self.LONG], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.interrupt(process, by=signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 143)

    def test_messages_that_cannot_be_written(self):
        for end in ("2>&-", "2>/dev/full"):
            for words, code in (("simulate skate --until 1", 0), ("simulate nothing", 3),
                                ("simulate skate --until x", 2)):
                done = subprocess.run(["bash", "-c", f"{PROGRAM} {words} {end}"], timeout=60,
                                      check=False, capture_output=True)
                self.assertEqual(done.returncode, code, (words, end))

    def test_interruption_keeps_what_was_computed(self):
        process = subprocess.Popen([PROGRAM, *self.LONG, "-o", "run.npz", "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=self.folder)
        self.interrupt(process)
        stdout, stderr = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        run = json.loads(stdout)
        self.assertEqual(run["stop"]["reason"], "interrupted")
        self.assertEqual(run["t"][-1], run["stop"]["t"])
        self.assertGreater(len(run["t"]), 100)
        for value, expected in zip(run["y"][-1], cycloid(run["t"][-1])):
            self.assertAlmostEqual(value, expected, delta=1e-3)
        self.assertIn("What was computed until then is kept.", stderr)
        self.assertEqual(os.listdir(self.folder), ["run.npz"])


# The skate as a free body.
MODEL_WITHOUT_BLADE = """
coordinates = ["x", "y", "phi"]
lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + x"
[initial]
"phi'" = 0.5
"""


class Compare(Motion):
    def test_other_values_and_starts(self):
        found = self.json("compare", "skate", "--until", "1", "--set", "w=1", "--against", "w=2")
        self.assertEqual([found[side]["name"] for side in ("first", "second")],
                         ["skate with w=1", "skate with w=2"])
        # phi = w*t, whatever else happens.
        self.assertAlmostEqual(found["difference"][-1][2], 1, delta=1e-10)
        text = self.data("compare", "skate", "--until", "1", "--against", "x=1")
        self.assertIn("\n  from x = 0, ", text)
        self.assertIn("\n  and from x = 1, ", text)

    def test_another_model(self):
        with open(os.path.join(self.folder, "light.toml"), "w", encoding="utf-8") as file:
            file.write(MODEL_WITHOUT_BLADE)
        found = self.json("compare", "skate", "--until", "1", "--against", "light.toml")
        self.assertEqual(found["second"]["name"], "light")
        self.assertFalse(found["agree"])

    def test_methods_tolerances_and_steps(self):
        found = self.json("compare", "skate", "--until", "1", "--methods", "gauss4,dop853", "--rtols",
                          "1e-4,1e-10")
        self.assertEqual([found[side]["method"] for side in ("first", "second")], ["gauss4", "dop853"])
        self.assertTrue(found["agree"])
        self.assertGreater(found["error"], 1e-8)
        steps = [self.json("compare", "skate", "--until", "1", "--methods", "gauss4,gauss4", "--set",
                           "w=1", "--steps", f"{h},1e-3")["distance"][-1] for h in (0.1, 0.05)]
        self.assertAlmostEqual(steps[0] / steps[1], 16, delta=1)  # of fourth order
        both = self.json("compare", "skate", "--until", "1", "--against", "w=2", "--forms",
                         "kane,maggi")
        self.assertEqual([both[side]["form"] for side in ("first", "second")], ["kane", "maggi"])
        self.assertFalse(both["agree"])
        self.assertIn("--methods: 'taylor' is compared with itself",
                      self.said("compare", "skate", "--methods", "taylor,taylor"))

    def test_what_cannot_be_compared(self):
        for words, sentence in [
                (["--against", "rolling_disc"], "motions are compared coordinate by coordinate: "),
                (["--against", "ww=2"], "--against: the model has nothing called 'ww'"),
                (["--against", "skate", "--against", "rolling_disc"], "--against names two models")]:
            self.assertIn(sentence, self.said("compare", "skate", *words))

    def test_principles(self):
        found = self.json("compare", "skate", "--until", "10", "--set", "w=1")
        self.assertEqual([found[side]["principle"] for side in ("first", "second")],
                         ["nonholonomic", "vakonomic"])
        self.assertEqual(found["coordinates"], ["x", "y", "phi"])
        self.assertEqual((found["t"][0], found["t"][-1]), (0, 10))
        # The metric is that of x'^2 + y'^2 + phi'^2.
        for distance, difference in zip(found["distance"], found["difference"]):
            self.assertAlmostEqual(distance, math.hypot(*difference), delta=1e-12)
        # x of the vakonomic skate at t = 1, from tests/data/zvak_spin_l0.json.
        first = found["difference"][1][0] + cycloid(1, w=1)[0]
        self.assertAlmostEqual(first, 0.2950119555, delta=1e-9)
        self.assertFalse(found["agree"])
        # d = t^4/12 at first: the unit tests of src/dynamics say why.
        self.assertEqual(found["growth"]["law"], "power")
        self.assertAlmostEqual(found["growth"]["exponent"], 4, delta=0.15)
        exceeds = {entry["part"]: entry["t"] for entry in found["exceeds"]}
        way = found["exceeds"][0]["distance"] / 1e-9
        self.assertAlmostEqual(way, math.hypot(10, 5 - math.sin(20) / 4, cycloid(10, w=1)[0]),
                               delta=1e-2)
        self.assertAlmostEqual(exceeds[1e-9], (12e-9 * way) ** 0.25, delta=1e-4)
        self.assertLess(exceeds[1e-9], exceeds[1e-6])

    def test_latent_variable(self):
        at_rest = self.json("compare", "skate", "--principles", "nonholonomic,vakonomic")
        pushed = self.json("compare", "skate", "--set", "lambda1=1")
        self.assertAlmostEqual(pushed["growth"]["exponent"], 2, delta=0.1)
        self.assertNotEqual(at_rest["distance"], pushed["distance"])
        self.assertIn("\n  with lambda1 = 1\n", self.data("compare", "skate", "--set", "lambda1=1"))
        self.assertEqual(self.json("compare", "skate_vakonomic")["second"]["principle"],
                         "vakonomic")

    def test_forms_agree(self):
        found = self.json("compare", "skate", "--forms", "kane,udwadia_kalaba")
        self.assertTrue(found["agree"])
        self.assertLess(found["largest"]["distance"], found["error"])
        self.assertLess(found["error"], 1e-8)
        self.assertEqual([entry["t"] for entry in found["exceeds"]], [None] * 4)
        self.assertIn("They agree: the distance of the configurations, at most ",
                      self.data("compare", "skate", "--forms", "kane,udwadia_kalaba"))
        mixed = self.json("compare", "skate", "--forms", "vakonomic,kane")
        self.assertFalse(mixed["agree"])

    def test_default_without_vakonomic_motion(self):
        found = self.json("compare", "wheel_on_slope")
        self.assertEqual([found[side]["form"] for side in ("first", "second")],
                         ["benenti", "lagrange_multipliers"])
        self.assertTrue(found["agree"])

    def test_summary(self):
        text = self.data("compare", "skate", "--until", "5")
        for part in ["nonholonomic (benenti) against vakonomic (vakonomic)\n",
                     "  from x = 0, y = 0, phi = 0, x' = 0, y' = 0, phi' = 0.5\n",
                     "The first motion comes ", "; the distance exceeds 1e-09 of that at t = 0.0",
                     "it grows about like ", "It is largest, "]:
            self.assertIn(part, text)

    def test_wrong_usage(self):
        for words, sentence in [
                (["--forms", "kane"], "--forms takes two names with a comma, not 'kane'."),
                (["--forms", "kane,maggi,gauss"], "--forms takes two names with a comma, not "
                                                  "'kane,maggi,gauss'."),
                (["--forms", "kane,kane"], "--forms: 'kane' is compared with itself."),
                (["--forms", "kane,magi"], "there is no formulation 'magi'; did you mean 'maggi'?"),
                (["--principles", "nonholonomic,vakonom"],
                 "--principles takes nonholonomic or vakonomic, not 'vakonom'; did you mean "
                 "'vakonomic'?"),
                (["--forms", "kane,maggi", "--principles", "nonholonomic,vakonomic"],
                 "--forms and --principles are two ways of saying the same: a form has its "
                 "principle."),
                (["--until", "x"], "--until takes a number, not 'x'.")]:
            self.assertEqual(self.said("compare", "skate", *words), sentence)
        self.assertIn("'vakonomic' cannot treat this system",
                      self.refused(1, "compare", "lanchester", "--forms", "gauss,vakonomic"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
