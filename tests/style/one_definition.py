#!/usr/bin/env python3
"""Checks that under src/ and include/ a type of a named namespace is defined once.

Two types of one name in two files are compiled without a word and linked into each other's
functions, in a build of one kind of flags if not in another. Types in anonymous namespaces and
inside other types are their file's own affair. Prints one line per name with two definitions.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

# Comments and literals, whose braces and words mean nothing here.
SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
                    r"(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'", re.S)
TOKEN = re.compile(r"[{};]|[^{};]+")
NAMESPACE = re.compile(r"\bnamespace\s*([\w:]*)\s*$")
TYPE = re.compile(r"^(?:template\s*<.*>\s*)?(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+"
                  r"(?:\[\[.*?\]\]\s*)?(?:RATTLEBACK_API\s+)?(\w+)(?:\s+final)?\s*(?::[^:].*)?$", re.S)
ALIAS = re.compile(r"^(?:template\s*<.*>\s*)?using\s+(\w+)\s*=", re.S)


def without_silence(text):
    """The text with comments and literals blank, and every line where it was."""
    blank = SILENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    return re.sub(r"^[ \t]*#.*(?:\\\n.*)*$", "", blank, flags=re.M)


def definitions(text):
    """(qualified name, line) of each type that a file defines in named namespaces."""
    scopes = []  # a namespace's name, or None for all else
    before, line = "", 1
    for token in TOKEN.findall(without_silence(text)):
        head, start = before.strip(), line - before.lstrip().count("\n")
        is_open = None not in scopes
        if token == "{":
            namespace, kind = NAMESPACE.search(head), TYPE.search(head)
            if is_open and kind:
                yield "::".join([*scopes, kind.group(1)]), start
            scopes.append(namespace.group(1) or None if namespace else None)
        elif token == "}" and scopes:
            scopes.pop()
        elif token == ";" and is_open and (alias := ALIAS.search(head)):
            yield "::".join([*scopes, alias.group(1)]), start
        before = "" if token in "{};" else token
        line += token.count("\n")


def faults(root):
    places = defaultdict(list)
    for path in sorted([*(root / "src").rglob("*.?pp"), *(root / "include").rglob("*.hpp")]):
        for name, line in definitions(path.read_text(encoding="utf-8")):
            places[name].append(f"{path.relative_to(root).as_posix()}:{line}")
    if not places:
        yield "src: there is nothing to check"
    for name, where in sorted(places.items()):
        if len(where) > 1:
            yield f"{name} is defined {len(where)} times: {', '.join(where)}"


def main():
    found = list(faults(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else "Every type has one definition.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
