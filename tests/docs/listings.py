#!/usr/bin/env python3
"""Runs the listings of README.md and docs/*.md and compares what they print with what is shown.

    listings.py SOURCE BUILD

Four kinds of fenced block are checked:
  ```console   lines "$ ./run ARGUMENTS", each followed by the output it must have (both streams);
               rounding errors differ from machine to machine, so one number below 1e-9 stands
               for all, and "…" for one word
  ```cpp       opens with a comment "// examples/NAME.cpp" and is that file, but for this line
  ```toml      with coordinates is a whole model, of which the program derives the equations
  ```output    opens with a line "NAME" and shows what the program examples/NAME.cpp prints
Exits 1 and says what differs. A document without any listing is no error, no listing at all is.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(console|cpp|output|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TINY = re.compile(r"\b\d\.\de-[1-9]\d\b|\b0\.0e\+00\b")


def printed_by(command, folder=None):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=120, check=False, cwd=folder)
    return done.stdout.rstrip("\n")


def pattern_of(shown):
    """Each … is one word, and the spaces before it are as they come."""
    return r" *\S+".join(re.escape(part.rstrip(" ")) 
                        for part in TINY.sub("tiny", shown).split("…"))


def check_console(block, source, build):
    with tempfile.TemporaryDirectory() as folder:  # for the files that commands write
        yield from check_commands(block, build, folder)


def check_commands(block, build, folder):
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        words = shlex.split(line)
        if words[:1] != ["./run"]:
            yield f"'{line}' does not start with ./run"
            continue
        shown, real = shown.rstrip("\n"), printed_by([build / "rattleback", *words[1:]], folder)
        if not re.fullmatch(pattern_of(shown), TINY.sub("tiny", real)):
            yield from difference(line, shown, real)


def check_cpp(block, source, build):
    first, _, text = block.partition("\n")
    match = re.fullmatch(r"// (examples/\w+\.cpp)", first)
    if not match:
        yield f"a C++ listing opens with '{first}', not with the name of its example"
    else:
        yield from difference(match[1], text, (source / match[1]).read_text())


def check_output(block, source, build):
    name, _, shown = block.partition("\n")
    yield from difference(name, shown.rstrip("\n"), printed_by([build / "package" / "build" / name]))


def check_toml(block, source, build):
    if "coordinates" not in block:
        return
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as model:
        model.write(block)
        model.flush()
        done = subprocess.run([build / "rattleback", "derive", model.name], text=True, timeout=120,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            yield f"a model is refused: {done.stderr}"


def difference(what, shown, real):
    if shown != real:
        yield f"{what}:\n--- shown\n{shown}\n--- real\n{real}"


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    checks = {"console": check_console, "cpp": check_cpp, "output": check_output,
              "toml": check_toml}
    count, faults = 0, []
    for document in [source / "README.md", *sorted((source / "docs").rglob("*.md"))]:
        for kind, block in FENCE.findall(document.read_text()):
            count += 1
            faults += [f"{document.relative_to(source)}: {fault}"
                       for fault in checks[kind](block, source, build)]
    print("\n".join(faults) if faults else f"{count} listings are as shown.")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
