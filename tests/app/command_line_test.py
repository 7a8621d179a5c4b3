#!/usr/bin/env python3
"""Runs the command rattleback as a user would, and looks at what comes out where, and how it ends.

    command_line_test.py PROGRAM SOURCE [unittest arguments]

Exit codes: 0 all is well, 1 a check failed or has no answer, 2 wrong usage, 3 the user's text is
wrong. Data is on stdout and complete, or there is none; messages are on stderr, and are sentences.
"""
import json
import math
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest
import xml.etree.ElementTree

PROGRAM, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FORMS = ["lagrange_multipliers", "maggi", "benenti", "gibbs_appell", "gauss", "voronec", "chaplygin",
         "voronec_nonlinear", "talamucci", "boltzmann_hamel", "kane", "udwadia_kalaba",
         "second_order", "vakonomic"]
NONHOLONOMIC_FORMS = [form for form in FORMS if form != "vakonomic"]


def rattleback(*words, program=PROGRAM, folder=None):
    return subprocess.run([program, *words], capture_output=True, text=True, timeout=120,
                          check=False, cwd=folder)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_in_folder(self, *words):
        return rattleback(*words, folder=self.folder)

    def data(self, *words, code=0):
        """What is on stdout; stderr must be empty."""
        done = self.run_in_folder(*words)
        self.assertEqual((done.returncode, done.stderr), (code, ""), words)
        return done.stdout

    def refused(self, code, *words):
        """What is on stderr; stdout must be empty."""
        done = self.run_in_folder(*words)
        self.assertEqual((done.returncode, done.stdout), (code, ""), words)
        return done.stderr

    def model(self, name, text):
        (self.folder / name).write_text(text)
        return name


ALL_FORMS = ("; the formulations are lagrange_multipliers, maggi, benenti, gibbs_appell, gauss, "
             "voronec, chaplygin, voronec_nonlinear, talamucci, boltzmann_hamel, kane, "
             "udwadia_kalaba, second_order and vakonomic.")


