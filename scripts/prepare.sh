# Sourced by ./run and ./test. Gives them $root and two verbs:
#   install_packages LIST...  makes sure that what these lists of packages.txt ask for is there
#   build PRESET [...]        configures the preset if needed and builds it
# All chatter goes to stderr, and there is none when nothing is to be done.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What the lists ask for, one dependency per line.
wanted() {
    local list
    for list in "$@"; do
        sed -n "/^\[$list\]/,/^\[/{s/#.*//; s/[[:space:]]*$//; /^\[/d; /./p}" "$root/packages.txt"
    done
}

# Whether `name` or `name (>= version)` is installed, by the associative array `installed`.
is_there() {
    local name least
    read -r name _ least <<<"${1//[()]/}"
    # A nodejs from elsewhere than Debian has npm in it, and cannot live beside Debian's.
    [[ $name == npm ]] && command -v npm >/dev/null && return
    [[ -n ${installed[$name]-} ]] || return
    [[ -z $least ]] || dpkg --compare-versions "${installed[$name]}" ge "$least"
}

# Those of the dependencies on stdin of which no alternative is installed.
missing() {
    local -A installed=()
    local -a asked
    local line name version alternative
    mapfile -t asked
    while read -r version name; do
        installed[$name]=$version
    done < <(printf '%s\n' "${asked[@]}" | sed 's/([^)]*)//g' | tr '|' '\n' |
        xargs dpkg-query -W -f='${db:Status-Status} ${Version} ${Package}\n' 2>/dev/null |
        sed -n 's/^installed //p')
    for line in "${asked[@]}"; do
        while read -r alternative; do
            is_there "$alternative" && continue 2
        done < <(tr '|' '\n' <<<"$line")
        echo "$line"
    done
}

# Runs a command as root, if we may: at a terminal sudo can ask for the password.
as_root() {
    if ((EUID == 0)); then
        "$@"
    elif [[ -t 0 ]]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

install_packages() {
    command -v dpkg-query >/dev/null || return 0 # not Debian: CMake names what it cannot find
    local lacks
    lacks=$(wanted "$@" | missing | paste -sd ',' | sed 's/,/, /g')
    [[ -n $lacks ]] || return 0
    if ((EUID == 0)) || command -v sudo >/dev/null; then
        echo "Installing packages: $lacks" >&2
        { apt update && apt satisfy --no-install-recommends "$lacks"; } &>/dev/null || true
        lacks=$(wanted "$@" | missing | paste -sd ',' | sed 's/,/, /g')
    fi
    if [[ -n $lacks ]]; then
        echo "Rattleback needs these packages, and they could not be installed: $lacks." \
            "On Debian 12 and 13 and Ubuntu 24.04, as root: apt-get satisfy '$lacks'." \
            "Where a system has no such packages, bring the libraries there in another way and build" \
            "with CMake alone: cmake --preset program && cmake --build --preset program" >&2
        exit 2
    fi
}

# The preset program has the build folder of release, without tests: where these are wanted, it is
# configured again, and nothing that was compiled is lost.
is_configured() {
    local preset=$1 folder=build/${1/program/release}
    [[ -f $folder/build.ninja && ! CMakePresets.json -nt $folder/build.ninja ]] || return
    [[ $preset != release ]] || grep -q '^RATTLEBACK_TESTS:BOOL=ON' "$folder/CMakeCache.txt"
}

configure() {
    local log=build/$1.log
    if ! cmake --preset "$1" &>"$log"; then
        cat "$log" >&2
        return 1
    fi
    touch "build/${1/program/release}/build.ninja"
}

build() (
    cd "$root" || exit
    mkdir -p build
    exec 9>build/lock
    flock 9 # one build at a time; a second call waits here
    # Ninja notices every change by itself, except one of the presets.
    if ! is_configured "$1"; then
        echo "Configuring Rattleback ($1)" >&2
        configure "$1" || exit
    fi
    set -o pipefail
    cmake --build --preset "$@" 2>&1 9>&- |
        { grep -vE --line-buffered 'ninja: no work to do|Re-checking globbed directories' || true; } >&2
)
