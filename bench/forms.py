#!/usr/bin/env python3
"""What the choice of the form costs: chains of n members, from the file to the end of the run.

    forms.py PROGRAM

Each model is run in independent speeds and with multipliers, in turn, three times; the figures are
processor time, the least of the three, and their ratio.
"""
import os
import subprocess
import sys
import tempfile


def model(coordinates, energy, constraints, initial):
    equations = "\n".join(f'[[constraint]]\nequation = "{each} = 0"' for each in constraints)
    names = ", ".join(f'"{q}"' for q in coordinates)
    return (f'title = "chain"\ncoordinates = [{names}]\nlagrangian = "{energy}"\n{equations}\n'
            f'[initial]\n{initial}\n[simulate]\nuntil = 10\n')


def trailers(n):
    """A car and n trailers; (x, y) is the last axle."""
    axles = [f"x'*sin(a{i}) - y'*cos(a{i})"
             + "".join(f" - a{j}'*cos(a{j} - a{i})" for j in range(n, i, -1))
             for i in range(n, -1, -1)]
    energy = "(x'^2 + y'^2)/2 + (" + " + ".join(f"a{i}'^2" for i in range(n + 1)) + ")/20"
    return model(["x", "y"] + [f"a{i}" for i in range(n + 1)], energy, axles,
                 "a0 = 0.2\na1 = 0.1\n\"x'\" = 1")


def snake(n):
    """n links with a spring in every hinge and a blade at every middle."""
    def middle(i, head, sign, function):
        return head + "".join(
            f" {sign} {'1/2' if j == i else '1'}*{function}(a{j})*a{j}'" for j in range(1, i + 1))
    links = range(1, n + 1)
    velocity = {i: (middle(i, "x'", "-", "sin"), middle(i, "y'", "+", "cos")) for i in links}
    energy = "(" + " + ".join(f"({u})^2 + ({w})^2 + a{i}'^2/12" for i, (u, w) in velocity.items())
    energy += " - " + " - ".join(f"(a{i + 1} - a{i})^2" for i in range(1, n)) + ")/2"
    blades = [f"({w})*cos(a{i}) - ({u})*sin(a{i})" for i, (u, w) in velocity.items()]
    start = "\n".join(f"a{i} = {(-1) ** i * (i % 3 + 1) / 7}" for i in range(2, n + 1))
    return model(["x", "y"] + [f"a{i}" for i in links], energy, blades, start + "\n\"x'\" = 1")


def seconds(program, path, form):
    before = os.times()
    done = subprocess.run([program, "simulate", path, "--form", form], check=False,
                          capture_output=True)
    after = os.times()
    used = (after.children_user - before.children_user
            + after.children_system - before.children_system)
    return used if done.returncode == 0 else float("nan")


def main():
    forms = ("benenti", "lagrange_multipliers")
    print(f"{'model':14}{forms[0]:>10}{forms[1]:>22}{'ratio':>8}")
    for name, text in ([(f"{n} trailers", trailers(n)) for n in (5, 10, 20)]
                       + [(f"{n} links", snake(n)) for n in (5, 10, 20)]):
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(text)
            file.flush()
            runs = [[seconds(sys.argv[1], file.name, form) for form in forms] for _ in range(3)]
        least = [min(column) for column in zip(*runs)]
        print(f"{name:14}{least[0]:>8.2f} s{least[1]:>20.2f} s{least[0] / least[1]:>8.2f}")


if __name__ == "__main__":
    main()