class Usage(Case):
    def test_unknown_form(self):
        for form, advice in [("benentii", "; did you mean 'benenti'?"), ("xyz", ALL_FORMS)]:
            self.assertEqual(self.refused(2, "derive", "skate", "--form", form),
                             f"rattleback derive: there is no formulation '{form}'{advice}\n"
                             "'rattleback derive --help' says more.\n")

    def test_value_that_is_empty(self):
        # As of a variable of a shell that is not set: nothing would be written, and nothing said.
        for words in [("simulate", "skate", "-o"), ("simulate", "skate", "--memory"),
                      ("derive", "skate", "--form"), ("plot", "skate", "--y"),
                      ("simulate", "skate", "--set")]:
            verb, option = words[0], "--output" if words[-1] == "-o" else words[-1]
            self.assertEqual(self.refused(2, *words, ""),
                             f"rattleback {verb}: {option} needs a value.\n"
                             f"'rattleback {verb} --help' says more.\n")

    def test_option_before_the_command(self):
        self.assertEqual(self.refused(2, "--memory=60MB", "simulate", "skate"),
                         "rattleback: --memory goes behind the command.\n"
                         "'rattleback --help' says more.\n")

    def test_form_that_cannot_treat_the_system(self):
        message = self.refused(1, "derive", "cubic_constraint", "--form", "voronec")
        self.assertIn("'voronec' cannot treat this system: ", message)
        self.assertIn("These can: lagrange_multipliers, ", message)
        self.refused(1, "derive", "cubic_constraint", "--form", "voronec", "--json")

    def test_ways_of_writing(self):
        for verb in (["derive", "skate"], ["simplify", "x"]):
            ways = ("pretty, text, latex, mathml or json" if verb[0] == "derive" else
                    "text, latex or mathml")
            self.assertIn(f"--as takes {ways}, not 'tex'; did you mean 'latex'?\n",
                          self.refused(2, *verb, "--as", "tex"))
            self.assertIn("not 'latx'; did you mean 'latex'?\n",
                          self.refused(2, *verb, "--as", "latx"))
            self.assertIn("not '2'.\n", self.refused(2, *verb, "--as", "2"))
        self.assertEqual(self.data("simplify", "phi", "--as", "LaTeX"), "\\varphi\n")
        self.assertIn("contradict each other",
                      self.refused(2, "derive", "skate", "--json", "--as", "latex"))

    def test_missing_and_extra_words(self):
        for words, sentence in [
                (["derive"], "MODEL is missing: a model file, or the name of a gallery model."),
                (["simplify"], "FORMULA is missing: what to simplify."),
                (["rate", "skate"], "QUANTITY is missing: a formula of the model's names."),
                (["differentiate", "x"], "--by is missing: the symbol: x, or x' for a velocity."),
                (["derive", "skate", "--form"], "--form needs a value."),
                (["derive", "skate", "--form", "maggi", "--form", "kane"],
                 "--form is given more than once."),
                (["derive", "skate", "x"], "'x' is one argument too many.")]:
            self.assertIn(sentence + "\n", self.refused(2, *words))

    def test_misspelt_words(self):
        for words, sentence in [
                (["derive", "skate", "--forms", "maggi"], "'--forms'; did you mean '--form'?"),
                (["derive", "--frm"], "'--frm'; did you mean '--form'?"),
                (["derive", "skate", "-form", "maggi"], "; did you mean '--form'?"),
                (["check", "skate", "--jsn"], "'--jsn'; did you mean '--json'?"),
                (["check", "skate", "--xyz"], "there is no option '--xyz'."),
                (["derve", "skate"], "there is no command 'derve'; did you mean 'derive'?"),
                (["help", "derve"], "there is no command 'derve'; did you mean 'derive'?"),
                (["--verzion"], "there is no option '--verzion'; did you mean '--version'?")]:
            self.assertIn(sentence + "\n", self.refused(2, *words))

    def test_help(self):
        self.assertEqual(self.data("help"), self.data("--help"))
        page = self.data("help", "derive")
        self.assertEqual(page, self.data("derive", "--help"))
        for form in FORMS:
            self.assertRegex(page, rf"(?m)^  {form} +[A-Z].*\.$")
        self.assertIn("'all', the default", page)
        self.assertRegex(self.data("--version"), r"^\d+\.\d+\.\d+\n$")

    def test_examples_of_the_help_pages(self):
        verbs = re.findall(r"^  (\w+) ", self.data("--help").split("Subcommands:")[1], re.MULTILINE)
        self.assertGreaterEqual(len(verbs), 7)
        for verb in verbs:
            example = re.search(r"^Example: rattleback (.*)$", self.data(verb, "--help"),
                                re.MULTILINE)[1]
            self.assertEqual(example.split()[0], verb)


class Models(Case):
    def test_gallery(self):
        lines = self.data("models").splitlines()
        files = sorted(path.stem for path in (SOURCE / "models").glob("*.toml"))
        self.assertEqual([line.split()[0] for line in lines], files)
        self.assertIn(["skate", "Skate on an inclined plane"],
                      [line.split(maxsplit=1) for line in lines])
        listed = json.loads(self.data("models", "--json"))
        self.assertEqual([entry["name"] for entry in listed], files)

    def test_unknown_name(self):
        self.assertEqual(self.refused(3, "check", "skatee"),
                         "rattleback: there is no file 'skatee' and no gallery model of this name; "
                         "did you mean 'skate'?\n'rattleback models' lists the gallery.\n")
        self.assertEqual(self.refused(3, "derive", "skate.toml"),
                         "rattleback: there is no file 'skate.toml'; the gallery model is called "
                         "'skate'.\n'rattleback models' lists the gallery.\n")
        self.assertIn("there is no file 'a/b.toml'.\n", self.refused(3, "derive", "a/b.toml"))

    def test_folder_of_the_same_name(self):
        (self.folder / "skate").mkdir()
        self.assertIn("Skate on", self.data("derive", "skate", "--form", "maggi"))

    def test_wrong_model(self):
        name = self.model("wrong.toml", 'coordinates = ["x"]\nlagrangian = "x\'^2/2 + y"\n')
        self.assertTrue(self.refused(3, "derive", name).startswith("wrong.toml:2:24: unknown name"))
        name = self.model("side.toml", 'coordinates = ["x", "y"]\nlagrangian = "x\'^2 + y\'^2"\n'
                                       '[[constraint]]\nequation = "x\' >= 0"\n')
        self.assertIn("one-sided constraints are not treated", self.refused(3, "check", name))

    def test_model_without_title(self):
        name = self.model("free_point.toml", 'coordinates = ["x"]\nlagrangian = "x\'^2/2"\n')
        self.assertTrue(self.data("derive", name, "--form", "maggi").startswith("free_point\n\n"))
        self.assertEqual(json.loads(self.data("check", name, "--json"))["title"], "free_point")

    def test_installed_gallery_comes_first(self):
        prefix = self.folder / "prefix"
        (prefix / "bin").mkdir(parents=True)
        shutil.copy(PROGRAM, prefix / "bin" / "rattleback")
        models = prefix / "share" / "rattleback" / "models"
        models.mkdir(parents=True)
        (models / "skate.toml").write_text(
            'title = "Mine"\ncoordinates = ["x"]\nlagrangian = "x\'^2/2"\n')
        done = rattleback("models", program=prefix / "bin" / "rattleback")
        self.assertEqual((done.returncode, done.stdout), (0, "skate  Mine\n"))


