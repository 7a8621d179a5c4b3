#!/usr/bin/env python3
"""Writes docs/gallery.md and its pictures from the model files.

    gallery.py --check                      is docs/gallery.md current, and is every picture there?
    gallery.py --write [BINARY] [NAME...]   writes it; with the program, also the pictures (of NAMEs)

The page has, for each model, its picture, its description and the commands to try it, grouped by
source. A picture shows the first path that the model asks for, as `plot` draws it. --check computes
no motion, so it is quick.
"""
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


def shown_plot(model):
    """The number of the first plot that is not over time, as `plot --only` counts; 1 where all are."""
    plots = []
    for i, plot in enumerate(model.get("plot", [])):
        what = (plot.get("title", i), plot["x"], plot.get("window"), plot.get("axes"))
        if what not in plots:
            plots.append(what)
    return next((i + 1 for i, plot in enumerate(plots) if plot[1] != "t"), 1)


def draw(binary, name, model):
    settings = [word for setting in OPEN.get(name, []) for word in ("--set", setting)]
    until = [] if "until" in model.get("simulate", {}) else ["--until", "5"]
    subprocess.run([binary, "plot", SOURCE / "models" / f"{name}.toml", *settings, *until, "--only",
                    str(shown_plot(model)), "-o", PICTURES / f"{name}.svg"],
                   timeout=300, check=True)


def write(arguments):
    gallery = models()
    if arguments:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for name in arguments[1:] or gallery:
            draw(arguments[0], name, gallery[name])
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
