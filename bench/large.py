#!/usr/bin/env python3
"""Large systems, from the file to the result: processor time and memory of whole commands.

    large.py PROGRAM BENCH_LARGE [BEFORE]

Snakes of 5 to 80 links and trains of 2 to 10 trailers (forms.py) to t = 2, the bicycle and the
rattleback as they are in models/. Each is run three times, in turns with another program where one is
named; the least counts. Then what bench_large measures of the same models (large.cpp), and the exponents
with which all that grows from 20 links to 80.
"""
import math
import os
import subprocess
import sys
import tempfile

import forms

HERE = os.path.dirname(os.path.abspath(__file__))
LINKS = (5, 10, 20, 40, 80)
TRAILERS = (2, 5, 10)
RUNS = 3


def run(program, path):
    """Seconds of processor time and megabytes of one simulation."""
    child = os.fork()
    if child == 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.execv(program, [program, "simulate", path])
    _, status, used = os.wait4(child, 0)
    seconds = used.ru_utime + used.ru_stime
    return (seconds if status == 0 else math.nan), used.ru_maxrss / 1024


def models(folder):
    for kind, counts, text in (("links", LINKS, forms.snake), ("trailers", TRAILERS, forms.trailers)):
        for n in counts:
            path = os.path.join(folder, f"{n}_{kind}.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text(n).replace("until = 10", "until = 2"))
            yield f"{n} {kind}", path
    for name in ("bicycle", "rattleback", "skate"):
        yield name, os.path.join(HERE, "..", "models", name + ".toml")


def exponent(rows, column):
    least, most = rows["20 links"][column], rows["80 links"][column]
    return math.log(most / least) / math.log(4)


def main():
    program, bench, before = sys.argv[1], sys.argv[2], sys.argv[3:]
    programs = before + [program]
    heads = [f"{'before ' if p in before else ''}{unit}" for p in programs for unit in ("s", "MB")]
    heads += ["unknowns", "operations", "build ms", "derive ms", "once us", "Eigen LU us"]
    print(f"{'':14}" + "".join(f"{head:>12}" for head in heads))
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, path in models(folder):
            runs = [[run(each, path) for each in programs] for _ in range(RUNS)]
            row = [min(values) for column in zip(*runs) for values in zip(*column)]
            words = subprocess.run([bench, path], check=True, capture_output=True, text=True)
            row += [float(word) for word in words.stdout.split()[2:]]
            rows[name] = row
            print(f"{name:14}" + "".join(f"{value:>12.5g}" for value in row), flush=True)
    print(f"{'20 to 80: n^':14}" + "".join(f"{exponent(rows, i):>12.2f}" for i in range(len(row))))


if __name__ == "__main__":
    main()
