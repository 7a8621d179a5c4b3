#!/usr/bin/env python3
"""Shows that the check of the tables of the papers can fail."""
import unittest

import papers


def row(command, look_for):
    return papers.Row("Djukić", "(1)", command, look_for)


def prints(text, code=0):
    return lambda command: (code, text)


class Rows(unittest.TestCase):
    def test_are_read_with_their_paper(self):
        page = "## Djukić\n\n| place | what | command | look for |\n|---|---|---|---|\n" \
               "| (1) | a thing | `./run check x` | `y` |\n"
        self.assertEqual(list(papers.rows_of(page)),
                         [papers.Row("Djukić", "(1)", "`./run check x`", "`y`")])

    def test_hold_where_all_is_printed_in_order(self):
        self.assertIsNone(papers.fault_of(row("`./run check x`", "`a b` and `c`; `d`"),
                                          prints("a\n   b\nc")))

    def test_fail_where_something_is_not_printed_or_comes_first(self):
        for text in ["a\nc", "c\na b", ""]:
            self.assertIsNotNone(papers.fault_of(row("`./run check x`", "`a b` `c`"), prints(text)))

    def test_fail_where_the_command_does(self):
        self.assertIsNotNone(papers.fault_of(row("`./run check x`", "`a`"), prints("a", code=1)))

    def test_fail_without_a_command_or_a_reason(self):
        for command, look_for in [("", "`a`"), ("`rm x`", "`a`"), ("`./run check x`", "a")]:
            self.assertIsNotNone(papers.fault_of(row(command, look_for), prints("a")))

    def test_without_anything_to_run_say_so(self):
        self.assertIsNone(papers.fault_of(row("—", ""), None))


class Quotes(unittest.TestCase):
    def test_end_at_a_semicolon_outside_of_them(self):
        self.assertEqual(papers.quotes_of("`a; b`, then `c`; not `d`"), ["a; b", "c"])


class Places(unittest.TestCase):
    def test_have_ranges(self):
        self.assertEqual(papers.without_dashes("Theorem 1, (3), (5)–(7)"),
                         "Theorem 1, (3), (5), (6), (7)")
        self.assertEqual(papers.without_dashes("(2.9)–(2.11), §4 (b)"), "(2.9), (2.10), (2.11), §4 (b)")
        self.assertEqual(papers.without_dashes("8.4, Fig. 4–6, 9"), "8.4, Fig. 4, Fig. 5, Fig. 6, Fig. 9")

    def test_that_are_left_out_are_told(self):
        self.assertEqual(list(papers.left_out("Djukić", ["Theorem II, (1)–(6)", "Theorem IV",
                                                         "Theorem III, (8)–(24)"])),
                         ["(7)", "(25)", "Theorem I"])
        self.assertIn("(3.20)", papers.left_out("Zampieri", ["(2.1)–(2.16)", "(3.1)–(3.19)"]))
        self.assertIn("Fig. 37", papers.left_out("Benenti", ["(1)–(62)", "Fig. 1–36"]))
        self.assertNotIn("8.3", papers.left_out("Benenti", ["8.3.2"]))
        self.assertIn("Theorem 1", papers.left_out("Benenti", ["Theorem 12", "(62)"]))


if __name__ == "__main__":
    unittest.main()
