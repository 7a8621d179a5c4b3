#!/usr/bin/env python3
"""Shows on small texts what one_definition.py takes for a definition, and that it finds two."""

import tempfile
import unittest
from pathlib import Path

from one_definition import definitions, faults


class Definitions(unittest.TestCase):
    def finds(self, text, *names):
        self.assertEqual([name for name, _ in definitions(text)], list(names))

    def test_types_and_aliases_of_named_namespaces(self):
        self.finds("namespace a {\nstruct S {};\nclass C final : public S { int x; };\n"
                   "enum class E : int { One };\nusing U = int;\ntemplate <class T> struct V {};\n}",
                   "a::S", "a::C", "a::E", "a::U", "a::V")

    def test_not_what_is_private_or_only_declared(self):
        self.finds("namespace a {\nnamespace {\nstruct S {};\n}\nclass D;\n"
                   "class C { struct Inner {}; };\nvoid f() { struct Local {}; }\n}", "a::C")

    def test_not_words_in_comments_and_literals(self):
        self.finds('// struct A {\nconst char* s = "struct B {";\nchar c = \'{\';\n'
                   "int million = 1'000'000;\nstruct Real {};\n", "Real")

    def test_lines(self):
        self.assertEqual(list(definitions("#include <x>\n\nnamespace a {\n\nstruct S {\n};\n}")),
                         [("a::S", 5)])


class Faults(unittest.TestCase):
    def test_one_name_in_two_files(self):
        with tempfile.TemporaryDirectory() as root:
            for folder in "ab":
                path = Path(root, "src", folder, "one.hpp")
                path.parent.mkdir(parents=True)
                path.write_text("namespace r {\nstruct Same {};\n}\n", encoding="utf-8")
            self.assertEqual(list(faults(Path(root))), [
                "r::Same is defined 2 times: src/a/one.hpp:2, src/b/one.hpp:2"])

    def test_an_empty_tree_is_a_fault(self):
        with tempfile.TemporaryDirectory() as root:
            self.assertEqual(list(faults(Path(root))), ["src: there is nothing to check"])


if __name__ == "__main__":
    unittest.main()
