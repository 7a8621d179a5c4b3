#!/usr/bin/env python3
"""Writes docs/gallery.md and its pictures from the model files.

    gallery.py --check                      is docs/gallery.md current, and is every picture there?
    gallery.py --write [BINARY] [NAME...]   writes it; with the program, also the pictures (of NAMEs)

The page has, for each model, its picture, its description and the commands to try it, grouped by
source. A picture shows the [[plot]]s of the model, drawn from what `simulate --json` gives. --check
computes no motion, so it is quick.
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tomllib

SOURCE = pathlib.Path(__file__).resolve().parent.parent
PAGE, PICTURES = SOURCE / "docs" / "gallery.md", SOURCE / "docs" / "images" / "gallery"

GROUPS = [
    ("Benenti", "Benenti: a general method for ideal constraints"),
    ("Zampieri", "Zampieri: nonholonomic versus vakonomic"),
    ("Djukić", "Djukić: constraints of second order"),
    ("Talamucci", "Talamucci: Voronec's equations, linear and not"),
    ("Balseiro", "Balseiro and Solomin: generalized reactions"),
    ("", "Classics, and tests of the engine"),
]
# A motion for models that leave a function open.
OPEN = {"bead": ["f=cos(x)", "u=1"], "charged_particles": ["A=2 + q1/10", "q1'=3/10", "q2'=6/10"],
        "pushed_particles": ["A=3", "q1'=1", "q2'=3"]}

HEAD = """# Gallery

Every example of the five papers that Rattleback follows, case by case, and the classics of nonholonomic mechanics. \
Each is one file in `models/`; `rattleback check` verifies what its description says. \
Where a paper gives no numbers the file says so.

