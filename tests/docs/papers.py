#!/usr/bin/env python3
"""Runs the commands in the tables of docs/papers.md and looks for what their rows quote.

    papers.py SOURCE BUILD

A row has four cells: the place in the paper, what stands there, the command, and what to look for. The
command is `./run ARGUMENTS`, or a dash where there is nothing to compute. It must succeed, and its output must have, one after the other, all that the last cell quotes
in backticks before its first semicolon; spaces and ends of lines count alike. Equal commands are run
once. Each paper's equations, figures, theorems and whatever else it numbers must all be named. Exits 1
and says what is wrong.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import typing

LAST = {  # of each kind: what counts up to it is to be named too
    "Benenti": ["(62)", "Fig. 37", "Theorem 7", "Definition 2", "Remark 7", "8.4"],
    "Talamucci": ["(26)", "Proposition 3.3", "Remark 2.4", "Remark 3.1"],
    "Zampieri": ["(2.16)", "(3.20)", "(4.12)"],
    "Djukić": ["(25)", "Theorem I", "Theorem II", "Theorem III", "Theorem IV"],
    "Balseiro and Solomin": ["(47)", "Proposition 4", "Lemma 2", "Corollary 1", "Remark 8"],
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


def counted(stem, first, last, end=""):
    return [f"{stem}{number}{end}" for number in range(int(first), int(last) + 1)]


def without_dashes(place):
    """(3)–(5) as (3), (4), (5), and Fig. 4–6, 9 as Fig. 4, Fig. 5, Fig. 6, Fig. 9."""
    place = re.sub(r"(\((?:\d\.)?)(\d+)\)–\((?:\d\.)?(\d+)\)",
                   lambda found: ", ".join(counted(*found.groups(), ")")), place)

    def figures(found):
        return ", ".join(name for first, last in re.findall(r"(\d+)(?:–(\d+))?", found[1])
                         for name in counted("Fig. ", first, last or first))
    return re.sub(r"Fig\. (\d+(?:–\d+)?(?:, \d+(?:–\d+)?)*)", figures, place)


def left_out(paper, places):
    named = "; ".join(without_dashes(place) for place in places)
    for last in LAST[paper]:
        count = re.fullmatch(r"(.*?)(\d+)(\)?)", last)
        for name in counted(count[1], 1, count[2], count[3]) if count else [last]:
            if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", named):
                yield name


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
    if row.command == "—":
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
    for paper in LAST:
        places = [row.place for row in rows if row.paper == paper]
        faults += [f"{paper}: {what} is left out" for what in left_out(paper, places)]
    print("\n".join(faults) if faults else
          f"{len(rows)} places, {len(ran)} commands: all is as quoted.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
