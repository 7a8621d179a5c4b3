#!/usr/bin/env python3
"""The verb export as a user meets it: files that run, and nothing lost where they cannot be written.

    export_test.py PROGRAM SOURCE [unittest arguments]

The examples are run, and where they end is compared with what simulate says. Julia and MATLAB are run
only where julia and octave are installed; everywhere the structure of their files is looked at.
"""
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from command_line_test import SOURCE, Case

MARK = "Written by Rattleback"
FILES = {
    "c": ["skate.h", "skate.c", "example.c"],
    "cpp": ["skate.hpp", "example.cpp"],
    "python": ["skate.py", "example.py"],
    "julia": ["skate.jl", "example.jl"],
    "matlab": ["skate_parameters.m", "skate_initial_state.m", "skate_rates.m", "skate_jacobian.m",
               "skate_invariants.m", "skate_example.m"],
}


def python_with_numpy():
    """The first that has it, or nothing."""
    for command in ["python3", "/usr/bin/python3"]:
        if shutil.which(command) and subprocess.run(
                [command, "-c", "import numpy"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return command
    return None


class Export(Case):
    def export(self, model, language, *words):
        """Writes the files; gives the folder and the command that runs the example."""
        text = self.data("export", model, "--as", language, "-o", "out", *words)
        names, _, command = text.rstrip("\n").partition("\n\nTo run the example:\n    ")
        for name in names.split("\n\n")[0].split("\n"):  # then why it is another form, if it is
            self.assertTrue((self.folder / name).is_file(), name)
        return self.folder / "out", command

    def test_tolerances_have_the_units_of_the_model(self):
        def sizes(length, time):
            model = self.model("m.toml", f"""coordinates = ["x", "y"]
lagrangian = "x'^2/2 + y'^2/2 - g*y"
parameters = {{ g = {length / time**2!r} }}
initial = {{ x = {length!r}, "x'" = {length / time!r} }}
simulate = {{ until = {time!r} }}
""")
            folder, _ = self.export(model, "matlab")
            text = (folder / "m_example.m").read_text()
            shutil.rmtree(folder)
            self.assertIn("'AbsTol', 1e-11 * sizes", text)
            return [float(x) for x in re.findall(r"sizes\(\d\) = ([^;]+);", text)]

        plain = sizes(1.0, 1.0)
        self.assertEqual(len(plain), 4)
        for length, time in [(1e20, 1.0), (1.0, 1e20), (1e-20, 1e10)]:
            units = [length, length, length / time, length / time]
            for x, y, unit in zip(plain, sizes(length, time), units):
                self.assertAlmostEqual(y / unit / x, 1, 6)

    def table(self, command):
        """What an example prints: the names of the columns, and rows of numbers."""
        done = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True,
                              timeout=300, check=False)
        self.assertEqual(done.returncode, 0, f"{command}: {done.stderr}")
        if "octave" not in command:  # which complains of a screen that is not there
            self.assertEqual(done.stderr, "", command)
        first, *rows = done.stdout.rstrip("\n").split("\n")
        return first.split(), [[float(x) for x in row.split()] for row in rows]

    def expect_motion(self, model, command, *words, accuracy=1e-5):
        names, rows = self.table(command)
        self.assertEqual(len(rows), 11)
        run = json.loads(self.data("simulate", model, "--until", repr(rows[-1][0]), "--json", *words))
        states = len([name for name in names if not name.startswith("drift_")]) - 1
        self.assertGreater(states, 1)
        # simulate has velocities and multipliers beside the state
        end = dict(zip(run["columns"], run["y"][-1]))
        for name, found in zip(names[1:1 + states], rows[-1][1:1 + states]):
            expected = end[name]
            self.assertTrue(math.isclose(found, expected, rel_tol=accuracy, abs_tol=accuracy),
                            f"{model}: {found} is not {expected}")
        for row in rows:
            for name, drift in zip(names[1 + states:], row[1 + states:]):
                self.assertLess(abs(drift), 1e-3, f"{model}: {name}")

    def files(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))


def quickly_compiled(command):
    """Optimizing the bicycle takes most of a minute."""
    assert " -O2 " in command
    return command.replace(" -O2 ", " -O0 ")


