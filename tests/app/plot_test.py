#!/usr/bin/env python3
"""The verb plot as a user meets it.

    plot_test.py PROGRAM SOURCE [unittest arguments]

A picture is written whole or not at all, and shows what was asked for: the curve of the skate is read
back from its SVG and compared with the closed form.
"""
import math
import re
import struct
import sys
import unittest
import xml.etree.ElementTree as xml

from command_line_test import Case

SVG = "{http://www.w3.org/2000/svg}"


class Plot(Case):
    def drawn(self, *words, file="out.svg"):
        self.data("plot", *words, "-o", file)
        return xml.parse(self.folder / file).getroot()

    @staticmethod
    def labels(root):
        return ["".join(text.itertext()) for group in root.iter(SVG + "g")
                if group.get("class") == "labels" for text in group.iter(SVG + "text")]

    @staticmethod
    def numbers(root, axis):
        """(pixel, value) of each number on an axis."""
        group = next(g for g in root.iter(SVG + "g") if g.get("class") == axis + "-numbers")
        at = {"x": 0.0, "y": 0.35 * 12}[axis]
        return [(float(text.get(axis)) - at, float("".join(text.itertext()).replace("−", "-")))
                for text in group.iter(SVG + "text")]

    def read_off(self, root, axis, pixel):
        (p0, v0), *_, (p1, v1) = self.numbers(root, axis)
        return v0 + (v1 - v0) * (pixel - p0) / (p1 - p0)

    def test_curve_is_the_closed_form(self):
        root = self.drawn("skate", "--y", "x")
        points = next(root.iter(SVG + "polyline")).get("points").split()
        self.assertGreater(len(points), 50)
        for point in points:
            x, y = map(float, point.split(","))
            t = self.read_off(root, "x", x)
            self.assertAlmostEqual(self.read_off(root, "y", y), 2 * math.sin(t / 2) ** 2, delta=0.01)

    # With k = 0 another constraint is left, and the parameters are put in before equations are derived.
    VANISHES = """title = "A constraint that vanishes"
coordinates = ["x", "y", "z"]
lagrangian = "(x'^2 + y'^2 + z'^2)/2 - 2*z + x*y"
[parameters]
k = 0
[[constraint]]
equation = "k*(x' - y*z') = 0"
[[constraint]]
equation = "z' = 0"
[[constraint]]
equation = "y' = x*x'"
[initial]
"x'" = 1
[simulate]
until = 1
"""

    def test_formulas_beside_numbers_that_are_special(self):
        self.model("vanishes.toml", self.VANISHES)
        root = self.drawn("vanishes.toml", "--y", "R_z", "--window-y", "0:4", "--y", "k*x")
        level, zero = ({float(p.split(",")[1]) for p in line.get("points").split()}
                       for line in root.iter(SVG + "polyline"))
        for pixels, value in ((level, 2), (zero, 0)):
            for pixel in pixels:
                self.assertAlmostEqual(self.read_off(root, "y", pixel), value, delta=0.02)

    def test_rate_of_letters_is_no_proof_for_special_numbers(self):
        self.model("vanishes.toml", self.VANISHES)
        said = self.data("rate", "vanishes.toml", "mu3", code=1)
        self.assertIn("Proved for general values of the parameters", said)

    # The multiplier is mu_1 because a parameter is mu1, which is a number where numbers are put in.
    def test_rate_of_a_quantity_whose_name_a_parameter_has(self):
        for parameter, multiplier in ("mu1", "mu_1"), ("h", "mu1"):
            name = self.model("skate.toml", f"""coordinates = ["x", "y", "phi"]
lagrangian = "(x'^2 + y'^2 + phi'^2)/2 + {parameter}*x"
[parameters]
{parameter} = 1
[[constraint]]
equation = "x'*sin(phi) = y'*cos(phi)"
""")
            said = self.data("rate", name, multiplier, code=1)
            self.assertEqual(said.splitlines()[-1], "It is not conserved.")
            said = self.data("rate", name, f"{multiplier}^2 - R_x^2 - R_y^2")
            self.assertEqual(said.splitlines()[-1], "Proved: it is conserved.")

    def test_gauss_function_is_a_parabola_about_the_motion(self):
        self.assertEqual(
            self.data("plot", "unit_charges", "--gauss", "--window-x=-1:1", "-o", "out.svg"),
            "Two unit charges driven by a field: a plot in 'out.svg'.\n"
            "At t = 0 the motion has G = 1 and G_W = 1, at s = 0.\n")
        root = xml.parse(self.folder / "out.svg").getroot()
        g, g_w = (line.get("points").split() for line in root.iter(SVG + "polyline"))
        for points, value in ((g, lambda s: 1 - 3 * s + 2.5 * s * s), (g_w, lambda s: 1 + 2.5 * s * s)):
            for point in points:
                x, y = map(float, point.split(","))
                s = self.read_off(root, "x", x)
                self.assertAlmostEqual(self.read_off(root, "y", y), value(s), delta=0.02)
        for words in (["--y", "x"], ["--only", "1"], ["--x", "t"]):
            text = self.refused(2, "plot", "skate", "--gauss", *words)
            self.assertIn("--gauss draws one plot of its own", text)

    def test_what_the_model_asks_for(self):
        self.assertEqual(self.data("plot", "skate"),
                         "Skate on an inclined plane: a plot in 'skate.svg'.\n")
        root = xml.parse(self.folder / "skate.svg").getroot()
        self.assertEqual(self.labels(root)[-2:], ["y", "−x"])  # a title may stand before

    def test_the_usual(self):
        model = self.model("free.toml", 'coordinates = ["x", "y"]\n'
                           'lagrangian = "(x\'^2 + y\'^2)/2 - y"\n'
                           '[initial]\n"x\'" = 1\n[simulate]\nuntil = 2\n')
        root = self.drawn(model)
        self.assertEqual(root.find(SVG + "title").text, "Coordinates; Velocities; Path")
        self.assertEqual(len(list(root.iter(SVG + "polyline"))), 5)

    def test_curves_share_a_plot_or_not(self):
        panels = lambda root: sum(g.get("class") == "panel" for g in root.iter(SVG + "g"))
        self.assertEqual(panels(self.drawn("skate", "--y", "x", "--y", "phi'")), 1)
        self.assertEqual(panels(self.drawn("skate", "--x", "x", "--y", "y", "--x", "t", "--y",
                                           "y'")), 2)

    def check_circles(self, root):
        """About one centre: parallel_points_a_circles has the closed form."""
        lines = list(root.iter(SVG + "polyline"))
        self.assertEqual(len(lines), 2)
        for line, radius in zip(lines, (1, 2)):
            for point in line.get("points").split():
                x, y = map(float, point.split(","))
                away = math.hypot(self.read_off(root, "x", x) - 1, self.read_off(root, "y", y))
                self.assertAlmostEqual(away, radius, delta=0.01)

    def test_each_curve_over_its_own_x(self):
        words = lambda root: ["".join(text.itertext()) for g in root.iter(SVG + "g")
                              if g.get("class") == "legend" for text in g.iter(SVG + "text")]
        root = self.drawn("parallel_points_a_circles")
        self.check_circles(root)
        self.assertEqual(words(root), ["P1", "P2"])
        self.assertEqual(self.labels(root)[-2:], ["x", "y"])
        root = self.drawn("parallel_points_a_circles", "--x", "x1", "--y", "y1", "--x", "x2", "--y",
                          "y2", "--together")
        self.check_circles(root)
        self.assertEqual(words(root), ["(x1,\u00a0y1)", "(x2,\u00a0y2)"])
        self.assertEqual(self.labels(root)[-2:], ["x", "y"])

    def test_tables_of_one_title(self):
        """Share a plot if all else is the same too; curves with names keep their formula on the axis."""
        table = "[[plot]]\ntitle = 'Together'\nx = 't'\n"
        model = self.model("free.toml", 'coordinates = ["x", "y"]\n'
                           'lagrangian = "(x\'^2 + y\'^2)/2 - y"\n[simulate]\nuntil = 2\n'
                           f"{table}y = 'x'\n{table}y = 'y'\n{table}y = 'y'\nwindow = {{ x = [0, 1] }}\n"
                           "[[plot]]\nx = 't'\ny = '-y'\nname = 'depth'\n")
        root = self.drawn(model)
        panels = [g for g in root.iter(SVG + "g") if g.get("class") == "panel"]
        self.assertEqual([len(list(panel.iter(SVG + "polyline"))) for panel in panels], [2, 1, 1])
        self.assertEqual(self.labels(panels[2]), ["t", "−y"])

    def test_windows_and_axes(self):
        root = self.drawn("skate", "--y", "x", "--window-x", "2:pi+1", "--window-y=-1:3")
        for axis, low, high in (("x", 2, math.pi + 1), ("y", -1, 3)):
            for _, value in self.numbers(root, axis):
                self.assertTrue(low <= value <= high, (axis, value))

        def units(axes):  # pixels along x and along y
            root = self.drawn("skate", "--axes", axes)
            return [abs((p1 - p0) / (v1 - v0)) for (p0, v0), *_, (p1, v1) in
                    (self.numbers(root, axis) for axis in "xy")]
        across, up = units("equal")
        self.assertAlmostEqual(across / up, 1, delta=0.001)
        across, up = units("free")
        self.assertNotAlmostEqual(across / up, 1, delta=0.1)

    def test_one_of_several_plots(self):
        asked = ["--x", "x", "--y", "y", "--x", "t", "--y", "phi"]
        root = self.drawn("skate", *asked, "--only", "2")
        self.assertEqual(self.labels(root)[-2:], ["t", "φ"])

    def test_formulas_and_labels(self):
        labels = self.labels(self.drawn("skate", "--x", "phi", "--y=-x'*cos(phi)"))
        self.assertIn("φ", labels)
        self.assertIn("−x.\u2009cos\u00a0φ", labels)  # the dot is set above

    def test_variables_of_other_forms(self):
        for form in ["kane", "vakonomic", "lagrange_multipliers", "udwadia_kalaba"]:
            root = self.drawn("skate", "--form", form, "--y", "x'", "--until", "1")
            self.assertEqual(len(list(root.iter(SVG + "polyline"))), 1, form)
        self.drawn("skate", "--form", "vakonomic", "--y", "lambda1", "--until", "1")

    def test_logarithmic(self):
        root = self.drawn("skate", "--y", "exp(t)", "--log", "--until", "10")
        points = [tuple(map(float, p.split(",")))
                  for p in next(root.iter(SVG + "polyline")).get("points").split()]
        (x0, y0), (x1, y1) = points[0], points[-1]
        for x, y in points:  # a straight line
            self.assertAlmostEqual(y, y0 + (y1 - y0) * (x - x0) / (x1 - x0), delta=0.1)

    def test_pictures(self):
        self.data("plot", "skate", "-o", "skate.png")
        self.data("plot", "skate", "-o", "skate.pdf")
        png, pdf = ((self.folder / f"skate.{kind}").read_bytes() for kind in ("png", "pdf"))
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">I", png[16:20]), (960,))
        self.assertEqual(pdf[:5], b"%PDF-")
        self.assertNotIn(b"Date", pdf)
        self.assertTrue(pdf.rstrip().endswith(b"%%EOF"))

    def test_refusals(self):
        for words, message in [
                (["-o", "skate.gif"], "The name 'skate.gif' does not say how the plot is to be drawn: "
                                      "it must end in .svg, .png or .pdf."),
                (["--x", "t"], "--x is given without --y: what is to be drawn over it?"),
                (["--x", "t", "--x", "x", "--y", "y"],
                 "there are 2 --x and 1 --y; give one --x for all, or one for each --y."),
                (["--together"], "--together is given without --y: what is to be drawn in one plot?"),
                (["--window-x", "1"], "--window-x takes an interval from:to, not '1'."),
                (["--window-y", "2:1"], "--window-y: the interval '2:1' is empty."),
                (["--only", "0"], "--only counts from 1."),
                (["--only", "4"], "--only 4: there is 1 plot."),
        ]:
            self.assertEqual(self.refused(2, "plot", "skate", *words).split("\n")[0],
                             "rattleback plot: " + message)
        self.assertIn("'nowhere'", self.refused(2, "plot", "skate", "-o", "nowhere/skate.svg"))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_unknown_name(self):
        message = self.refused(3, "plot", "skate", "--y", "2*ph'")
        self.assertRegex(message, r"--y:1:3: .*unknown name 'ph'.*; did you mean 'phi'\?")

    def test_failed_run_is_drawn_as_far_as_it_went(self):
        model = self.model("blow.toml", 'coordinates = ["x"]\nlagrangian = "x\'^2/2 + x^4"\n'
                           '[initial]\nx = 1\n"x\'" = 2\n')
        done = self.run_in_folder("plot", model, "--until", "10", "-o", "out.svg")
        self.assertIn("What was computed until then is kept.", done.stderr)
        self.assertTrue(list(xml.parse(self.folder / "out.svg").getroot().iter(SVG + "polyline")))

    def test_old_file_stays_when_the_model_is_wrong(self):
        (self.folder / "out.svg").write_text("old")
        self.refused(3, "plot", "skate", "--y", "nothing", "-o", "out.svg")
        self.assertEqual((self.folder / "out.svg").read_text(), "old")
        self.assertEqual(len(list(self.folder.iterdir())), 1)

    def test_files_are_small(self):
        self.drawn("parallel_points_spring", "--y", "y1", "--y", "x1'")
        self.assertLess((self.folder / "out.svg").stat().st_size, 60000)
        text = (self.folder / "out.svg").read_text()
        self.assertIsNone(re.search(r"nan|inf\b", text.split("<title>")[1]))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