class Formulas(Case):
    def test_leading_minus(self):
        self.assertEqual(self.data("simplify", "-x"), "-x\n")
        self.assertEqual(self.data("simplify", "-h*x"), "-h*x\n")
        self.assertEqual(self.data("simplify", "--sin(x)"), "sin(x)\n")
        self.assertEqual(self.data("simplify", "-phi", "--as", "latex"), "-\\varphi\n")
        self.assertEqual(self.data("simplify", "--as", "latex", "--", "-phi"), "-\\varphi\n")
        self.assertEqual(self.data("differentiate", "-x", "--by", "x"), "-1\n")
        self.assertTrue(self.data("prove", "-x = -x").startswith("Proved"))
        self.assertTrue(self.data("rate", "skate", "-phi'").endswith("it is conserved.\n"))
        self.assertIn("Usage:", self.data("simplify", "-h"))

    def test_undeclared_functions(self):
        for formula, advice in [("ln(x)", "'ln'; write log(u)"), ("sec(x)", "'sec'; write 1/cos(u)"),
                                ("tg(x)", "'tg'; write tan(u)"), ("arctan(x)", "write atan(u)"),
                                ("sine(x)", "'sine'; did you mean 'sin'?"),
                                ("0*B(x)", "'B'; write 'B*(' for a product, or declare it by "
                                           "--function B")]:
            for words in (["simplify", formula], ["prove", formula + " = 0"]):
                message = self.refused(3, *words)
                self.assertIn("unknown function ", message)
                self.assertIn(advice, message)
        self.assertEqual(self.data("simplify", "A(x) + A(x)", "--function", "A"), "2*A(x)\n")
        self.assertEqual(self.data("differentiate", "A(x, y)*B(x)", "--by", "y", "--function", "A",
                                   "--function", "B"), "A[0,1](x, y)*B(x)\n")
        self.assertIn("not 'sin'", self.refused(2, "simplify", "x", "--function", "sin"))

    def test_powers_of_e(self):
        done = self.run_in_folder("simplify", "e^x")
        self.assertEqual((done.returncode, done.stdout), (0, "e^x\n"))
        self.assertIn("exp(u) is the exponential", done.stderr)

    def test_verdicts(self):
        self.assertTrue(self.data("prove", "x = y", code=1).startswith("Refuted"))
        self.assertTrue(self.refused(3, "prove", "x").startswith("formula:1:1: expected an equation"))
        self.assertIn("--by: it takes a symbol", self.refused(2, "differentiate", "x", "--by", "x+1"))