class Examples(Export):
    def test_c(self):
        for model in ["skate", "chaplygin_sleigh", "bicycle", "rattleback"]:
            self.expect_motion(model, quickly_compiled(self.export(model, "c")[1]))

    def test_c_with_multipliers(self):
        form = ["--form", "lagrange_multipliers"]
        self.expect_motion("skate", self.export("skate", "c", *form)[1], *form)

    def test_cpp(self):
        for model in ["skate", "skate_vakonomic", "bicycle"]:
            self.expect_motion(model, quickly_compiled(self.export(model, "cpp")[1]))

    @unittest.skipUnless(python_with_numpy(), "there is no NumPy")
    def test_python(self):
        for model in ["skate", "snake3"]:
            command = self.export(model, "python")[1].replace("python3", python_with_numpy())
            self.expect_motion(model, command)

    @unittest.skipUnless(shutil.which("octave"), "octave is not installed")
    def test_matlab(self):
        for model in ["skate", "bicycle"]:
            self.expect_motion(model, self.export(model, "matlab")[1])

    @unittest.skipUnless(shutil.which("julia"), "julia is not installed")
    def test_julia(self):
        for model in ["skate", "bicycle"]:
            self.expect_motion(model, self.export(model, "julia")[1])

    # The rates of x with s, s', s'' and a force f given from outside: x'' = f - k x - s''.
    OPEN = """
coordinates = ["x"]
lagrangian  = "(x' + s')^2/2 - k*x^2/2"
parameters  = { k = 2 }

[inputs]
s = {}
f = {}
g = { formula = "t^2" }

[[force]]
on    = "x"
value = "f + g"

[initial]
x = 1
"""

    @unittest.skipUnless(python_with_numpy(), "there is no NumPy")
    def test_python_takes_open_inputs(self):
        folder, _ = self.export(self.model("spring.toml", self.OPEN), "python")
        (folder / "use.py").write_text("""
import numpy as np
import spring

p = spring.Parameters()
p.f, p.s_ddot = 5.0, 0.25
print(*spring.rates(3.0, np.array([1.0, 7.0]), p))
""")
        done = subprocess.run([python_with_numpy(), "use.py"], cwd=folder, capture_output=True,
                              text=True, check=True)
        self.assertEqual([float(x) for x in done.stdout.split()], [7.0, 5 + 9 - 2 - 0.25])

    def test_a_controller_in_cpp_sets_open_inputs(self):
        folder, _ = self.export(self.model("spring.toml", self.OPEN), "cpp")
        (folder / "hold.cpp").write_text("""
#include <cstdio>
#include "spring.hpp"
int main() {  // a controller that brakes, at every step of the middle rule
    spring::Parameters p;
    auto state = spring::initial_state();
    for (int i = 0; i < 40000; ++i) {
        const double h = 1e-3, t = i * h;
        p.f = -t * t - 3 * state[1];
        const auto a = spring::rates(t, state, p);
        auto middle = state;
        for (int k = 0; k < 2; ++k) middle[k] += h / 2 * a[k];
        const auto b = spring::rates(t, middle, p);
        for (int k = 0; k < 2; ++k) state[k] += h * b[k];
    }
    std::printf("%.17g %.17g", state[0], state[1]);
}
""")
        command = "c++ -std=c++17 hold.cpp -o hold && ./hold"
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True,
                              check=True)
        for x in done.stdout.split():
            self.assertLess(abs(float(x)), 1e-6)

    def test_every_language_has_fields_for_open_inputs(self):
        for language, field in [("c", "double s_ddot;"), ("julia", "s_ddot"), ("matlab", "s_ddot")]:
            folder, _ = self.export(self.model("spring.toml", self.OPEN), language)
            text = "".join(path.read_text() for path in folder.iterdir())
            self.assertIn(field, text)
            self.assertNotIn("g_dot", text)
            shutil.rmtree(folder)

    def test_names_like_those_of_intermediate_results(self):
        name = self.model("names.toml", """
coordinates = ["s1", "s_1"]
lagrangian  = "(s1'^2 + s_1'^2)/2 - cos(s1*s_1 + 1)^2 - exp(cos(s1*s_1 + 1))/9"
[initial]
s1 = 1
"s_1'" = "1/2"
[simulate]
until = 2
""")
        _, command = self.export(name, "c")
        self.expect_motion(name, command)

    def test_settings(self):
        words = ["--set", "g=2", "--set", "phi'=1"]
        folder, command = self.export("skate", "c", *words)
        self.expect_motion("skate", command, *words)
        self.assertIn('rattleback export skate --as c --set g=2 --set "phi\'=1" -o out',
                      (folder / "skate.h").read_text())

    def test_default_folder_and_model_file(self):
        shutil.copy(pathlib.Path(sys.argv[2]) / "models" / "skate.toml", self.folder / "2 skates.toml")
        text = self.data("export", "2 skates.toml", "--as", "c")
        self.assertIn("\n    cd \"2 skates\" && cc ", text)
        self.assertIn("2 skates/model_2_skates.c", self.files())
        self.expect_motion("skate", text.rstrip("\n").split("\n")[-1])

    def test_file_like_an_option(self):
        shutil.copy(SOURCE / "models" / "skate.toml", self.folder / "-x.toml")
        self.data("export", "--as", "c", "-o", "one", "--", "-x.toml")
        text = (self.folder / "one" / "model__x.h").read_text()
        command = re.search(r"rattleback (export .*)", text)[1].split()
        self.assertEqual(command, ["export", "./-x.toml", "--as", "c", "-o", "one"])
        self.data(*command[:-1], "two")
        self.assertEqual(text.replace("-o one", "-o two"),
                         (self.folder / "two" / "model__x.h").read_text())


