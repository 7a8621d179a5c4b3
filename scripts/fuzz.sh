#!/bin/bash
# Runs one fuzzer: fuzz.sh PROGRAMS RESULTS NAME [arguments of libFuzzer]
# PROGRAMS is the folder of fuzz_NAME. New inputs are kept in RESULTS/corpus/NAME; what is found is left in
# RESULTS, with a sentence that says how to repeat it, and is the exit code.
set -eu
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
programs=$1 results=$2 name=$3
shift 3

mkdir -p "$results/corpus/$name"
results=$(cd "$results" && pwd)
arguments=("$results/corpus/$name") # libFuzzer writes new inputs into the first folder
longest=4096
case $name in
model | study) seeds=("fuzz/corpus/$name" models tests/rejected) ;;
resume) seeds=("fuzz/corpus/$name") longest=65536 ;; # records of a run are some kilobytes each
*) seeds=("fuzz/corpus/$name") longest=512 ;;
esac
for folder in "${seeds[@]}"; do
    [[ ! -d $source_root/$folder ]] || arguments+=("$source_root/$folder")
done
[[ ! -f $source_root/fuzz/$name.dict ]] || arguments+=("-dict=$source_root/fuzz/$name.dict")

program=$(cd "$programs" && pwd)/fuzz_$name
status=0
LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$source_root/tests/leaks.supp:print_suppressions=0} \
    "$program" -timeout=20 -rss_limit_mb=2560 -max_len=$longest -len_control=0 -close_fd_mask=3 \
    -print_final_stats=1 -artifact_prefix="$results/$name-" "$@" "${arguments[@]}" || status=$?
if ((status != 0)); then
    found=$(find "$results" -maxdepth 1 -name "$name-*" -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
    [[ -z $found ]] || echo "The fuzzer of '$name' found something; '$program $found' repeats it." >&2
fi
exit $status