class Rate(Case):
    def test_names_of_the_model(self):
        text = self.data("rate", "skate", "speed", code=1)
        self.assertIn("d/dt (speed) = g*cos(phi)   along the motion", text)

    def test_meaning_of_auxiliary_variables(self):
        text = self.data("rate", "skate", "x'", code=1)
        self.assertRegex(text, r"\nwhere u1 = .*x'.*\n      u2 = phi'\n")

    def test_json(self):
        rate = json.loads(self.data("rate", "skate", "phi'", "--json"))
        self.assertEqual((rate["conserved"], rate["rate"], rate["where"]), (True, "0", []))
        rate = json.loads(self.data("rate", "skate", "x'", "--json", code=1))
        self.assertEqual([name for name, meaning in rate["where"]], ["u1", "u2"])
        self.assertIs(rate["conserved"], False)

    def test_constrain(self):
        text = self.data("constrain", "lanchester_force")
        self.assertIn("force: -a*q1'*q2'' - b*q2'*q1'' = a^2*q1'^2 + b^2*q2'^2", text)
        found = json.loads(self.data("constrain", "lanchester_force", "--split", "forces", "--json"))
        self.assertEqual([c["force"] for c in found["constraints"]],
                         [{"q1": "-b*q2'"}, {"q2": "-a*q1'"}])
        file = self.folder / "constrained.toml"
        for split in "whole", "forces", "coordinates":
            self.data("constrain", "lanchester_force", "--split", split, "-o", str(file))
            self.assertNotIn("[[force]]", file.read_text())
            self.assertIn("The expected closed form is the motion: proved.",
                          self.data("check", str(file)))
        self.assertIn("--split takes whole, forces or coordinates, not",
                      self.refused(2, "constrain", "lanchester_force", "--split", "half"))

    def test_series(self):
        self.assertEqual(self.data("series", "skate", "--order", "4").splitlines()[0],
                         "x(t) = g*t^2/2 - g*w^2*t^4/6 + O(t^5)")
        text = self.data("series", "skate", "--set", "w=2", "--order", "3")
        self.assertIn("(w = 2):\n", text)
        self.assertIn("y(t) = 2*g*t^3/3 + O(t^4)", text)
        found = json.loads(self.data("series", "skate", "--numbers", "--json"))
        self.assertEqual(found["series"]["x"][:3], ["0", "0", "1/2"])

    def test_transform(self):
        polar = ["--let", "x = r*cos(theta)", "--let", "y = r*sin(theta)"]
        text = self.data("transform", "skate", "--set", "x=1", *polar)
        name = self.model("polar.toml", text)
        self.assertIn("benenti: proved equal", self.data("check", name))
        r, theta, phi = json.loads(self.data("simulate", name, "--json"))["y"][-1][:3]
        here = json.loads(self.data("simulate", "skate", "--set", "x=1", "--json"))["y"][-1]
        for there, old in zip((r * math.cos(theta), r * math.sin(theta), phi), here):
            self.assertAlmostEqual(there, old, 6)
        for code, arguments, words in (
                (2, [], "--let is missing"), (2, ["--let", "x"], "--let takes name=value"),
                (2, ["--let", "x = r + s"], "--let: 1 coordinate is given, in terms of 2 new ones"),
                (1, polar, "no regular values of r, theta")):
            self.assertIn(words, self.refused(code, "transform", "skate", *arguments))

    def test_branch(self):
        name = self.model("branch.toml", 'coordinates = ["x", "y"]\n'
                          'lagrangian = "(x\'^2 + y\'^2)/2 - y"\n[parameters]\nw = 1\n'
                          '[[constraint]]\nequation = "x\'^2 + y\'^2 = w^2"\n')
        self.assertIn("\non the branch ", self.data("rate", name, "x'", code=1))


class Check(Case):
    def test_structure(self):
        report = json.loads(self.data("check", "skate", "--json"))
        self.assertTrue(report["ok"])
        self.assertEqual(report["title"], "Skate on an inclined plane")
        for name, section in report.items():
            if name not in ("title", "ok"):
                self.assertTrue(section["ok"], name)
                self.assertIsInstance(section["sentences"], list)
        forms = report["agreement"]["forms"]
        self.assertEqual(len(forms), 12)
        for form in forms:
            self.assertEqual(list(form), ["form", "outcome", "bound", "states"])
            self.assertEqual((form["outcome"], form["bound"]), ("proved", None))

    def test_failure(self):
        name = self.model("fails.toml", 'coordinates = ["x", "y"]\n'
                          'lagrangian = "(x\'^2 + y\'^2)/2"\n'
                          '[[constraint]]\nequation = "x\'^2 + y\'^2 = -1"\n')
        report = json.loads(self.data("check", name, "--json", code=1))
        self.assertFalse(report["ok"])
        self.assertFalse(report["physics"]["ok"])
        self.data("check", name, code=1)

    def test_section_without_answer(self):
        name = self.model("wrong.toml", 'coordinates = ["x", "y"]\n'
                          'lagrangian = "(x\'^2 + y\'^2)/2"\n'
                          '[[constraint]]\nequation = "x\' = y\'"\n'
                          '[initial]\n"x\'" = 1\n"y\'" = 2\n[simulate]\nuntil = 1\n')
        report = json.loads(self.data("check", name, "--json", code=1))
        silent = [section for key, section in report.items() if key not in ("title", "ok") and
                  any(text.startswith("No answer: ") for text in section["sentences"])]
        self.assertTrue(silent)
        self.assertFalse(report["ok"] or any(section["ok"] for section in silent))


