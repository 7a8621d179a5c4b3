#!/usr/bin/env python3
"""The verb report: the page it writes, as a browser without scripts would read it.

    report_test.py PROGRAM SOURCE [unittest arguments]

The page is parsed: every element is closed, every formula and every plot is well-formed XML, every
link leads somewhere, nothing is fetched from elsewhere, and what a model calls itself cannot break
out of its place. What the script makes of it is tested in a browser, by web/tests.
"""
import base64
import hashlib
import html
import html.parser
import json
import re
import sys
import unittest
import xml.etree.ElementTree as xml

from command_line_test import SOURCE, Case

VOID = {"meta", "br", "img", "hr", "input", "link", "path", "line", "rect"}
SECTIONS = ["model", "constraints", "equations", "agreement", "motion", "reactions", "invariants",
            "comparison", "reproduce"]


class Page(html.parser.HTMLParser):
    """Elements, their ids, links and text; complains about what is not closed."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.ids, self.links, self.sections = [], [], [], [], []
        self.text, self.tags = {}, []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append((tag, given))
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "section" and "role" not in given:
            self.sections.append(given.get("id"))
        for name in ("href", "src", "data-copy", "aria-controls", "aria-labelledby"):
            if name in given:
                self.links.append((name, given[name]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open:
            self.text[self.open[-1]] = self.text.get(self.open[-1], "") + data


def without_bundle(text):
    """The page without the script and style that were built into the program."""
    text = re.sub(r"<style>.*?</style>", "", text, flags=re.S)
    return re.sub(r"<script>.*?</script>", "", text, flags=re.S)


class Report(Case):
    def write(self, *words, code=0):
        done = self.run_in_folder("report", *words, "-o", "page.html")
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        return (self.folder / "page.html").read_text(), done.stderr

    def sound(self, text):
        """A page in which nothing is wrong, parsed."""
        self.assertTrue(text.startswith("<!doctype html>\n<html lang=\"en\">"))
        page = Page(text)
        self.assertEqual(page.faults, [])
        self.assertEqual(len(page.ids), len(set(page.ids)))
        for name, target in page.links:
            if target == "data:,":  # no icon
                continue
            self.assertIn(target.removeprefix("#"), page.ids, name)
            self.assertEqual(target.startswith("#"), name == "href")
        own = without_bundle(text)
        namespaces = r"http://www\.w3\.org/(1998/Math/MathML|2000/svg|1999/xlink)"
        self.assertEqual(re.findall(r"https?://\S*", re.sub(namespaces, "", own)), [])
        for pattern in (r"(<math\b.*?</math>)", r'<figure class="plot"[^>]*>\n(.*?)</figure>'):
            for whole in re.findall(pattern, own, flags=re.S):
                xml.fromstring(whole)
        return page

    def data_of(self, text):
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
        data = json.loads(found[1])
        for plot in data["plots"]:
            for series in plot["series"]:
                self.assertEqual(len(series["values"]), len(plot["x"]["values"]), plot["title"])
        for scene in data["scenes"]:
            for item in scene["items"]:
                for key, width in [("at", 3), ("from", 3), ("to", 3), ("along", 3), ("rotation", 4)]:
                    if key in item:
                        self.assertEqual(len(item[key]), width * len(scene["times"]))
        return data


class Pages(Report):
    def test_skate(self):
        text, said = self.write("skate")
        page = self.sound(text)
        self.assertEqual(page.sections, [s for s in SECTIONS if s != "comparison"])
        self.assertEqual(page.text["h1"], "Skate on an inclined plane")
        self.assertRegex(said, r"The report is in 'page\.html', \d+\.\d MB\.\n$")
        data = self.data_of(text)
        self.assertEqual(len(data["plots"]), text.count('<figure class="plot"'))
        self.assertEqual([scene["dimension"] for scene in data["scenes"]], [2])
        self.assertIn("proved equal", text)
        model = (SOURCE / "models" / "skate.toml").read_bytes()
        self.assertIn(hashlib.sha256(model).hexdigest(), text)
        self.assertIn("rattleback report skate -o page.html", text)

    def test_contacts(self):
        text, _ = self.write("ball_on_incline")
        self.sound(text)
        self.assertIn("What the contacts must bear", text)
        self.assertIn("The contact 'ball' needs a coefficient of friction of up to 0.156086",
                      html.unescape(re.sub(r"<[^>]*>", "", text)))

    def test_every_form_has_a_tab_and_a_panel(self):
        text, _ = self.write("skate")
        forms = [f["form"] for f in json.loads(self.data("derive", "skate", "--json"))]
        page = Page(text)
        tabs = [a["aria-controls"] for tag, a in page.tags if a.get("role") == "tab"]
        panels = [a["id"] for tag, a in page.tags if a.get("role") == "tabpanel"]
        others = [f"form-{form}" for form in forms if form != "benenti"]
        self.assertEqual(tabs, ["form-benenti"] + others)  # that of the motion comes first
        self.assertEqual(panels, tabs)
        chosen = [a["id"] for tag, a in page.tags if a.get("aria-selected") == "true"]
        self.assertEqual(chosen, ["tab-benenti"])
        for form in forms:
            latex = re.search(rf'<script type="text/plain" id="latex-{form}">(.*?)</script>', text,
                              re.S)[1]
            self.assertIn("\\begin{align*}", latex)

    def test_plots_show_the_computed_motion(self):
        text, _ = self.write("skate")
        drift = [p for p in self.data_of(text)["plots"] if p["log_y"]]
        self.assertTrue(drift)
        checks = json.loads(self.data("simulate", "skate", "--json"))["checks"]
        energy = next(p for p in drift if p["title"] == "Deviation: energy")
        values = [v for v in energy["series"][0]["values"] if v is not None]
        self.assertAlmostEqual(max(values) / checks["energy"]["max"], 1, places=6)
        self.assertEqual(energy["series"][-1]["label"], "allowed")
        self.assertAlmostEqual(energy["series"][-1]["values"][0] / checks["energy"]["allowed"], 1,
                               places=6)

    def test_comparison(self):
        text, _ = self.write("skate", "--compare", "--until", "3")
        page = self.sound(text)
        self.assertEqual(page.sections, SECTIONS)
        data = self.data_of(text)
        self.assertEqual(len(data["scenes"]), 2)
        both = [p for p in data["plots"]
                if [s["label"] for s in p["series"]] == ["nonholonomic", "vakonomic"]]
        self.assertEqual(len(both), 4)  # the path, x, y and phi
        said = re.sub(r"<[^>]*>", "", text[text.index('id="comparison"'):])
        self.assertIn("begin at the same state, the vakonomic one with λ1=0.", said)

    def test_two_principles_from_two_states(self):
        text, _ = self.write("skate", "--against", "skate_vakonomic", "--against", "phi'=2",
                             "--until", "1")
        said = re.sub(r"<[^>]*>", "", text[text.index('id="comparison"'):])
        self.assertIn("Nonholonomic against vakonomic", said)
        self.assertIn("The motions begin at two states, the vakonomic one with λ1=0.", said)
        text, _ = self.write("skate_vakonomic", "--against", "skate", "--until", "1")
        said = re.sub(r"<[^>]*>", "", text[text.index('id="comparison"'):])
        self.assertIn("Vakonomic against nonholonomic", said)
        self.assertIn(", the vakonomic one with λ1=0.", said)

    def test_formulas_in_sentences_are_mathematics(self):
        text = without_bundle(self.write("skate")[0])
        text = text[:text.index('id="reproduce"')]
        for written in ("phi&#39;", "x&#39;*cos(phi)", "phi)", "^2"):
            prose = re.sub(r"<(script|pre)\b.*?</\1>", "", text, flags=re.S)
            self.assertNotIn(written, prose)
        self.assertRegex(text, r"<li>The energy <math [^\n]*</math> is conserved\.</li>")

    def test_phase_portraits(self):
        plots = self.data_of(self.write("skate")[0])["plots"]
        phase = [p for p in plots if p["title"].startswith("Phase")]
        self.assertEqual([p["title"] for p in phase], ["Phase x", "Phase y"])
        self.assertEqual({p["kind"] for p in phase}, {"phase"})
        self.assertEqual([len(p["series"]) for p in phase], [1, 1])

    def test_numbers_are_those_of_the_file(self):
        said = re.sub(r"<[^>]*>", "", self.write("rattleback", "--until", "1")[0])
        self.assertIn("9.81", said[said.index("Parameters"):])
        self.assertNotIn("981100", said)
        self.assertIn("2⋅10−4", said)

    def test_same_command_same_bytes(self):
        self.assertEqual(self.write("parallel_points_spring", "--until", "5")[0],
                         self.write("parallel_points_spring", "--until", "5")[0])

    def test_in_space(self):
        for model, kinds in [("rolling_disc", ["disc"]), ("rattleback", ["ellipsoid"])]:
            text, _ = self.write(model, "--until", "1")
            self.sound(text)
            scene = self.data_of(text)["scenes"][0]
            self.assertEqual(scene["dimension"], 3)
            self.assertEqual([item["kind"] for item in scene["items"]], kinds)

    def test_default_file_is_named_after_the_model(self):
        done = self.run_in_folder("report", "skate", "--until", "1", "--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.sound((self.folder / "skate.html").read_text())


HOSTILE = '</title><script>alert(1)</script><b a="\'&amp;'


class Bad(Report):
    def test_hostile_texts(self):
        quoted = json.dumps(HOSTILE)
        name = self.model("bad.toml", f"""