# The pivot 2 + cos(z) never vanishes, those of the others do.
NEVER = """
coordinates = ["x", "y", "z"]
lagrangian  = "(x'^2 + y'^2 + z'^2)/2 - x^2/2 - y^2"
[[constraint]]
equation = "(2 + cos(z))*z' + x*x' + y*y' = 0"
[initial]
x = 1
"y'" = 1
"""
SPHERE = """
coordinates = ["x", "y", "z"]
lagrangian  = "(x'^2 + y'^2 + z'^2)/2 - x^2/2 - y^2"
[[constraint]]
equation = "x^2 + y^2 + z^2 = 1"
[initial]
z = 1
"x'" = 1
"""
PARALLEL = """
coordinates = ["x", "y", "X", "Y"]
lagrangian  = "(x'^2 + y'^2)/2 + X'^2 + Y'^2 - ((X - x)^2 + (Y - y)^2)/2"
[[constraint]]
equation = "x'*Y' - X'*y' = 0"
[initial]
X = 3
"y'" = 1
"Y'" = -2
"""
# Accelerations M a = f + A' mu, A a + b = 0 at a state (q, v), written down by hand.
AT_STATE = """
import json, sys
import numpy as np
import charted as model
name, z, v = json.loads(sys.argv[1])
z, v = np.array(z, float), np.array(v, float)
if name == "parallel":
    mass, force = np.diag([1, 1, 2, 2]), np.array([z[2] - z[0], z[3] - z[1], z[0] - z[2], z[1] - z[3]])
    a, b = np.array([v[3], -v[2], -v[1], v[0]]), 0
else:
    mass, force = np.eye(3), np.array([-z[0], -2*z[1], 0])
    a, b = np.array([z[0], z[1], z[2] if name == "sphere" else 2 + np.cos(z[2])]), v[0]**2 + v[1]**2
    b += v[2]**2 if name == "sphere" else -np.sin(z[2])*v[2]**2
n = len(z)
whole = np.block([[mass, -a[:, None]], [a[None, :], np.zeros((1, 1))]])
expected = np.linalg.solve(whole, np.append(force, -b))[:n]
state = model.initial_state()
state[:n] = z
if len(state) == 2*n:
    state[n:] = v
else:  # z' follows from x' and y'
    state[n:] = v[:2]
rates = model.rates(0.0, state, model.Parameters())
found = rates[n:] if len(state) == 2*n else None
assert np.allclose(rates[:n], v, atol=1e-12), (rates, v)
if found is None:
    found, expected = rates[n:], expected[:2]
assert np.allclose(found, expected, rtol=1e-9, atol=1e-9), (found, expected)
assert np.all(np.isfinite(model.jacobian(0.0, state, model.Parameters())))
"""