This page is written by `scripts/gallery.py` from the model files.
"""


def natural(text):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


def group_of(reference):
    found = [(reference.find(name), name) for name, _ in GROUPS if name and name in reference]
    return min(found)[1] if found else ""


def models():
    """name → contents, by source, in the order of the source."""
    read = {path.stem: tomllib.loads(path.read_text())
            for path in sorted((SOURCE / "models").glob("*.toml"))}
    return dict(sorted(read.items(), key=lambda item: natural(item[1]["reference"])))


def prose(text):
    """One line; outside of `formulas` a star would be read as emphasis."""
    parts = " ".join(text.split()).split("`")
    parts[::2] = [words.replace("*", "·").replace("<", "&lt;") for words in parts[::2]]
    return "`".join(parts)


def page(gallery):
    parts = [HEAD]
    for name, title in GROUPS:
        members = {key: model for key, model in gallery.items()
                   if group_of(model["reference"]) == name}
        parts.append(f"## {title}\n")
        for key, model in members.items():
            sets = "".join(f' --set "{s}"' for s in OPEN.get(key, []))
            until = "" if "until" in model.get("simulate", {}) else " --until 5"
            parts.append(
                f"### {model['title']}\n\n![{model['title']}](images/gallery/{key}.svg)\n\n"
                f"{prose(model['description'])}\n\n*{model['reference']}*\n\n"
                f"```sh\n./run check {key}\n./run simulate {key}{sets}{until}\n"
                f"./run report {key}\n```\n")
    return "\n".join(parts)


def motion(binary, name, model):
    until = model.get("simulate", {}).get("until", 5)
    command = [binary, "simulate", SOURCE / "models" / f"{name}.toml", "--json", "--until", str(until),
               "--at", f"0:{until}:{until / 600}"]
    for setting in OPEN.get(name, []):
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    try:
        data = json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{name}: {done.stderr}")
    return data


def columns(data, coordinates):
    """t, every coordinate, and velocities as quotients of differences: enough for a picture."""
    result = {"t": data["t"]}
    for i, column in enumerate(data["columns"]):
        result[column] = [row[i] for row in data["y"]]
    for q in coordinates:
        values, t = result[q], data["t"]
        ends = [(max(i - 1, 0), min(i + 1, len(t) - 1)) for i in range(len(t))]
        result[q + "_dot"] = [(values[b] - values[a]) / (t[b] - t[a]) if b > a else 0.0
                              for a, b in ends]
    return result


def number(value, known):
    return float(value) if isinstance(value, (int, float)) else evaluate(value, known)


def evaluate(formula, names):
    text = formula.replace("'", "_dot").replace("^", "**")
    functions = {f: getattr(math, f) for f in ("sin", "cos", "tan", "exp", "log", "sqrt", "pi")}
    return eval(text, {"__builtins__": {}}, {**functions, **names})  # formulas of our own models


def curves(name, model, data):
    parameters = {}
    for key, value in model.get("parameters", {}).items():
        parameters[key] = number(value, parameters)
    known = columns(data, model["coordinates"])
    plots = model.get("plot") or [{"x": model["coordinates"][0], "y": model["coordinates"][-1]}]
    plots = [p for p in plots if p["x"] != "t"] or plots[:1]
    result = []
    for plot in plots:
        try:
            points = [tuple(evaluate(plot[axis], {**parameters, **{k: v[i] for k, v in known.items()}})
                            for axis in ("x", "y")) for i in range(len(data["t"]))]
        except NameError as error:
            sys.exit(f"{name}: the picture cannot show {plot['x']} and {plot['y']}: {error}")
        result.append(points)
    return plots[0], result


def shown(value):
    return f"{value:.3g}".replace("e-0", "e-").replace("-", "−")


def svg(title, plot, paths):
    """A frame with the range of both axes, and the curves; equal scales unless x is the time."""
    width, height, left, bottom, top = 300, 200, 46, 30, 10
    xs = [p[0] for path in paths for p in path]
    ys = [p[1] for path in paths for p in path]
    down = "down the slope" in plot.get("title", "")
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    sx, sy = (width - left - 10) / ((x1 - x0) or 1), (height - bottom - top) / ((y1 - y0) or 1)
    if plot["x"] != "t":
        sx = sy = min(sx if x1 > x0 else sy, sy if y1 > y0 else sx)
    w, h = (width - left - 10), (height - bottom - top)
    place = lambda x, y: (left + w / 2 + sx * (x - (x0 + x1) / 2),
                          top + h / 2 - (-1 if down else 1) * sy * (y - (y0 + y1) / 2))
    lines = []
    for i, path in enumerate(paths):
        points = [place(*p) for p in path]
        kept = [points[0]]
        for p in points[1:]:
            if math.dist(p, kept[-1]) > 0.7:
                kept.append(p)
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in kept)
        color = ("#2a6fb3", "#c2541d")[i % 2]
        lines.append(f'<polyline points="{text}" fill="none" stroke="{color}" stroke-width="1.4"/>'
                     f'<circle cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="2.6" fill="{color}"/>')
    low, high = (y1, y0) if down else (y0, y1)
    px0, px1, py0, py1 = place(x0, y0)[0], place(x1, y0)[0], place(x0, low)[1], place(x0, high)[1]
    name = lambda f: f.replace("*", "·") if len(f) < 16 else ""
    label = lambda x, y, text, anchor: (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
                                        f'{text.replace("<", "&lt;")}</text>')
    ticks = [label(2, top + h / 2 + 3, name(plot["y"]), "start"),
             label(left + w / 2, height - 6, name(plot["x"]), "middle")]
    if x1 > x0:
        narrow = px1 - px0 < 60
        ticks += [label(max(px0, left + 6), height - bottom + 12, shown(x0), "end" if narrow else "middle"),
                  label(px1, height - bottom + 12, shown(x1),
                        "start" if narrow else "middle" if px1 < width - 20 else "end")]
    if y1 > y0 and py0 - py1 > 14:
        ticks += [label(left - 4, py0 + 3, shown(low), "end"), label(left - 4, py1 + 7, shown(high), "end")]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" font-family="sans-serif" font-size="9">'
            f'<title>{title}</title><rect width="{width}" height="{height}" fill="#fff"/>'
            f'<rect x="{left}" y="{top}" width="{w}" height="{h}" fill="none" stroke="#bbb"/>'
            f'<g fill="#444">{"".join(ticks)}</g>{"".join(lines)}</svg>\n')


def write(arguments):
    gallery = models()
    if arguments:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for name in arguments[1:] or gallery:
            plot, paths = curves(name, gallery[name], motion(arguments[0], name, gallery[name]))
            (PICTURES / f"{name}.svg").write_text(svg(gallery[name]["title"], plot, paths))
            print(name, flush=True)
    PAGE.write_text(page(gallery))
    return check()


def check():
    gallery = models()
    faults = []
    if not PAGE.exists() or PAGE.read_text() != page(gallery):
        faults.append("docs/gallery.md is not what scripts/gallery.py --write gives.")
    pictures = {path.stem for path in PICTURES.glob("*.svg")}
    faults += [f"{name} has no picture; scripts/gallery.py --write BINARY {name} draws it."
               for name in gallery if name not in pictures]
    faults += [f"The picture {name}.svg belongs to no model." for name in pictures - set(gallery)]
    print("\n".join(faults) or f"{len(gallery)} models are in the gallery.")
    return 1 if faults else 0


def main():
    verb, *arguments = sys.argv[1:] or ["--help"]
    if verb == "--check":
        return check()
    if verb == "--write":
        return write(arguments)
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
