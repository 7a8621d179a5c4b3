#!/usr/bin/env python3
"""Real reports in a real browser: writes pages with the program and opens them with web/tests.

    report_pages.py PROGRAM WEB NODE

WEB is web/ as the build has copied it, with its packages. Exits 77, which ctest calls skipped, where
these or the bundle are not there.
"""
import pathlib
import subprocess
import sys
import tempfile

# The plane and space; without a graphics card a page in space takes minutes.
REPORTS = [["skate", "--compare"], ["rolling_disc"]]
SKIPPED = 77


def main(program, web, node):
    if not (web / "node_modules" / "playwright-core").is_dir():
        print("The packages of web/ were not fetched.")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        pages = []
        for model, *options in REPORTS:
            pages.append(pathlib.Path(folder) / f"{model}.html")
            done = subprocess.run([program, "report", model, *options, "-o", pages[-1], "--quiet"],
                                  check=False, cwd=folder)
            if done.returncode != 0:
                print(f"rattleback report {model} ended with {done.returncode}.")
                return 1
        if "built without Node" in pages[0].read_text():
            print("The program was built without the script of the page.")
            return SKIPPED
        return subprocess.run([node, "tests/page_test.mjs", *pages], cwd=web,
                              check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:4])))
