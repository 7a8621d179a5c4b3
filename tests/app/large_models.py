#!/usr/bin/env python3
"""Models that are large in one key, for every key that takes a formula, and what each verb makes of them.

    large_models.py PROGRAM SOURCE [--keys NAMES] [--shapes NAMES] [--verbs NAMES] [--until SECONDS]

Each verb must answer, or say in a sentence why not, within 20 seconds of the processor. A table of those
that do not is printed, and the slowest of the others.
"""
import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

SOON = 20  # seconds of the processor


def nested(u):
    """Sines within each other, nearly as deep as formulas may be."""
    return "sin(" * 900 + u + ")" * 900


def sines(u):
    return " + ".join(f"sin({k}*{u} + {k})/{k}" for k in range(1, 1001))


def product(u):
    return "*".join(f"({u}^2 + {k})" for k in range(1, 301)) + "/10^600"


def fraction(u):
    """A continued fraction."""
    text = u
    for k in range(200, 0, -1):
        text = f"{k} + 1/({text} + {u}^2)"
    return text


def power(u):
    return f"(1 + {u}/7 + {u}^3/11)^300"


def roots(u):
    text = f"{u}^2"
    for _ in range(150):
        text = f"sqrt(1 + {text})"
    return text


def kinks(u):
    return " + ".join(f"abs({u} - {k})/{k}" for k in range(1, 201))


SHAPES = {shape.__name__: shape for shape in (nested, sines, product, fraction, power, roots, kinks)}

FREE = ('coordinates = ["x", "y", "z"]\nlagrangian = "(x\'^2 + y\'^2 + z\'^2)/2 - x^2/2 - y^2/3"\n')
START = "\n[initial]\nx = 0.3\ny = 0.2\n\"y'\" = 0.1\n[simulate]\nuntil = 1\n"
BODY = ('coordinates = ["x", "y", "a"]\ngravity = ["0", "0", "-1"]\n[[frame]]\nname = "B"\norigin = '
        '["x", "y", "0"]\nrotations = [["z", "a"]]\n[[body]]\nframe = "B"\nmass = "1"\ninertia = '
        '["1", "1", "2"]\n')


def at_top(text):
    return text + START