class Charts(Export):
    """Programs have a value at every regular state, also where the variables of a form would end."""

    def expect_right(self, name, text, states, said):
        self.model("charted.toml", text)
        output = self.data("export", "charted.toml", "--as", "python", "-o", "out")
        sentence = "The form is lagrange_multipliers, in all velocities, because benenti divides by"
        self.assertEqual(said, sentence in output, output)
        heading = (self.folder / "out" / "charted.py").read_text().replace("\n# ", " ")
        self.assertEqual(said, sentence in heading)
        for q, v in states:
            done = subprocess.run([python_with_numpy(), "-c", AT_STATE, json.dumps([name, q, v])],
                                  cwd=self.folder / "out", capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, f"{name} {q} {v}: {done.stderr}")

    @unittest.skipUnless(python_with_numpy(), "there is no NumPy")
    def test_states_where_a_chart_would_end(self):
        self.expect_right("never", NEVER, [([0, 0, 0.3], [1, 2, 0]), ([0, 1, 0], [0.5, 3, -1])], False)
        self.expect_right("sphere", SPHERE, [([1, 0, 0], [0, 2, 1]), ([0, 1, 0], [1, 0, -1]),
                                             ([0, 0, -1], [1, 2, 0])], True)
        self.expect_right("parallel", PARALLEL, [([0, 0, 3, 1], [1, 0, -2, 0]),
                                                 ([0, 0, 3, 1], [0, 1, 0, -2]),
                                                 ([0, 1, 3, 0], [0, 0, 1, 2])], True)


# What a name must not do in a program: take the next line with it, end a comment, be filled in.
HOSTILE = ["a\\", "a??/", "a\\  ", "*/ #error ended", "\"); system(\"", "%{", "#= =#", "{{functions}}",
           "{0}", "\"\"\" '\'\'", "$(touch here) `touch here`", "/* opened"]


class Names(Export):
    """Names of a model reach a program in its comments, and stay in them."""

    def hostile(self, names):
        """A free point with a symmetry of each name, whose momentum has a line in every program."""
        title = json.dumps(" ".join(names))
        return self.model("named.toml", f"""
title       = {title}
reference   = {title}
coordinates = ["x", "y"]
lagrangian  = "(x'^2 + y'^2)/2 - x^2/2"
[initial]
"x'" = 1
[simulate]
until = 1
""" + "".join(f"""
[[symmetry]]
name      = {json.dumps(name)}
generator = {{ y = "1" }}
""" for name in names))

    def test_c(self):
        for language, flags in [("c", "-std=c99"), ("cpp", "-std=c++17")]:
            _, command = self.export(self.hostile(HOSTILE), language)
            # With trigraphs ??/ is a backslash; a comment that goes on is an error.
            command = re.sub(r"-std=\S+ -O2", f"{flags} -trigraphs -Wcomment -Werror -O0", command)
            self.assertIn(flags, command)
            self.expect_motion("named.toml", command)
            shutil.rmtree(self.folder / "out")
        self.assertFalse(list(self.folder.rglob("here")))

    @unittest.skipUnless(python_with_numpy(), "there is no NumPy")
    def test_python(self):
        _, command = self.export(self.hostile(HOSTILE), "python")
        self.expect_motion("named.toml", command.replace("python3", python_with_numpy()))

    def test_every_language_has_the_name_in_comments_alone(self):
        marks = {"c": "/*", "cpp": "//", "python": "#", "julia": "#", "matlab": "%"}
        for language, mark in marks.items():
            folder, _ = self.export(self.hostile(["unheardof"]), language)
            found = 0
            for path in folder.iterdir():
                found += path.read_text().count("unheardof")
                text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
                for line in text.split("\n"):
                    code = line.partition(mark)[0]
                    # A heading of a column, one word in quotation marks, is a text of its own.
                    self.assertNotIn("unheardof", re.sub(r'"\w+"|\'\w+\'', "", code), path.name)
            self.assertGreater(found, 2)
            shutil.rmtree(folder)


