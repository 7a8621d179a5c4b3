#!/usr/bin/env python3
"""The method taylor beside heyoka, in one run on one core.

    beside_heyoka.py PROGRAM [MORE PROGRAMS]

PROGRAM is bench_motion, which makes the motions P1 and P2 of bench/small_motions.hpp. heyoka is a
library of Taylor series with an interface for Python; where it is not installed this says so and
measures ours alone. All take turns of ten runs; the figures are processor time of the fastest run in
milliseconds, without compilation, and the geometric mean of the errors at the end, each the largest
entry, over 40 starts near that of the tables in docs/performance.md. heyoka is called from Python,
which takes a microsecond and a half of each run.
"""

import math
import os
import random
import subprocess
import sys
import time
from importlib import metadata

try:
    import heyoka
except ImportError:
    heyoka = None

TOLERANCES = (1e-6, 1e-9, 1e-12, 1e-15)
STARTS = {"P1": [0, 0, 0, 0, 1], "P2": [0, 0, 1, 0, 1, -2, math.pi / 2]}
UNTIL = {"P1": 1000.0, "P2": 100.0}
TURNS, RUNS = 40, 10


class Ours:
    """A bench_motion that waits for requests."""

    def __init__(self, program):
        self.name = program
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def run(self, motion, method, tolerance, runs, start):
        request = f"{motion} {method} {tolerance} {runs} {' '.join(repr(float(x)) for x in start)}\n"
        self.process.stdin.write(request)
        self.process.stdin.flush()
        words = self.process.stdout.readline().split()
        return float(words[0]), int(words[1]), [float(x) for x in words[2:]]

    def turn(self, motion, tolerance, runs, start):
        return self.run(motion, "taylor", tolerance, runs, start)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Heyoka:
    """The same motions by heyoka."""

    def __init__(self):
        self.name = f"heyoka {metadata.version('heyoka')}"
        self.made = {}

    @staticmethod
    def equations(motion):
        cos, sin = heyoka.cos, heyoka.sin
        if motion == "P1":
            x, y, phi, u, w = heyoka.make_vars("x", "y", "phi", "u", "w")
            return [(x, u * cos(phi)), (y, u * sin(phi)), (phi, w), (u, cos(phi)),
                    (w, heyoka.expression(0.0))]
        x1, y1, x2, y2, v1, v2, theta = heyoka.make_vars("x1", "y1", "x2", "y2", "v1", "v2", "theta")
        c, s = cos(theta), sin(theta)
        along, across = (x2 - x1) * c + (y2 - y1) * s, (y2 - y1) * c - (x2 - x1) * s
        return [(x1, v1 * c), (y1, v1 * s), (x2, v2 * c), (y2, v2 * s), (v1, along),
                (v2, -along / 2.0), (theta, (v1 - v2) * across / (v1**2 + 2.0 * v2**2))]

    def turn(self, motion, tolerance, runs, start):
        key = motion, tolerance
        if key not in self.made:
            self.made[key] = heyoka.taylor_adaptive(self.equations(motion), [0.0] * len(start),
                                                    tol=tolerance)
        integrator, best = self.made[key], math.inf
        for _ in range(runs):
            integrator.time = 0.0
            integrator.state[:] = start
            began = time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID)
            steps = integrator.propagate_until(UNTIL[motion])[3]
            best = min(best, time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID) - began)
        return 1e3 * best, steps, [float(x) for x in integrator.state]

    def close(self):
        pass


def nearby(motion):
    """40 starts about the one of the tables."""
    draw = random.Random(1)
    return [[x + draw.uniform(-0.05, 0.05) for x in STARTS[motion]] for _ in range(40)]


def typical_error(candidate, motion, tolerance, starts, exact):
    logarithms = []
    for start, end in zip(starts, exact):
        found = candidate.turn(motion, tolerance, 1, start)[2]
        logarithms.append(math.log(max(abs(a - b) for a, b in zip(found, end))))
    return math.exp(sum(logarithms) / len(logarithms))


def measure(motion, candidates, exact_by):
    starts = nearby(motion)
    exact = [exact_by.run(motion, "exact", 0, 1, start)[2] for start in starts]
    for tolerance in TOLERANCES:
        best = {c: math.inf for c in candidates}
        steps = {}
        for _ in range(TURNS):
            for c in candidates:
                took, steps[c], _ = c.turn(motion, tolerance, RUNS, STARTS[motion])
                best[c] = min(best[c], took)
        for c in candidates:
            error = typical_error(c, motion, tolerance, starts, exact)
            print(f"{motion} at {tolerance:g}  {c.name:<24} {best[c]:8.4f} ms  "
                  f"{best[c] / best[candidates[-1]]:5.2f} of the last  {steps[c]:5} steps  "
                  f"error {error:.1e}", flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    candidates = ours = [Ours(program) for program in sys.argv[1:]]
    if heyoka is None:
        print("heyoka is not installed (pip install heyoka): ours alone.")
    else:
        candidates = [*ours, Heyoka()]
    for motion in STARTS:
        measure(motion, candidates, ours[0])
    for each in candidates:
        each.close()


if __name__ == "__main__":
    main()