class Derive(Case):
    def test_text_of_one_form(self):
        self.assertEqual(self.data("derive", "skate", "--form", "kane"), """\
Skate on an inclined plane

kane: Kane's equations  [Kane & Levinson 1985]
  x'   = u1*cos(phi)
  y'   = u1*sin(phi)
  phi' = u2
  u1'  = g*cos(phi)
  u2'  = 0
  reaction
  R_x   = -g*sin(phi)^2 - u1*u2*sin(phi)
  R_y   = (g*sin(phi) + u1*u2)*cos(phi)
  R_phi = 0
""")

    def test_same_equations_are_written_once(self):
        text = self.data("derive", "skate")
        self.assertIn("\nkane: Kane's equations  [Kane & Levinson 1985]\n"
                      "  The same equations as benenti.\n", text)
        self.assertEqual(text.count("u1'  = g*cos(phi)"), 1)
        for form in NONHOLONOMIC_FORMS:
            self.assertEqual(len(re.findall(rf"(?m)^{form}: ", text)), 1, form)

    def test_long_lines_are_broken_at_operators(self):
        text = self.data("derive", "parallel_points_spring", "--form", "voronec_nonlinear")
        lines = text.splitlines()
        self.assertLessEqual(max(len(line) for line in lines if "[" not in line), 100)
        hanging = [line for line in lines if re.match(r" {5,}\S", line)]
        self.assertTrue(hanging)
        for line in hanging:
            self.assertRegex(line, r"^ +[-+=*/]")

    def test_unsolved_systems_are_said(self):
        text = self.data("derive", "parallel_points_spring", "--form", "lagrange_multipliers")
        self.assertIn("  The unknowns are left as a linear system: solved, they would be too long "
                      "to read.\n", text)
        self.assertIn("\n  reaction\n  R_x1 = mu1*y2'\n", text)

    def test_mathematics(self):
        text = self.data("derive", "skate", "--form", "kane", "--as", "pretty")
        self.assertEqual(text.replace("\u2009", " "), """\
Skate on an inclined plane

kane: Kane's equations  [Kane & Levinson 1985]
  ẋ  = u₁ cos φ
  ẏ  = u₁ sin φ
  φ\u0307  = u₂
  u\u0307₁ = g cos φ
  u\u0307₂ = 0
  reaction
  R_x = −g sin² φ − u₁ u₂ sin φ
  R_y = (g sin φ + u₁ u₂) cos φ
  R_φ = 0
""")

    def test_a_terminal_gets_mathematics(self):
        for environment, expected in [({"LANG": "C.UTF-8"}, "u₁"), ({"LANG": "C"}, "u1*"),
                                      ({"LANG": "C.UTF-8", "TERM": "dumb"}, "u1*")]:
            text = self.in_terminal(environment, "derive", "skate", "--form", "kane")
            self.assertIn(expected, text, environment)
            self.assertNotIn("\x1b", text)

    def test_width_of_the_terminal(self):
        text = self.in_terminal({"LANG": "C.UTF-8", "COLUMNS": "60"}, "derive",
                                "parallel_points_spring", "--form", "benenti")
        formulas = [line for line in text.splitlines() if " = " in line]
        self.assertTrue(any(len(line) > 45 for line in formulas))
        for line in formulas:
            columns = sum(not unicodedata.combining(c) for c in line)
            self.assertLessEqual(columns, 60, line)

    def in_terminal(self, environment, *words):
        """What the program writes where its standard output is a terminal."""
        outer, inner = pty.openpty()
        with subprocess.Popen([PROGRAM, *words], stdout=inner, stdin=subprocess.DEVNULL,
                              env={"TERM": "xterm", **environment}) as process:
            os.close(inner)
            text = b""
            while True:
                try:
                    part = os.read(outer, 65536)
                except OSError:  # the other end is closed
                    break
                if not part:
                    break
                text += part
            self.assertEqual(process.wait(), 0)
        os.close(outer)
        return text.decode().replace("\r\n", "\n")

    def test_mathml(self):
        for words in ([], ["--steps"], ["--form", "benenti"]):
            text = self.data("derive", "skate", "--as", "mathml", *words)
            page = xml.etree.ElementTree.fromstring(f"<body>{text}</body>")
            names = {element.tag for element in page.iter()}
            self.assertIn("{http://www.w3.org/1998/Math/MathML}mtable", names)
            self.assertTrue(text.startswith("<!-- Skate on an inclined plane -->\n"), text[:80])

    def test_nine_steps(self):
        for model in ("skate", "parallel_points_spring"):
            for form in ("text", "pretty", "latex", "mathml"):
                text = self.data("derive", model, "--form", "benenti", "--steps", "--as", form)
                numbers = [int(n) for n in re.findall(r"step (\d):", text)]
                self.assertEqual(sorted(set(numbers)), list(range(1, 10)), (model, form))
                self.assertEqual(numbers, sorted(numbers), (model, form))

    def test_json(self):
        one = json.loads(self.data("derive", "skate", "--form", "benenti", "--json"))
        self.assertEqual(one, json.loads(self.data("derive", "skate", "--form", "benenti", "--as",
                                                   "json")))
        self.assertEqual(one[0]["velocities"], ["u1*cos(phi)", "u1*sin(phi)", "u2"])
        self.assertEqual([form["form"] for form in json.loads(self.data("derive", "skate", "--json"))],
                         NONHOLONOMIC_FORMS)

    def test_latex(self):
        for words in (["--form", "benenti"], ["--form", "benenti", "--steps"], ["--steps"], []):
            text = self.data("derive", "skate", "--as", "latex", *words)
            self.assertTrue(text.startswith("% Skate on an inclined plane\n\n% "), text[:80])
            self.check_latex(text)
        self.assertIn("\\intertext{Reaction}\n  R_{x} &= ", text)
        self.assertIn("\n% Note: ", text)
        steps = self.data("derive", "skate", "--as", "latex", "--form", "benenti", "--steps")
        self.assertIn("\\bar{Z} = \\left(\\begin{array}{c}\n", steps)
        self.assertIn("G^{-1} = ", steps)

    def check_latex(self, text):
        """Environments, brackets and \\left \\right in pairs; nothing but ASCII outside comments."""
        code = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
        self.assertTrue(code.isascii(), [c for c in code if ord(c) > 127])
        opened = []
        for kind, name in re.findall(r"\\(begin|end)\{(\w+\*?)\}", code):
            if kind == "begin":
                opened.append(name)
            else:
                self.assertEqual(opened.pop(), name)
        self.assertEqual(opened, [])
        self.assertEqual(code.count("{"), code.count("}"))
        self.assertEqual(len(re.findall(r"\\left\b", code)), len(re.findall(r"\\right\b", code)))
        for block in re.findall(r"\\begin\{align\*\}\n(.*?)\n\\end\{align\*\}", code, re.DOTALL):
            rows = re.sub(r"\\intertext\{\w+\}", "", block).split("\\\\\n")
            for row in rows:
                self.assertEqual(row.count("&"), 1, row)


