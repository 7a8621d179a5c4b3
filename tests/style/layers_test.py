#!/usr/bin/env python3
"""Shows on small trees that layers.py passes good code and fails on each kind of bad code."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LAYERS = Path(__file__).with_name("layers.py")
ESSAY = "// One.\n// Two.\n// Three.\n\n#pragma once\n"


def check(files):
    """Exit code and text of layers.py on a tree made of {path: content}."""
    with tempfile.TemporaryDirectory() as root:
        for name, content in files.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        run = subprocess.run([sys.executable, LAYERS, root], capture_output=True, text=True)
        return run.returncode, run.stdout.strip()


class Layers(unittest.TestCase):
    def accepts(self, files):
        self.assertEqual(check(files), (0, "The layers hold."))

    def rejects(self, files, fault):
        self.assertEqual(check(files), (1, fault))

    def test_accepts_itself_and_folders_above(self):
        self.accepts({
            "src/expr/parse.hpp": ESSAY + '#include <vector>\n#include "expr/expr.hpp"\n',
            "src/expr/parse.cpp": '#include "expr/parse.hpp"\n#include "base/errors.hpp"\n',
            "src/exact/is_zero.cpp": '#include <flint/fmpq.h>\n#include <arb.h>\n',
            "src/expr/integer.cpp": "#include <gmp.h>\n",
            "src/structure/bounds.cpp": "#include <arb_mat.h>\n",
            "src/study/a.cpp": '#include "exact/is_zero.hpp"\n',
            "src/app/main.cpp": '#include "study/a.hpp"\n#include "exact/memory_end.hpp"\n',
        })

    def test_rejects_a_verb_that_computes(self):
        self.rejects({"src/app/prove.cpp": '#include "exact/is_zero.hpp"\n'},
                     "src/app/prove.cpp:1: #include of exact/is_zero.hpp: "
                     "app/ asks study/, and does not know exact/")

    def test_rejects_a_folder_below(self):
        self.rejects({"src/expr/a.cpp": '\n  #  include "exact/is_zero.hpp"\n'},
                     "src/expr/a.cpp:2: #include of exact/is_zero.hpp: "
                     "expr/ comes before exact/ and may not know it")

    def test_rejects_a_sibling(self):
        self.rejects({"src/programs/a.cpp": '#include "files/b.hpp"\n'},
                     "src/programs/a.cpp:1: #include of files/b.hpp: "
                     "programs/ and files/ are siblings and do not know each other")
        self.accepts({"src/page/a.cpp": '#include "files/b.hpp"\n'})

    def test_the_door(self):
        self.accepts({
            "include/rattleback/model.hpp": ESSAY + '#include "rattleback/errors.hpp"\n',
            "src/expr/a.cpp": '#include "rattleback/errors.hpp"\n',
            "src/study/a.cpp": '#include "rattleback/requests.hpp"\n',
            "src/door/a.cpp": '#include "rattleback/model.hpp"\n#include "page/b.hpp"\n',
        })
        self.rejects({"include/rattleback/a.hpp": ESSAY + '#include "expr/expr.hpp"\n',
                      "src/expr/a.cpp": ""},
                     "include/rattleback/a.hpp:6: #include of expr/expr.hpp: "
                     "a public header knows public headers alone")
        self.rejects({"src/study/a.cpp": '#include "rattleback/model.hpp"\n'},
                     "src/study/a.cpp:1: #include of rattleback/model.hpp: "
                     "study/ comes before door/ and may not know it")
        self.rejects({"include/other/a.hpp": ESSAY, "src/expr/a.cpp": ""},
                     "include/other/a.hpp: public headers lie in include/rattleback/")

    def test_rejects_an_unknown_folder(self):
        self.rejects({"src/util/a.cpp": ""}, "src/util/a.cpp: util/ is no folder of the plan")

    def test_rejects_depth_other_than_one(self):
        text = "a file lies in a folder of src/, one level deep"
        self.rejects({"src/a.cpp": ""}, f"src/a.cpp: {text}")
        self.rejects({"src/expr/deep/a.cpp": ""}, f"src/expr/deep/a.cpp: {text}")

    def test_rejects_other_files(self):
        self.rejects({"src/expr/a.h": ""}, "src/expr/a.h: only .cpp and .hpp files live under src/")

    def test_rejects_relative_includes(self):
        self.rejects({"src/expr/a.cpp": '#include "../base/errors.hpp"\n'},
                     "src/expr/a.cpp:1: #include of ../base/errors.hpp: "
                     "climbs out of its folder; write the path from src/")
        self.rejects({"src/expr/a.cpp": '#include "b.hpp"\n'},
                     "src/expr/a.cpp:1: #include of b.hpp: "
                     "names no folder of src/; write the path from src/")

    def test_rejects_libraries_outside_their_folders(self):
        for room, header, library in [("expr", "<flint/fmpq.h>", "FLINT"),
                                      ("structure", '"flint/fmpz.h"', "FLINT"),
                                      ("model", "<arb.h>", "Arb"),
                                      ("geometry", "<acb_poly.h>", "Arb"),
                                      ("base", "<gmp.h>", "GMP")]:
            with self.subTest(room=room, header=header):
                self.rejects({f"src/{room}/a.cpp": f"#include {header}\n"},
                             f"src/{room}/a.cpp:1: #include of {header[1:-1]}: "
                             f"sources of {room}/ do not know {library}")

    def test_rejects_gmp_in_headers_of_expr(self):
        self.rejects({"src/expr/a.hpp": ESSAY + "#include <gmpxx.h>\n"},
                     "src/expr/a.hpp:6: #include of gmpxx.h: headers of expr/ do not know GMP")

    def test_rejects_a_header_without_essay(self):
        self.rejects({"src/expr/a.hpp": "#pragma once\n"},
                     "src/expr/a.hpp:1: opens with 0 comment lines; "
                     "a header opens with at least 3")
        self.rejects({"src/expr/a.hpp": "// One.\n// Two.\n#pragma once\n// Three.\n"},
                     "src/expr/a.hpp:1: opens with 2 comment lines; "
                     "a header opens with at least 3")
        self.rejects({"src/expr/a.hpp": "// One.\n// Two.\n// Three.\nint x;\n#pragma once\n"},
                     "src/expr/a.hpp:1: has no #pragma once after its opening comment")

    def test_rejects_an_empty_tree(self):
        self.rejects({"README.md": ""}, "src: there is nothing to check")

    def test_reports_every_fault(self):
        code, text = check({"src/base/a.cpp": '#include "expr/b.hpp"\n#include <gmp.h>\n',
                            "src/misc/c.hpp": ""})
        self.assertEqual((code, len(text.splitlines())), (1, 3))


if __name__ == "__main__":
    unittest.main()
