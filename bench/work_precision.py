#!/usr/bin/env python3
"""Draws the work-precision diagrams: time against error, one panel for each problem.

    python3 bench/work_precision.py work_precision.csv docs/images/work_precision.svg

The table is what bench_work_precision prints. Each point is one run; the tolerance falls by ten from
point to point, from upper left to lower right. Only the standard library is needed.
"""

import csv
import math
import sys
from xml.sax.saxutils import escape

TITLES = {
    "P1": "P1: skate on an incline, t = 1000",
    "P2": "P2: parallel points with a spring, t = 100",
    "b831_fig8": "Parallel points on an incline, t = 10",
    "z411_k025_w2": "Skate with friction, t = 10",
    "zvak_side_l1": "Vakonomic skate, t = 10",
    "t_curved_k1": "Nonlinear constraint, curved metric, t = 3",
}

# Colour, dash pattern and marker of each method; those of other libraries are dashed.
STYLES = {
    "taylor": ("#c1272d", "", "circle"),
    "dopri5": ("#7f7f7f", "", "square"),
    "dop853": ("#1f5fa8", "", "square"),
    "vern9": ("#2e8b57", "", "triangle"),
    "gauss4": ("#b58900", "", "diamond"),
    "gauss6": ("#d2691e", "", "diamond"),
    "adams": ("#6a3d9a", "", "triangle"),
    "bdf": ("#444444", "", "diamond"),
    "CVODE Adams": ("#6a3d9a", "5 3", "triangle"),
    "odeint dopri5": ("#7f7f7f", "5 3", "square"),
    "odeint fehlberg78": ("#1f5fa8", "5 3", "square"),
    "odeint bulirsch_stoer": ("#008b8b", "5 3", "circle"),
}

COLUMNS = 2
PANEL_WIDTH, PANEL_HEIGHT = 380, 270
LEFT, TOP, GAP_X, GAP_Y = 70, 34, 84, 78
LEGEND_PER_ROW, LEGEND_ROW = 4, 24


def read(path):
    """{problem: {method: [(error, seconds)]}}, in the order of the table."""
    problems = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            runs = problems.setdefault(row["problem"], {}).setdefault(row["method"], [])
            runs.append((float(row["error"]), float(row["seconds"])))
    return problems


def superscript(exponent):
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(c)] if c.isdigit() else "⁻" for c in str(exponent))


def marker(kind, x, y, colour):
    r = 2.8
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{colour}"/>'
    shapes = {
        "square": [(-r, -r), (r, -r), (r, r), (-r, r)],
        "triangle": [(0, -1.3 * r), (1.2 * r, r), (-1.2 * r, r)],
        "diamond": [(0, -1.4 * r), (1.4 * r, 0), (0, 1.4 * r), (-1.4 * r, 0)],
    }
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in shapes[kind])
    return f'<polygon points="{points}" fill="{colour}"/>'


class Panel:
    """One diagram with logarithmic axes: error to the right, smaller and smaller; time upward."""

    def __init__(self, x, y, runs):
        self.x, self.y = x, y
        shown = [p for points in runs.values() for p in points if p[0] < 1]
        errors = [math.log10(max(e, 1e-17)) for e, _ in shown]
        times = [math.log10(s) for _, s in shown]
        self.e0, self.e1 = math.floor(min(errors)), min(0, math.ceil(max(errors)))
        self.t0, self.t1 = math.floor(min(times)), math.ceil(max(times))

    def place(self, error, seconds):
        e, t = math.log10(max(error, 1e-17)), math.log10(seconds)
        return (
            self.x + (self.e1 - e) / (self.e1 - self.e0) * PANEL_WIDTH,
            self.y + (self.t1 - t) / (self.t1 - self.t0) * PANEL_HEIGHT,
        )

    def axes(self, title):
        out = [
            f'<text x="{self.x + PANEL_WIDTH / 2}" y="{self.y - 12}" class="title">'
            f"{escape(title)}</text>"
        ]
        bottom = self.y + PANEL_HEIGHT
        for e in range(self.e0, self.e1 + 1):
            x, _ = self.place(10.0**e, 1)
            out.append(f'<path d="M{x:.1f} {self.y}V{bottom}" class="grid"/>')
            if (e - self.e0) % 2 == 0:
                out.append(f'<text x="{x:.1f}" y="{bottom + 17}" class="x">{superscript(e)}</text>')
        for t in range(self.t0, self.t1 + 1):
            _, y = self.place(1, 10.0**t)
            out.append(f'<path d="M{self.x} {y:.1f}h{PANEL_WIDTH}" class="grid"/>')
            out.append(f'<text x="{self.x - 7}" y="{y + 4:.1f}" class="y">{superscript(t)} s</text>')
        out.append(
            f'<rect x="{self.x}" y="{self.y}" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}" '
            'class="frame"/>'
        )
        out.append(
            f'<text x="{self.x + PANEL_WIDTH / 2}" y="{bottom + 36}" class="x">'
            "error of the state at the end</text>"
        )
        return out

    def curve(self, method, points):
        colour, dash, kind = STYLES[method]
        places = [self.place(*p) for p in points if p[0] < 1]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        width = 2.2 if method == "taylor" else 1.3
        out = [f'<path d="{path}" stroke="{colour}" stroke-width="{width}" '
               f'stroke-dasharray="{dash}" fill="none"/>']
        return out + [marker(kind, x, y, colour) for x, y in places]


def legend(methods, y, width):
    out = []
    step = (width - LEFT) / LEGEND_PER_ROW
    for i, method in enumerate(methods):
        colour, dash, kind = STYLES[method]
        x, row = LEFT + (i % LEGEND_PER_ROW) * step, y + (i // LEGEND_PER_ROW) * LEGEND_ROW
        out.append(f'<path d="M{x} {row}h28" stroke="{colour}" stroke-width="1.6" '
                   f'stroke-dasharray="{dash}"/>')
        out.append(marker(kind, x + 14, row, colour))
        out.append(f'<text x="{x + 34}" y="{row + 4}" class="name">{escape(method)}</text>')
    return out


def drawing(problems):
    methods = [m for m in STYLES if any(m in runs for runs in problems.values())]
    rows = math.ceil(len(problems) / COLUMNS)
    width = LEFT + COLUMNS * PANEL_WIDTH + (COLUMNS - 1) * GAP_X + 30
    legend_top = TOP + rows * (PANEL_HEIGHT + GAP_Y)
    height = legend_top + math.ceil(len(methods) / LEGEND_PER_ROW) * LEGEND_ROW
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="Helvetica, Arial, sans-serif">',
        "<style>.title{font-size:14px;font-weight:bold;text-anchor:middle}"
        ".x{font-size:12px;text-anchor:middle}.y{font-size:12px;text-anchor:end}"
        ".name{font-size:12px}.grid{stroke:#e4e4e4;stroke-width:1}"
        ".frame{fill:none;stroke:#333;stroke-width:1}</style>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for i, (problem, runs) in enumerate(problems.items()):
        x = LEFT + (i % COLUMNS) * (PANEL_WIDTH + GAP_X)
        panel = Panel(x, TOP + (i // COLUMNS) * (PANEL_HEIGHT + GAP_Y), runs)
        out += panel.axes(TITLES.get(problem, problem))
        for method in reversed(methods):  # the first on top
            if method in runs:
                out += panel.curve(method, runs[method])
    out += legend(methods, legend_top, width)
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], "w") as file:
        file.write(drawing(read(sys.argv[1])))


if __name__ == "__main__":
    main()
