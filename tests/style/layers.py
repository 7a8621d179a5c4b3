#!/usr/bin/env python3
"""Checks the plan of docs/architecture.md against the #includes under src/ and include/.

A folder includes only itself and folders above it in ROOMS; a library is met only in the folders
that LIBRARIES allows; public headers know none but each other; and every header opens with an essay.
Prints one line per fault.
"""

import re
import sys
from pathlib import Path

# Data order, which is dependency order.
ROOMS = ["base", "expr", "exact", "model", "geometry", "equations", "start", "structure",
         "compiled", "trajectory", "dynamics", "study", "writing", "files", "pictures", "programs",
         "page", "door", "app"]
# Public headers whose values the rooms share, and from which room on; all others belong to the door.
SHARED = {"api": "base", "source": "base", "errors": "base", "description": "model",
          "requests": "structure", "attention": "study"}
# None of these knows another.
SIBLINGS = {"files", "pictures", "programs"}
# The command line parses, asks study and prints: of the rooms that compute it knows only what its help
# lists and how memory ends.
COMPUTING = {"exact", "model", "geometry", "equations", "start", "structure", "compiled", "trajectory",
             "dynamics"}
KNOWN_TO_APP = {"exact/memory_end.hpp", "model/number_range.hpp", "trajectory/methods.hpp"}

# library: (its headers, folders whose sources may include them, folders whose headers may)
LIBRARIES = {
    "GMP": (r"gmp(xx)?\.h", {"expr", "exact"}, {"exact"}),
    "FLINT": (r"flint/.*", {"exact"}, {"exact"}),
    "Arb": (r"(arb|acb|arf|mag|fmpr|bool_mat|double_interval|bernoulli|hypgeom|dirichlet)"
            r"(_\w+)?\.h", {"exact", "structure", "dynamics"}, {"exact", "structure", "dynamics"}),
    "LLVM": (r"llvm/.*", {"compiled"}, {"compiled"}),
    "Eigen": (r"Eigen/.*", {"start", "structure", "compiled", "trajectory", "dynamics"},
              {"start", "compiled"}),
    "SUNDIALS": (r"(cvode|nvector|sunmatrix|sunlinsol|sunnonlinsol|sundials)/.*", {"trajectory"},
                 {"trajectory"}),
    "HDF5": (r"hdf5\.h", {"files"}, set()),
    "libzip": (r"zip\.h", {"files"}, set()),
    "Nettle": (r"nettle/.*", {"page"}, set()),
    "librsvg": (r"librsvg/.*|cairo(-\w+)?\.h", {"pictures"}, set()),
    "toml++": (r"toml\+\+/.*", {"model"}, set()),
}

ESSAY_LINES = 3
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def include_fault(room, is_header, bracket, path):
    """What is wrong with this #include in this room, or None."""
    if ".." in path.split("/"):
        return "climbs out of its folder; write the path from src/"
    for library, (pattern, in_sources, in_headers) in LIBRARIES.items():
        if re.fullmatch(pattern, path):
            allowed = in_headers if is_header else in_sources
            kind = "headers" if is_header else "sources"
            return None if room in allowed else f"{kind} of {room}/ do not know {library}"
    if bracket == "<":
        return None
    target = path.split("/")[0]
    if target == "rattleback":
        target = SHARED.get(Path(path).stem, "door")
    elif room == "rattleback":
        return "a public header knows public headers alone"
    if "/" not in path or target not in ROOMS:
        return "names no folder of src/; write the path from src/"
    if room == "rattleback":
        return None
    if ROOMS.index(target) > ROOMS.index(room):
        return f"{room}/ comes before {target}/ and may not know it"
    if room == "app" and target in COMPUTING and path not in KNOWN_TO_APP:
        return f"app/ asks study/, and does not know {target}/"
    if target != room and {target, room} <= SIBLINGS:
        return f"{room}/ and {target}/ are siblings and do not know each other"
    return None


def essay_fault(lines):
    """A header opens with // lines, then #pragma once."""
    essay = 0
    while essay < len(lines) and lines[essay].startswith("//"):
        essay += 1
    rest = [line.strip() for line in lines[essay:] if line.strip()]
    if essay < ESSAY_LINES:
        return f"opens with {essay} comment lines; a header opens with at least {ESSAY_LINES}"
    if not rest or rest[0] != "#pragma once":
        return "has no #pragma once after its opening comment"
    return None


def file_faults(name, room, path):
    lines = path.read_text(encoding="utf-8").splitlines()
    is_header = path.suffix == ".hpp"
    for number, line in enumerate(lines, start=1):
        if match := INCLUDE.match(line):
            if fault := include_fault(room, is_header, *match.groups()):
                yield f"{name}:{number}: #include of {match[2]}: {fault}"
    if is_header and (fault := essay_fault(lines)):
        yield f"{name}:1: {fault}"


def faults(root):
    """Every fault of the tree, as text."""
    files = sorted(path for path in (root / "src").rglob("*") if path.is_file())
    if not files:
        yield "src: there is nothing to check"
    for path in sorted((root / "include").rglob("*.*")):
        name = path.relative_to(root).as_posix()
        if path.parent != root / "include" / "rattleback" or path.suffix != ".hpp":
            yield f"{name}: public headers lie in include/rattleback/"
        else:
            yield from file_faults(name, "rattleback", path)
    for path in files:
        name = path.relative_to(root).as_posix()
        folders = path.relative_to(root / "src").parts[:-1]
        if len(folders) != 1:
            yield f"{name}: a file lies in a folder of src/, one level deep"
        elif folders[0] not in ROOMS:
            yield f"{name}: {folders[0]}/ is no folder of the plan"
        elif path.suffix not in (".cpp", ".hpp"):
            yield f"{name}: only .cpp and .hpp files live under src/"
        else:
            yield from file_faults(name, folders[0], path)


def main():
    found = list(faults(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else "The layers hold.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