PENDULUM = """
coordinates = ["theta"]
lagrangian  = "l^2*theta'^2/2 + g*l*cos(theta)"

[parameters]
l = 1
g = 4
k = "l"
"""


class Linearize(Case):
    def test_json(self):
        found = json.loads(self.data("linearize", self.model("p.toml", PENDULUM), "--json"))
        self.assertEqual(list(found)[:5], ["state", "A", "eigenvalues", "eigenvectors", "at"])
        self.assertEqual(found["state"], ["theta", "theta'"])
        self.assertEqual(found["A"], [[0, 1], [-4, 0]])
        self.assertEqual([round(x, 12) for pair in found["eigenvalues"] for x in pair],
                         [0, 2, 0, -2])
        self.assertEqual(found["at"], {"theta": 0, "theta'": 0})
        self.assertEqual(found["stability"], "first_order")
        for value, vector in zip(found["eigenvalues"], found["eigenvectors"]):
            theta, rate = (complex(*entry) for entry in vector)
            self.assertAlmostEqual(complex(*value) * theta, rate, 12)

    def test_state_and_settings(self):
        model = self.model("p.toml", PENDULUM)
        found = json.loads(self.data("linearize", model, "--json", "--at", "theta = pi",
                                     "--set", "g=9"))
        self.assertAlmostEqual(found["eigenvalues"][0][0], 3, 12)
        self.assertEqual(found["stability"], "unstable")

    def test_sweep(self):
        sleigh = ["linearize", "chaplygin_sleigh", "--at", "x'=1, phi'=0", "--sweep", "a=-1:1:0.3"]
        found = json.loads(self.data(*sleigh, "--json"))
        self.assertEqual(len(found["sweep"]["values"]), 8)
        self.assertEqual(found["sweep"]["values"][-1], 1)  # the steps do not meet the end
        self.assertEqual(len(found["sweep"]["eigenvalues"]), 8)
        critical, = found["critical"]
        self.assertAlmostEqual(critical["value"], 0, 13)
        self.assertEqual((critical["crossing"], critical["growing_below"]), ("zero", 1))
        self.assertIn("a real eigenvalue passes zero; below 1 mode grows, above no mode grows.\n",
                      self.data(*sleigh))

    def test_refusals(self):
        model = self.model("p.toml", PENDULUM)
        self.assertEqual(self.refused(1, "linearize", model, "--at", "theta=pi/2"),
                         "rattleback: The state is neither an equilibrium nor a steady motion: "
                         "theta' changes at the rate -4. 'rattleback equilibria p.toml' looks for "
                         "steady motions.\n")
        for words, message in [
                (["--at", "l=2"], "--at: it names coordinates and velocities; 'l' is a parameter"),
                (["--at", "theta"], "--at takes name=value, not 'theta'"),
                (["--sweep", "l"], "--sweep takes name=from:to:step, not 'l'"),
                (["--sweep", "theta=0:1:0.1"], "--sweep: the model has no parameter 'theta'; "
                 "it has l, g, k")]:
            self.assertEqual(self.refused(2, "linearize", model, *words),
                             f"rattleback linearize: {message}.\n"
                             "'rattleback linearize --help' says more.\n")
        self.refused(3, "linearize", self.model("wrong.toml", "coordinates = 1"))