class Structure(Export):
    """Of the languages that are not run everywhere."""

    def test_names_of_files(self):
        for language, names in FILES.items():
            self.export("skate", language)
            self.assertEqual(self.files(), sorted(["out", *(f"out/{name}" for name in names)]))
            for name in names:
                self.assertIn(MARK, (self.folder / "out" / name).read_text().split("\n", 1)[0])
            shutil.rmtree(self.folder / "out")

    def test_blocks_are_closed(self):
        opening = r"^\s*(?:Base\.@kwdef mutable struct|module|function|for|if|while)\b"
        for model in ["skate", "bicycle"]:
            for language in ["julia", "matlab"]:
                folder, _ = self.export(model, language)
                for path in folder.iterdir():
                    text = re.sub(r"[#%].*", "", re.sub(r'"[^"\n]*"|\'[^\'\n]*\'', "", path.read_text()))
                    self.assertEqual(len(re.findall(opening, text, re.MULTILINE)),
                                     len(re.findall(r"^\s*end\b", text, re.MULTILINE)), path.name)
                    for left, right in ["()", "[]", "{}"]:
                        self.assertEqual(text.count(left), text.count(right), path.name)
                shutil.rmtree(folder)

    def test_names_are_defined_before_they_are_used(self):
        known = {"sin", "cos", "tan", "sqrt", "abs", "exp", "zeros", "t", "state", "unknowns"}
        for model in ["skate", "bicycle", "snake3"]:
            for language in ["julia", "matlab"]:
                folder, _ = self.export(model, language)
                text = "".join(path.read_text() for path in folder.iterdir()
                               if "example" not in path.name)
                functions = re.findall(r"^function .*?^end", text, re.MULTILINE | re.DOTALL)
                self.assertGreaterEqual(len(functions), 4)
                for function in functions:
                    if "\\" not in function:  # those that solve call others, and have no formulas
                        self.expect_defined(function, known)
                shutil.rmtree(folder)

    def expect_defined(self, function, known):
        defined = set(known)
        for line in re.sub(r"[#%].*", "", function).split("\n")[1:-1]:
            match = re.fullmatch(r"    (?:return (\w+)|(\w+)(?:\.\w+|[\[(][\d, ]+[\])])? = (.*?);?) *", line)
            self.assertTrue(match, line)
            value = re.sub(r"\bp\.\w+|\b[\d.]+(e[-+]?\d+)?|struct\(\)", "", match[1] or match[3])
            self.assertLessEqual(set(re.findall(r"[a-zA-Z_]\w*", value)), defined, line)
            if match[2] and match[2] != "p":
                defined.add(match[2])


class Refusals(Export):
    def said(self, *words):
        message = self.refused(2, "export", *words)
        first, last = message.split("\n", 1)
        self.assertEqual(last, "'rattleback export --help' says more.\n")
        return first.removeprefix("rattleback export: ")

    def test_language(self):
        self.assertEqual(self.said("skate"), "--as is missing: it takes c, cpp, python, julia or matlab.")
        self.assertEqual(self.said("skate", "--as", "pyton"),
                         "--as takes c, cpp, python, julia or matlab, not 'pyton'; "
                         "did you mean 'python'?")

    def test_file_in_the_place_of_a_folder(self):
        self.assertEqual(self.said("skate", "--as", "python", "-o", "x.py"),
                         "-o names the folder for the files of the program, and 'x.py' is the "
                         "name of a file; -o x would do.")
        self.assertEqual(self.files(), [])

    def test_form(self):
        self.assertEqual(self.said("skate", "--as", "c", "--form", "benentii"),
                         "there is no formulation 'benentii'; did you mean 'benenti'?")

    def test_open_function(self):
        self.assertIn("leaves the function", self.said("bead", "--as", "c"))
        self.assertEqual(self.files(), [])

    def test_folder_of_no_folder(self):
        self.assertEqual(self.said("skate", "--as", "c", "-o", "no/where"),
                         "The folder 'no/where' cannot be made: there is no folder 'no'.")

    def test_file_in_the_place_of_the_folder(self):
        (self.folder / "out").write_text("mine")
        self.assertEqual(self.said("skate", "--as", "c", "-o", "out"),
                         "The folder 'out' cannot be made: a file of this name is there.")
        self.assertEqual((self.folder / "out").read_text(), "mine")

    def test_files_of_another_hand(self):
        (self.folder / "skate").mkdir()
        (self.folder / "skate" / "example.c").write_text("/* mine */\n")
        self.assertEqual(self.said("skate", "--as", "c"),
                         "The file 'skate/example.c' is there already, and was not written by "
                         "Rattleback; move it away, or name another folder.")
        self.assertEqual(self.files(), ["skate", "skate/example.c"])
        self.assertEqual((self.folder / "skate" / "example.c").read_text(), "/* mine */\n")

    def test_own_files_are_written_again(self):
        self.data("export", "skate", "--as", "c")
        before = (self.folder / "skate" / "skate.c").read_text()
        self.data("export", "skate", "--as", "c", "--set", "g=3")
        after = (self.folder / "skate" / "skate.c").read_text()
        self.assertEqual(before.replace("p.g = 1.0;", "p.g = 3.0;"), after)
        self.assertEqual(len(self.files()), 4)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_folder_without_permission(self):
        (self.folder / "skate").mkdir(mode=0o500)
        self.assertIn("permission is denied", self.said("skate", "--as", "c"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
