# Sourced by ./run and ./test. Gives them $root and two verbs:
#   install_packages    makes sure that every package in packages.txt is there
#   build PRESET [...]  configures the preset if needed and builds it
# All chatter goes to stderr, and there is none when nothing is to be done.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

missing_packages() {
    local wanted
    wanted=$(sed 's/#.*//' "$root/packages.txt" | tr -s '[:space:]' '\n' | grep . | sort)
    comm -23 <(echo "$wanted") \
        <(xargs dpkg-query -W -f='${db:Status-Status} ${Package}\n' <<<"$wanted" 2>/dev/null |
            sed -n 's/^installed //p' | sort -u) |
        while read -r package; do
            # A nodejs from elsewhere than Debian has npm in it, and cannot live beside Debian's.
            [[ $package == npm ]] && command -v npm >/dev/null || echo "$package"
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
    local missing
    missing=$(missing_packages | paste -sd ' ')
    [[ -n $missing ]] || return 0
    if ((EUID == 0)) || command -v sudo >/dev/null; then
        echo "Installing Debian packages: $missing" >&2
        # shellcheck disable=SC2086 # one word per package
        { apt update && apt install --no-install-recommends $missing; } &>/dev/null || true
        missing=$(missing_packages | paste -sd ' ')
    fi
    if [[ -n $missing ]]; then
        echo "Rattleback needs these Debian packages, and they could not be installed:" \
            "$missing. As root run: apt-get install $missing" >&2
        exit 2
    fi
}

configure() {
    local log=build/$1.log
    if ! cmake --preset "$1" &>"$log"; then
        cat "$log" >&2
        return 1
    fi
    touch "build/$1/build.ninja"
}

build() (
    cd "$root" || exit
    mkdir -p build
    exec 9>build/lock
    flock 9 # one build at a time; a second call waits here
    # Ninja notices every change by itself, except one of the presets.
    if [[ ! -f build/$1/build.ninja || CMakePresets.json -nt build/$1/build.ninja ]]; then
        echo "Configuring Rattleback ($1)" >&2
        configure "$1" || exit
    fi
    set -o pipefail
    cmake --build --preset "$@" 2>&1 9>&- |
        { grep -vE --line-buffered 'ninja: no work to do|Re-checking globbed directories' || true; } >&2
)