class Equilibria(Case):
    def test_pendulum(self):
        model = self.model("p.toml", PENDULUM)
        found = json.loads(self.data("equilibria", model, "--json"))["found"]
        self.assertEqual([round(abs(e["at"]["theta"]), 9) for e in found], [0, 3.141592654])
        self.assertEqual([e["stability"] for e in found], ["first_order", "unstable"])
        self.assertEqual([e["family"] for e in found], [0, 0])
        again = self.data("equilibria", model, "--seed", "5")
        self.assertEqual(again, self.data("equilibria", model, "--seed", "5"))
        self.assertIn("1. Equilibrium, isolated\n   theta = 0\n", again)

    def test_refusals(self):
        falling = self.model("f.toml", 'coordinates = ["x"]\nlagrangian = "x\'^2/2 - x"')
        self.assertIn("No equilibrium and no steady motion was found.\n",
                      self.data("equilibria", falling, "--tries", "2", code=1))
        self.assertIn("--tries takes a whole number from 0 to 1000000, not '1.5'",
                      self.refused(2, "equilibria", falling, "--tries", "1.5"))


    # What is printed, in words or as JSON, is a state, and a steady one.
    def test_given_back(self):
        for model in ("rolling_disc", "skate", "chaplygin_sleigh", "ball_on_turntable"):
            words = self.data("equilibria", model).split("\n\n")[1:-1]
            found = json.loads(self.data("equilibria", model, "--json"))["found"]
            self.assertEqual(len(words), len(found))
            for text, data in zip(words, found):
                if data["objections"]:
                    continue
                state = text.splitlines()[1].strip()
                self.data("linearize", model, "--at", state)
                self.data("linearize", model, "--at",
                          ", ".join(f"{name}={value!r}" for name, value in data["at"].items()))
                given = [word for value in state.split(", ") for word in ("--set", value)]
                self.data("simulate", model, "--until", "0.1", *given)


