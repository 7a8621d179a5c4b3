#!/usr/bin/env python3
"""Runs the commands in the tables of docs/papers.md and looks for what their rows quote.

    papers.py SOURCE BUILD

A row has four cells: the place in the paper, what stands there, the command, and what to look for. The
command is `./run ARGUMENTS`, or **not yet** with what is missing, or a dash where there is nothing to
compute. It must succeed, and its output must have, one after the other, all that the last cell quotes
in backticks before its first semicolon; spaces and ends of lines count alike. Equal commands are run
once. Each paper's numbered equations and figures must all be named. Exits 1 and says what is wrong.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import typing

NUMBERED = {  # the last equation of each section, or of the paper, and the last figure
    "Benenti": ({"": 62}, 37),
    "Talamucci": ({"": 26}, 0),
    "Zampieri": ({"2.": 16, "3.": 20, "4.": 12}, 0),
    "Djukić": ({"": 25}, 0),
    "Balseiro and Solomin": ({"": 47}, 0),
}
QUOTED = re.compile(r"`([^`]*)`")


class Row(typing.NamedTuple):
    paper: str
    place: str
    command: str
    look_for: str


def rows_of(page):
    """Without the two lines above each table's rows."""
    paper = ""
    for line in page.split("\n"):
        if line.startswith("## "):
            paper = line[3:]
        elif line.startswith("| ") and not line.startswith("| place "):
            place, _, command, look_for = (cell.strip() for cell in line[1:].split("|")[:4])
            yield Row(paper, place, command, look_for)


def named_in(places):
    """The equations and figures that the places name, as "(3)" and "Fig. 3"; a dash makes a range."""
    for place in places:
        for section, first, last in re.findall(r"\((\d\.)?(\d+)\)(?:–\((?:\d\.)?(\d+)\))?", place):
            for number in range(int(first), int(last or first) + 1):
                yield f"({section}{number})"
        for figures in re.findall(r"Fig\. ([\d–, ]+)", place):
            for first, last in re.findall(r"(\d+)(?:–(\d+))?", figures):
                for number in range(int(first), int(last or first) + 1):
                    yield f"Fig. {number}"


def left_out(paper, places):
    sections, figures = NUMBERED[paper]
    wanted = [f"({section}{number})" for section, last in sections.items()
              for number in range(1, last + 1)]
    wanted += [f"Fig. {number}" for number in range(1, figures + 1)]
    named = set(named_in(places))
    return [what for what in wanted if what not in named]


def quotes_of(look_for):
    """Before the first semicolon that is not in backticks itself."""
    return QUOTED.findall(re.match(r"(`[^`]*`|[^;`])*", look_for)[0])


def missing_in(output, quotes):
    """The first of the quotes that does not follow those before it."""
    text, place = " ".join(output.split()), 0
    for quote in (" ".join(quote.split()) for quote in quotes):
        place = text.find(quote, place)
        if place < 0:
            return quote
        place += len(quote)
    return None


def run(command, build, folder):
    done = subprocess.run([build / "rattleback", *shlex.split(command)[1:]], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
    return done.returncode, done.stdout


def fault_of(row, run_once):
    if row.command == "—" or row.command == "**not yet**" and row.look_for:
        return None
    quoted = QUOTED.fullmatch(row.command)
    quotes = quotes_of(row.look_for)
    if not quoted or not quoted[1].startswith("./run ") or not quotes:
        return "the row has no command with something to look for, and does not say why"
    code, output = run_once(quoted[1])
    if code != 0:
        return f"{quoted[1]} ends with {code}:\n{output}"
    missing = missing_in(output, quotes)
    return missing and f"{quoted[1]} does not print '{missing}', where it is looked for, but\n{output}"


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    rows = list(rows_of((source / "docs" / "papers.md").read_text()))
    faults, ran = [], {}
    with tempfile.TemporaryDirectory() as folder:
        def run_once(command):
            if command not in ran:
                ran[command] = run(command, build, folder)
            return ran[command]
        for row in rows:
            if fault := fault_of(row, run_once):
                faults.append(f"{row.paper}, {row.place}: {fault}")
    for paper in NUMBERED:
        places = [row.place for row in rows if row.paper == paper]
        faults += [f"{paper}: {what} is left out" for what in left_out(paper, places)]
    waiting = sum(row.command == "**not yet**" for row in rows)
    print("\n".join(faults) if faults else
          f"{len(rows)} places, {len(ran)} commands: all is as quoted; {waiting} are not shown yet.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
