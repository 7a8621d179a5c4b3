#!/bin/bash
# Runs one fuzzer: fuzz.sh PROGRAMS RESULTS NAME [arguments of libFuzzer]
#                   fuzz.sh PROGRAMS RESULTS NAME blind SEED COUNT
# PROGRAMS is the folder of fuzz_NAME, or of blind_NAME. New inputs are kept in RESULTS/corpus/NAME; what is found is left in
# RESULTS, with a sentence that says how to repeat it, and is the exit code.
set -eu
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
programs=$1 results=$2 name=$3
shift 3

mkdir -p "$results/corpus/$name"
results=$(cd "$results" && pwd)
arguments=("$results/corpus/$name") # libFuzzer writes new inputs into the first folder
program=$(cd "$programs" && pwd)/fuzz_$name
longest=4096
case $name in
model | study) seeds=("fuzz/corpus/$name" models tests/rejected) ;;
resume) seeds=("fuzz/corpus/$name") longest=65536 ;; # records of a run are some kilobytes each
*) seeds=("fuzz/corpus/$name") longest=512 ;;
esac
for folder in "${seeds[@]}"; do
    [[ ! -d $source_root/$folder ]] || arguments+=("$source_root/$folder")
done

# One line of NAME.log tells of this seed. What ends one seed is no reason not to try the next.
if [[ ${1-} == blind ]]; then
    program=${program/%fuzz_$name/blind_$name} left=$results/$name-$2
    said=$("$program" "$2" "$3" "$left" "${arguments[@]:1}" 2>&1 >/dev/null) && echo "$said" >>"$results/$name.log" ||
        echo "The fuzzer of '$name' found something: $said; '$program $left' repeats it." | tee -a "$results/$name.log" >&2
    exit 0
fi

[[ ! -f $source_root/fuzz/$name.dict ]] || arguments+=("-dict=$source_root/fuzz/$name.dict")

status=0
LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$source_root/tests/leaks.supp:print_suppressions=0} \
    "$program" -timeout=20 -rss_limit_mb=2560 -max_len=$longest -len_control=0 -close_fd_mask=3 \
    -print_final_stats=1 -artifact_prefix="$results/$name-" "$@" "${arguments[@]}" || status=$?
if ((status != 0)); then
    found=$(find "$results" -maxdepth 1 -name "$name-*" -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
    [[ -z $found ]] || echo "The fuzzer of '$name' found something; '$program $found' repeats it." >&2
fi
exit $status
