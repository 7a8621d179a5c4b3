#!/usr/bin/env python3
"""Builds the program without optimization, and runs every verb once.

    debug_verbs.py PROGRAM SOURCE BUILD

What is inlined in a release build hides definitions that differ from file to file; here nothing is
inlined, the standard library checks its arguments, and clang reads what the release build has from
g++. Nothing is precompiled either, so that each file must include what it uses. Each verb does what its example in the manual shows, and must write to stdout what the release
build (PROGRAM) writes.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

program, source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])


def run(*words, folder=source):
    return subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True,
                          check=False)


def without_rounding(text):
    """Figures of rounding errors and of time differ between builds; the sentences may not."""
    return re.sub(r"\d+(\.\d+)?(e[-+]\d+)?", "0", text)


def examples():
    page = subprocess.run([program, "manual", "--as", "markdown"], check=True, capture_output=True,
                          text=True).stdout
    verbs = re.findall(r"^## (\w+)$", page, re.M)
    lines = re.findall(r"^    rattleback (.*)$", page, re.M)
    assert [line.split()[0] for line in lines] == verbs, "every verb of the manual has one example"
    return [shlex.split(line.partition(" > ")[0]) for line in lines]


def build_program():
    for words in (["cmake", "--preset", "debug", "-B", build, "-DRATTLEBACK_TESTS=OFF",
                   "-DRATTLEBACK_WEB=OFF", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                   "-DCMAKE_CXX_FLAGS=-D_GLIBCXX_ASSERTIONS",
                   "-DCMAKE_CXX_COMPILER=clang++-19"],
                  ["cmake", "--build", build, "--target", "rattleback_app", "-j", "1"]):
        done = run(*words)
        if done.returncode != 0:
            sys.exit(done.stdout[-4000:] + done.stderr[-4000:])
    return build / "rattleback"


def main():
    unoptimized = build_program()
    failed = 0
    for words in [[], *examples()]:
        texts = []
        for each in (program, unoptimized):
            with tempfile.TemporaryDirectory() as folder:
                done = run(each, *words, folder=folder)
                files = sorted(os.listdir(folder))
                texts.append((done.returncode, files, without_rounding(done.stdout)))
        if texts[0] != texts[1] or texts[1][0] != 0:
            failed += 1
            print("rattleback", *words, "\nrelease:", *texts[0], "\ndebug:", *texts[1],
                  done.stderr, sep="\n  ")
    print(f"{len(examples()) + 1} commands, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