title       = {quoted}
reference   = {quoted}
description = {quoted}
coordinates = ["x", "y", "phi"]
lagrangian  = "(x'^2 + y'^2 + phi'^2)/2"
[[constraint]]
name     = {quoted}
equation = "x'*sin(phi) - y'*cos(phi) = 0"
[[symmetry]]
name      = {quoted}
generator = {{ x = "1" }}
[[event]]
name = {quoted}
when = "x = 1/2"
[[plot]]
title = {quoted}
x = "x"
y = "y"
[[draw]]
shape = "point"
name  = {quoted}
at    = ["x", "y"]
[initial]
"x'" = 1
"phi'" = 1
[simulate]
until = 1
""")
        text, _ = self.write(name)
        page = self.sound(text)
        self.assertEqual(page.text["h1"], HOSTILE)
        title = re.search(r"<title>(.*?)</title>", text, re.S)[1]
        self.assertEqual(html.unescape(title), HOSTILE)
        own = without_bundle(text)
        self.assertNotIn("<script>alert", own)
        self.assertNotIn("<b a=", own)
        data = self.data_of(text)
        self.assertEqual(data["scenes"][0]["items"][0]["name"], HOSTILE)
        self.assertEqual(data["plots"][0]["title"], HOSTILE)

    def test_policy_allows_the_script_of_the_page_alone(self):
        text, _ = self.write("skate", "--until", "1")
        found = re.findall(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', text)
        self.assertEqual(len(found), 1)
        self.assertLess(text.index("Content-Security-Policy"), text.index("<title>"))
        policy = dict(part.strip().split(" ", 1) for part in found[0].split(";"))
        self.assertEqual(policy.pop("default-src"), "'none'")
        scripts = re.findall(r"<script>(.*?)</script>", text, re.S)
        allowed = [f"'sha256-{base64.b64encode(hashlib.sha256(s.encode()).digest()).decode()}'"
                   for s in scripts]
        self.assertEqual(policy.pop("script-src"), allowed[0] if allowed else "'none'")
        self.assertLessEqual(len(scripts), 1)
        self.assertEqual(policy, {"style-src": "'unsafe-inline'", "img-src": "data: blob:",
                                  "base-uri": "'none'", "form-action": "'none'"})

    def test_failed_check_is_said_and_the_page_is_written(self):
        name = self.model("wrong.toml", """