class Understood(Case):
    """What is made of a model before anything else is said by every verb, and is the same for all."""
    IMPLIED = """coordinates = ["x", "y"]
lagrangian = "x'^2/2 + y'^2/2 - y"
constraint = [{ equation = "x^2 + y^2 - 1 = 0" }, { equation = "(2 + x)*(x^2 + y^2 - 1) = 0" }]
initial = { y = -1 }
simulate = { until = 1 }
"""
    PRODUCT = """coordinates = ["x", "y", "phi"]
lagrangian = "x'^2/2 + y'^2/2 + phi'^2/2"
constraint = [{ equation = "(x'*cos(phi) + y'*sin(phi))*(phi' - 1) = 0" }]
initial = { "x'" = 1 }
simulate = { until = 1 }
"""
    LEFT_OUT = "The constraint 'constraint 2' holds wherever the others do, and is left out."

    def test_notes_of_constraints_left_out(self):
        model = self.model("m.toml", self.IMPLIED)
        for words in [("derive",), ("derive", "--as", "latex"), ("derive", "--json"), ("linearize",),
                      ("linearize", "--json"), ("equilibria", "--tries", "2"),
                      ("equilibria", "--tries", "2", "--json"), ("simulate",)]:
            self.assertIn(self.LEFT_OUT, self.data(words[0], model, *words[1:]), words)
        for words in [(), ("--json",)]:
            self.assertIn(self.LEFT_OUT, self.data("rate", model, "x'^2/2 + y'^2/2 + y", *words))
        self.run_in_folder("report", model, "-o", "m.html")
        self.assertIn("holds wherever the others do", (self.folder / "m.html").read_text())

    def test_the_branch_is_that_of_the_completed_start(self):
        model = self.model("m.toml", self.PRODUCT)
        derived = self.data("derive", model, "--form", "benenti")
        self.assertIn("The initial velocities were completed by phi' = 1.", derived)
        for said in [derived, self.data("linearize", model), self.data("rate", model, "phi'"),
                     self.data("check", model)]:
            self.assertIn("branch phi' - 1 = 0", said)

    def test_no_real_velocity(self):
        no_velocity = "No real velocity satisfies the constraint 'constraint 1'."
        start = "coordinates = ['x', 'y']\nlagrangian = \"x'^2/2 + y'^2/2\"\n"
        for equation in ["x'^2 + y'^2 = -1", "x'^4 + y'^2 + 1 = 0"]:
            model = self.model("m.toml", start + f'constraint = [{{ equation = "{equation}" }}]')
            for verb in ["derive", "linearize", "equilibria"]:
                self.assertIn(no_velocity, self.refused(1, verb, model))
            said = self.data("check", model, code=1)
            self.assertEqual(said.count("No real velocity"), 2)  # physics, constraints
            for word in ["contradicts", "agreement", "conserved", "reversib", "branch"]:
                self.assertNotIn(word, said)

    def test_no_real_velocity_at_the_start(self):
        model = self.model("m.toml", """coordinates = ["x", "y"]
lagrangian = "x'^2/2 + y'^2/2"
constraint = [{ equation = "x'^2 + y'^2 = x - 1" }]
simulate = { until = 1 }
""")
        said = self.data("check", model, code=1)
        self.assertIn("At the initial coordinates no real velocity satisfies the constraint "
                      "'constraint 1': no motion begins there.", said)
        for word in ["agreement", "conserved", "reversib", "branch", "violate"]:
            self.assertNotIn(word, said)


class Tour(Case):
    def test_tour(self):
        self.assertIn("A short tour", self.data())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
