#!/bin/bash
# Compares every C++ file with .clang-format (--check) or brings it into that form (--write). Another
# version of clang-format has other tastes: it is the one that packages.txt names.
set -euo pipefail
cd "$(dirname "$0")/../.."

case ${1:-} in
--check) options=(--dry-run -Werror) ;;
--write) options=(-i) ;;
*) echo "usage: format.sh --check | --write" >&2 && exit 2 ;;
esac

shopt -s nullglob
find src/ include/ tests/ examples/ {bench,fuzz}/ \( -name '*.cpp' -o -name '*.hpp' \) -print0 2>/dev/null |
    xargs -0 clang-format-19 "${options[@]}"
