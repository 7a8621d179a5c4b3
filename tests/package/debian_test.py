#!/usr/bin/env python3
"""Builds the Debian package, looks into it, and runs what it would install.

    debian_test.py BUILD VERSION

The package is unpacked into an empty folder, which then stands for the root of a machine: the
program must find its gallery there, and everything it links must be in the packages it depends on.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, VERSION = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
PARTS = [f"usr/lib/rattleback/rattleback_{name}-{VERSION}.so"
         for name in ("machine_code", "pictures", "data_files")]
FILES = [*PARTS,
         "usr/bin/rattleback", "usr/lib/librattleback.so", "usr/include/rattleback/rattleback.hpp",
         "usr/share/rattleback/models/skate.toml", "usr/share/man/man1/rattleback.1",
         "usr/share/bash-completion/completions/rattleback",
         "usr/share/zsh/site-functions/_rattleback", "usr/share/doc/rattleback/README.md"]


def run(*words, **options):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=300,
                          **options).stdout


class DebianPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        run("cpack", "--config", str(BUILD / "CPackConfig.cmake"), "-B", str(cls.folder))
        [cls.package] = cls.folder.glob("*.deb")
        cls.root = cls.folder / "root"
        run("dpkg-deb", "--extract", str(cls.package), str(cls.root))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def field(self, name):
        return run("dpkg-deb", "--field", str(self.package), name).strip()

    def test_name_and_version(self):
        self.assertEqual((self.field("Package"), self.field("Version")), ("rattleback", VERSION))
        self.assertRegex(self.package.name, rf"^rattleback_{re.escape(VERSION)}_\w+\.deb$")

    def test_contents(self):
        for name in FILES:
            found = self.root / name
            if name.startswith("usr/lib/"):  # or in a folder of the architecture
                found = next((self.root / "usr/lib").rglob(found.name), found)
            self.assertTrue(found.is_file(), name)
        outside = [p for p in self.root.iterdir() if p.name != "usr"]
        self.assertEqual(outside, [])

    def test_dependencies_have_every_linked_library(self):
        """dpkg names the package of each library; the package must depend on it."""
        depends = {part.split()[0].split(":")[0] for part in
                   re.split(r"[,|]", self.field("Depends"))}
        self.assertIn("libc6", depends)
        for binary in [self.root / "usr/bin/rattleback", *self.root.rglob("rattleback_*.so")]:
            self.assert_dependencies(binary, depends)

    def assert_dependencies(self, binary, depends):
        linked = run("ldd", str(binary))
        self.assertNotIn("not found", linked)
        for soname in re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", str(binary))):
            place = re.search(rf"{re.escape(soname)} => (\S+)", linked)
            if not place:
                continue  # the loader itself
            # By name: dpkg may know the file under /lib, which is /usr/lib.
            found = run("dpkg", "--search", f"*/{pathlib.Path(place[1]).resolve().name}")
            owners = {line.split(":")[0] for line in found.splitlines()}
            self.assertTrue(owners & depends, f"{soname} of {owners}")

    def test_program_runs_with_its_own_gallery(self):
        program = self.root / "usr/bin/rattleback"
        self.assertEqual(run(str(program), "--version").strip(), VERSION)
        shutil.copy(self.root / "usr/share/rattleback/models/skate.toml",
                    self.root / "usr/share/rattleback/models/only_here.toml")
        self.assertIn("only_here", run(str(program), "models", "--names").split())
        self.assertIn("proved", run(str(program), "check", "skate", cwd=self.folder))

    def test_parts_are_found_and_one_that_is_missing_is_told(self):
        moved = self.folder / "moved"  # nothing of where it was built may be left in it
        shutil.copytree(self.root, moved, symlinks=True)
        words = [str(moved / "usr/bin/rattleback"), "plot", "skate", "--until", "1", "-o", "plot.png"]
        run(*words, cwd=self.folder)
        [part] = moved.rglob(f"rattleback_pictures-{VERSION}.so")
        part.unlink()
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"A part of Rattleback, the file {part.name}, could not be loaded", done.stderr)

    def test_completions_and_manual(self):
        share = self.root / "usr/share"
        run("bash", "-n", str(share / "bash-completion/completions/rattleback"))
        self.assertIn("#compdef rattleback", (share / "zsh/site-functions/_rattleback").read_text())
        manual = (share / "man/man1/rattleback.1").read_text()
        verbs = re.findall(r"(?m)^\.SS (\w+)$", manual)
        self.assertLessEqual({"check", "derive", "export", "report", "simulate"}, set(verbs))

    def test_bash_completes_verbs_options_and_models(self):
        script = self.root / "usr/share/bash-completion/completions/rattleback"
        for words, expected in [(["simu"], "simulate"), (["simulate", "ska"], "skate"),
                                (["simulate", "skate", "--unt"], "--until")]:
            line = ["rattleback", *words]
            quoted = " ".join(f"'{word}'" for word in line)
            completed = run("bash", "-c",
                            f"PATH={self.root}/usr/bin:$PATH; source {script}; COMP_WORDS=({quoted}); "
                            f"COMP_CWORD={len(words)}; _rattleback; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
            self.assertIn(expected, completed.split())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