# The text of a model, where F stands for the formula and the name in front of it for what it is of.
KEYS = {
    "lagrangian": ("x", 'coordinates = ["x", "y"]\nlagrangian = "(x\'^2 + y\'^2)/2 - y^2/2 + F"\n' + START),
    "kinetic": ("x", 'coordinates = ["x", "y"]\n[energy]\nkinetic = "((2 + (F)^2)*x\'^2 + y\'^2)/2"\n'
                     'potential = "y^2/2"\n' + START),
    "potential": ("x", 'coordinates = ["x", "y"]\n[energy]\nkinetic = "(x\'^2 + y\'^2)/2"\npotential = '
                       '"y^2/2 + F"\n' + START),
    "parameter": ("q", FREE.replace("x^2/2", "p*x^2/2") + START + '[parameters]\nq = "1/3"\np = "F"\n'),
    "definition": ("x", FREE.replace("x^2/2", "d") + START + '[define]\nd = "F"\n'),
    "particle mass": ("q", 'coordinates = ["x", "y"]\n[parameters]\nq = "1/3"\n[[particle]]\nmass = '
                           '"2 + (F)^2"\nposition = ["x", "y"]\n' + START),
    "particle position": ("x", 'coordinates = ["x", "y"]\n[[particle]]\nmass = "1"\nposition = ["x", '
                               '"y", "F"]\n' + START),
    "particle force": ("x", 'coordinates = ["x", "y"]\n[[particle]]\nmass = "1"\nposition = ["x", "y"]\n'
                            'force = ["F", "0"]\n' + START),
    "frame origin": ("x", BODY.replace('"y", "0"]', '"y", "F"]') + START),
    "frame rotation": ("x", BODY.replace('"z", "a"', '"z", "a + F"') + START),
    "body inertia": ("q", BODY.replace('"1", "2"]', '"1", "2 + (F)^2"]') + START
                     + '[parameters]\nq = "1/3"\n'),
    "spring": ("q", 'coordinates = ["x", "y"]\n[parameters]\nq = "1/3"\n[[frame]]\nname = "B"\norigin = ["x", "y", "0"]\n'
                    '[[body]]\nframe = "B"\nmass = "1"\n[[spring]]\nbetween = ["position(B)", '
                    '"vector(3, 0, 0)"]\nstiffness = "2 + (F)^2"\n' + START),
    "force": ("x", FREE + '[[force]]\non = "y"\nvalue = "F"\n' + START),
    "force of velocity": ("y'", FREE + '[[force]]\non = "y"\nvalue = "-(F)/9"\n' + START),
    "force potential": ("x", FREE + '[[force]]\npotential = "F"\n' + START),
    "constraint": ("x", FREE + '[[constraint]]\nequation = "z\' = (F)*y\'"\n' + START),
    "affine constraint": ("x", FREE + '[[constraint]]\nequation = "z\' = F"\n' + START),
    "nonlinear constraint": ("y'", FREE + '[[constraint]]\nequation = "z\' = F"\n' + START),
    "positional constraint": ("x", FREE + '[[constraint]]\nequation = "z = F"\n' + START),
    "constraint of second order": ("x", FREE + '[[constraint]]\nequation = "z\'\' = F"\n' + START),
    "constraint force": ("x", FREE + '[[constraint]]\nforce = { y = "2 + F" }\n' + START),
    "reaction": ("x", FREE + '[[constraint]]\nequation = "z\' = x*y\'"\nreaction = { z = "1", x = "F" }\n'
                 + START),
    "vanishes_on": ("x", FREE + '[[constraint]]\nequation = "z\' = x*y\'"\n[reaction]\nvanishes_on = '
                                '[{ x = "1", z = "F" }, { y = "1", z = "x" }]\n' + START),
    "knife edge": ("x", BODY + '[[knife_edge]]\nframe = "B"\ndirection = ["2 + F", "1", "0"]\n' + START),
    "parametrization": ("x", FREE + '[parametrization]\nvariables = ["v", "w"]\n"x\'" = "v"\n"y\'" = '
                                    '"w"\n"z\'" = "(F)*v"\n' + START),
    "initial": ("q", FREE + START.replace("x = 0.3", 'x = "F"') + '[parameters]\nq = "1/3"\n'),
    "closed form": ("t", FREE + START + '[expect]\nx = "F"\n'),
    "expected constant": ("x", FREE + START + '[expect]\n"x\'^2/2 + x^2/2 + F" = "constant"\n'),
    "symmetry": ("x", FREE + '[[symmetry]]\ngenerator = { z = "F" }\n' + START),
    "event": ("x", FREE + '[[event]]\nname = "e"\nwhen = "F = 0.11"\n' + START),
    "plot": ("x", FREE + '[[plot]]\nx = "t"\ny = "F"\n' + START),
    "drawing": ("x", FREE + '[[draw]]\nshape = "point"\nat = ["x", "y", "F"]\n' + START),
    "until": ("(1/3)", FREE + START.replace("until = 1", 'until = "1 + (F)/10^9"')),
    "gravity": ("q", BODY.replace('"0", "0", "-1"', '"F", "0", "-1"') + START + '[parameters]\nq = "1/3"\n'),
}

VERBS = {
    "check": [], "compare": [], "constrain": [], "derive": [], "equilibria": [], "linearize": [],
    "export": ["--as", "c", "-o", "program"], "plot": ["-o", "a.svg"], "rate": ["x' + y"],
    "report": ["-o", "a.html"], "series": [], "simulate": [], "transform": ["--let", "x = X + y"],
}


def model(key, shape):
    name, text = KEYS[key]
    return text.replace("F", SHAPES[shape](name))


def asked(program, folder, verb):
    """The exit code, the seconds of the processor and what was said; it is ended after a minute of these."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, verb, "model.toml", *VERBS[verb]], cwd=folder, capture_output=True,
                          text=True, errors="replace", check=False, preexec_fn=limit)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (done.returncode, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("source")
    for name, all_of in ("keys", KEYS), ("shapes", SHAPES), ("verbs", VERBS):
        parser.add_argument(f"--{name}", default=",".join(all_of))
    wish = parser.parse_args()
    program = pathlib.Path(wish.program).resolve()
    wrong, times = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for key in wish.keys.split(","):
            for shape in wish.shapes.split(","):
                pathlib.Path(folder, "model.toml").write_text(model(key, shape), encoding="utf-8")
                for verb in wish.verbs.split(","):
                    code, seconds, said = asked(program, folder, verb)
                    times.append((seconds, code, verb, key, shape))
                    if code not in (0, 1, 2, 3) or seconds > SOON:
                        wrong += 1
                        print(f"{verb}, {key}, {shape}: {seconds:.1f} s, exit code {code}, {said[-200:]}",
                              flush=True)
    print(f"{len(times)} answers, {wrong} wrong or late; the slowest others:")
    for seconds, code, verb, key, shape in sorted(t for t in times if t[0] <= SOON)[-10:]:
        print(f"  {seconds:5.1f} s, exit code {code}: {verb}, {key}, {shape}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
