#!/usr/bin/env python3
"""Whether docs/cli.md is what `rattleback manual --as markdown` writes.

    cli_page.py PROGRAM SOURCE [--write]
"""
import pathlib
import subprocess
import sys

program, source = sys.argv[1:3]
page = pathlib.Path(source, "docs", "cli.md")
current = subprocess.run([program, "manual", "--as", "markdown"], check=True, capture_output=True,
                         text=True).stdout
if "--write" in sys.argv:
    page.write_text(current)
elif not page.exists() or page.read_text() != current:
    sys.exit("docs/cli.md is not current: ./run manual --as markdown > docs/cli.md")