coordinates = ["x"]
lagrangian  = "x'^2/2 - x^2/2"
[initial]
x = 1
[expect]
x = "cos(11*t/10)"
[simulate]
until = 1
""")
        text, said = self.write(name, code=1)
        self.assertIn("rattleback report: The check 'expected x' fails; the report says how.\n",
                      said)
        self.sound(text)
        self.assertIn('<span class="bad">Not all is well: see', text)

    def test_constants_that_are_none_are_shown(self):
        name = self.model("fall.toml", """
coordinates = ["x"]
lagrangian  = "x'^2/2 - x"
[expect]
x = "constant"
[simulate]
until = 1
""")
        text, _ = self.write(name, code=1)
        self.assertIn("x is NOT constant", re.sub(r"<[^>]*>", "", without_bundle(text)))

    def test_function_left_open(self):
        name = self.model("open.toml", """
coordinates = ["x", "y"]
lagrangian  = "(x'^2 + y'^2)/2 - A"
[functions]
A = ["x", "y"]
[[constraint]]
equation = "y' = x*x'"
[simulate]
until = 1
""")
        text, said = self.write(name)
        page = self.sound(text)
        self.assertIn("The report has no motion. It was not computed: a function", said)
        self.assertIn("It was not computed: a function of the model has no definition.", text)
        self.assertNotIn("reactions", page.sections)

    def test_nothing_to_draw(self):
        name = self.model("abstract.toml", """
coordinates = ["q1", "q2"]
lagrangian  = "(q1'^2 + q2'^2)/2"
[initial]
"q1'" = 1
[simulate]
until = 1
""")
        text, _ = self.write(name)
        self.sound(text)
        self.assertIn("There is nothing to animate", text)

    def test_plots_that_have_no_value(self):
        name = self.model("twice.toml", """
coordinates = ["x", "y"]
lagrangian = "(x'^2 + y'^2)/2 - y"
[[constraint]]
equation = "x = y"
[[constraint]]
equation = "2*x' = 2*y'"
[[plot]]
x = "t"
y = "mu1"
[simulate]
until = 1
""")
        text, _ = self.write(name)
        self.sound(text)
        self.assertIn("The plots that the model asks for are not drawn: the multipliers of this model are not "
                      "unique", text)
        self.assertIn("Velocities", text)

    def test_folder_that_is_not_there(self):
        done = self.run_in_folder("report", "skate", "-o", "nowhere/page.html")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("nowhere", done.stderr)

    def test_nothing_is_written_for_a_wrong_model(self):
        done = self.run_in_folder("report", self.model("bad.toml", "coordinates = 3"))
        self.assertEqual(done.returncode, 3)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["bad.toml"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
