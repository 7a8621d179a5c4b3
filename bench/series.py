"""Taylor series of whole models beside Runge-Kutta pairs: chains of links, and a bicycle that is pushed.

    python3 bench/series.py build/release/bench_series

Snakes are those of bench/forms.py, to t = 10, by multipliers and in independent speeds; the bicycle that
of models/bicycle.toml, to t = 5, which begins to fall at 0.5 rad/s.
"""
import pathlib
import subprocess
import sys
import tempfile

import forms

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"


def pushed_bicycle():
    text = (MODELS / "bicycle.toml").read_text(encoding="utf-8")
    head, tail = text.split("[expect]")
    return head.replace("[initial]", "[initial]\n\"phi'\" = 0.5") + tail[tail.index("[["):]


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        texts = {f"snake of {n} links": (10, forms.snake(n)) for n in (3, 5, 10)}
        texts["bicycle"] = (5, pushed_bicycle())
        for name, (until, text) in texts.items():
            path = pathlib.Path(folder) / f"{name}.toml"
            path.write_text(text, encoding="utf-8")
            for form in ("lagrange_multipliers", "benenti"):
                subprocess.run([program, form, str(until), path], check=True)


if __name__ == "__main__":
    main()
