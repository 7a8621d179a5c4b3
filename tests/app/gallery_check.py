#!/usr/bin/env python3
"""Runs `rattleback check` on every model of the gallery, several at a time.

    gallery_check.py BINARY SOURCE [NAME...]

Each must exit with 0: no section fails, the motion keeps what the model expects, and all
formulations agree. Exits 1 and shows what a failing model says. NAMEs restrict the run.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time

TIMEOUT = 900  # seconds for one model


def check(binary, model):
    start = time.monotonic()
    try:
        done = subprocess.run([binary, "check", model], text=True, timeout=TIMEOUT, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        code, said = done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        code, said = "none", f"no answer within {TIMEOUT} s"
    return model.stem, code, said, time.monotonic() - start


def main():
    binary, source, *names = sys.argv[1:]
    models = sorted((pathlib.Path(source) / "models").glob("*.toml"),
                    key=lambda path: -path.stat().st_size)  # the large ones first
    if names:
        models = [path for path in models if path.stem in names]
    start, failed, times = time.monotonic(), 0, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, code, said, seconds in pool.map(lambda path: check(binary, path), models):
            times.append((seconds, name))
            if code != 0:
                failed += 1
                print(f"{name}: exit code {code}\n{said}")
    slowest = ", ".join(f"{name} {seconds:.1f} s" for seconds, name in sorted(times)[:-6:-1])
    print(f"{len(models)} models checked in {time.monotonic() - start:.1f} s, {failed} failed.")
    print(f"The slowest: {slowest}.")
    return 1 if failed or not models else 0


if __name__ == "__main__":
    sys.exit(main())
