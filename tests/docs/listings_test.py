#!/usr/bin/env python3
"""Shows that the check of the listings can fail, and what its abbreviations stand for."""
import pathlib
import tempfile
import unittest

import listings


class IsAsShown(unittest.TestCase):
    def accepts(self, shown, real):
        self.assertTrue(listings.is_as_shown(shown, real), f"{shown!r} refuses {real!r}")

    def rejects(self, shown, real):
        self.assertFalse(listings.is_as_shown(shown, real), f"{shown!r} accepts {real!r}")

    def test_text_is_compared_to_the_letter(self):
        self.accepts("x'' = 0\n", "x'' = 0\n")
        self.rejects("x'' = 0", "x'' = 1")
        self.rejects("a\nb", "a")
        self.rejects("a", "a\nb")
        self.rejects("a.c", "abc")

    def test_an_ellipsis_stands_for_one_word(self):
        self.accepts("at t = …: singular", "at t = 0.99999: singular")
        self.accepts("energy      …  2.9e-07", "energy   17.94  2.9e-07")
        self.rejects("at t = … end", "at t = 1 2 end")

    def test_alone_on_a_line_it_stands_for_lines(self):
        self.accepts("a\n…\nd", "a\nb\nc\nd")
        self.accepts("a\n…\nd", "a\nd")
        self.accepts("a\n…", "a\nb")
        self.rejects("a\n…\nd", "a\nb\nc")
        self.rejects("a\n…\nd", "b\nd")

    def test_rounding_errors_are_alike_and_others_are_not(self):
        self.accepts("at most 1.3e-11", "at most 0.0e+00")
        self.rejects("at most 1.3e-11", "at most 1.3e-02")

    def test_columns_are_as_wide_as_their_entries(self):
        self.accepts("largest  at t  allowed", "largest    at t  allowed")
        self.rejects("largest  at t", "largest at t")
        self.rejects("  energy", "energy")


class Models(unittest.TestCase):
    def written(self, *blocks):
        with tempfile.TemporaryDirectory() as folder:
            place = listings.Place(pathlib.Path(), pathlib.Path(), pathlib.Path(folder))
            for block in blocks:
                self.assertEqual(list(listings.check_toml(block, place)), [])
            return (place.folder / "m.toml").read_text()

    def test_a_block_is_the_file(self):
        self.assertEqual(self.written("# file: m.toml\na = 1\n"), "# file: m.toml\na = 1\n")

    def test_a_block_is_added(self):
        text = self.written("# file: m.toml\na = 1\n", "# file: m.toml, continued\nb = 2\n")
        self.assertEqual(text, "# file: m.toml\na = 1\n\n# file: m.toml, continued\nb = 2\n")

    def test_a_line_is_replaced(self):
        text = self.written("# file: m.toml\na = 1\nb = 2\n", "# file: m.toml, line 2\na = 3\n")
        self.assertEqual(text, "# file: m.toml\na = 3\nb = 2\n")


class Commands(unittest.TestCase):
    def test_other_commands_are_refused(self):
        place = listings.Place(pathlib.Path(), pathlib.Path(), pathlib.Path())
        faults = list(listings.check_console("$ rm -r x\n", place))
        self.assertEqual(faults, ["'rm -r x' does not start with ./run"])


if __name__ == "__main__":
    unittest.main()
