#!/usr/bin/env python3
"""Runs the listings of README.md and docs/*.md and compares what they print with what is shown.

    listings.py SOURCE BUILD

Four kinds of fenced block are checked:
  ```console   lines "$ ./run ARGUMENTS" or "$ head ARGUMENTS", each followed by the output it must
               have (both streams); rounding errors differ from machine to machine, so one number
               below 1e-9 stands for all, and "…" for one word, or, alone on a line, for any lines;
               so differ the widths of columns, and two spaces between words stand for any more
  ```cpp       opens with a comment "// examples/NAME.cpp" and is that file, but for this line
  ```toml      with coordinates is a whole model, of which the program derives the equations;
               one that opens with a comment "# file: NAME" is written to that file for the commands
               after it, "# file: NAME, continued" is added to it, and the next line of "# file:
               NAME, line N" takes the place of its line N
  ```output    opens with a line "NAME" and shows what the program examples/NAME.cpp prints there
The blocks of a document are taken in their order, and its commands run in one folder that is empty
at first. Exits 1 and says what differs. A document without any listing is no error, no listing at
all is.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import typing

FENCE = re.compile(r"^```(console|cpp|output|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TINY = re.compile(r"\b\d\.\de-[1-9]\d\b|\b0\.0e\+00\b")
WIDTH = re.compile(r"(?<=\S) {2,}")


class Place(typing.NamedTuple):
    source: pathlib.Path
    build: pathlib.Path
    folder: pathlib.Path  # in which the commands of a document run


def printed_by(command, folder=None):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=120, check=False, cwd=folder)
    return done.stdout.rstrip("\n")


def without_rounding(text):
    return WIDTH.sub("  ", TINY.sub("tiny", text))


def is_as_shown(shown, real):
    """Each … is one word, and the spaces before it are as they come; alone on a line, any lines."""
    pattern = ""
    for line in without_rounding(shown).split("\n"):
        *parts, last = line.split("…")
        words = "".join(re.escape(part.rstrip(" ")) + r" *\S+" for part in parts)
        pattern += r"(.*\n)*" if line == "…" else words + re.escape(last) + r"\n"
    return re.fullmatch(pattern, without_rounding(real) + "\n")


def check_console(block, place):
    programs = {"./run": place.build / "rattleback", "head": "head"}
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        words = shlex.split(line)
        if words[0] not in programs:
            yield f"'{line}' does not start with ./run"
            continue
        shown = shown.rstrip("\n")
        real = printed_by([programs[words[0]], *words[1:]], place.folder)
        if not is_as_shown(shown, real):
            yield from difference(line, shown, real)


def check_cpp(block, place):
    first, _, text = block.partition("\n")
    match = re.fullmatch(r"// (examples/\w+\.cpp)", first)
    if not match:
        yield f"a C++ listing opens with '{first}', not with the name of its example"
    else:
        yield from difference(match[1], text, (place.source / match[1]).read_text())


def check_output(block, place):
    name, _, shown = block.partition("\n")
    yield from difference(name, shown.rstrip("\n"),
                          printed_by([place.build / "package" / "build" / name], place.folder))


def write_model(path, how, line, block):
    """What is wrong with the model, or not, its commands say."""
    if line:
        lines = path.read_text().split("\n")
        lines[int(line) - 1] = block.split("\n")[1]
        path.write_text("\n".join(lines))
    else:
        path.write_text(path.read_text() + "\n" + block if how else block)


def check_toml(block, place):
    match = re.match(r"# file: (\w+\.toml)(, continued|, line (\d+))?\n", block)
    if match:
        write_model(place.folder / match[1], match[2], match[3], block)
        return
    if "coordinates" not in block:
        return
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as model:
        model.write(block)
        model.flush()
        done = subprocess.run([place.build / "rattleback", "derive", model.name], text=True,
                              timeout=120, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              check=False)
        if done.returncode != 0:
            yield f"a model is refused: {done.stderr}"


def difference(what, shown, real):
    if shown != real:
        yield f"{what}:\n--- shown\n{shown}\n--- real\n{real}"


def faults_of(document, place):
    checks = {"console": check_console, "cpp": check_cpp, "output": check_output,
              "toml": check_toml}
    for kind, block in FENCE.findall(document.read_text()):
        for fault in checks[kind](block, place):
            yield f"{document.relative_to(place.source)}: {fault}"


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    count, faults = 0, []
    for document in [source / "README.md", *sorted((source / "docs").rglob("*.md"))]:
        count += len(FENCE.findall(document.read_text()))
        with tempfile.TemporaryDirectory() as folder:
            faults += faults_of(document, Place(source, build, pathlib.Path(folder)))
    print("\n".join(faults) if faults else f"{count} listings are as shown.")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
