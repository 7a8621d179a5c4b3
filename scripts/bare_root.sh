#!/bin/bash
# Makes a bare Debian in a folder, and lets both commands meet it there as on a new machine:
#
#     scripts/bare_root.sh SUITE FOLDER [COMMAND...]
#     scripts/bare_root.sh trixie /var/tmp/trixie ./run "./test sanitizers"
#
# SUITE is bookworm, trixie or another one that debootstrap knows. What is cloned is the last commit of
# this repository; the commands are ./run and ./test where none is given, and for each it is said how
# long it took. Packages come from where this machine has its own, or from MIRROR, of its COMPONENTS. A
# folder that has a root already is used again, with what was built there. Needs root, debootstrap and
# git; nothing stays mounted, and what the commands leave running ends with them.
set -euo pipefail

if (($# < 2)); then
    sed -n '2,/^set/{/^set/d; s/^# \{0,1\}//; p}' "$0" >&2
    exit 2
fi
suite=$1
folder=$(realpath -m "$2")
commands=("${@:3}")
((${#commands[@]} > 0)) || commands=(./run ./test)
repository=$(cd "$(dirname "$0")/.." && pwd)

refuse() {
    echo "bare_root.sh: $*" >&2
    exit 2
}
((EUID == 0)) || refuse "only root can make another root"
for tool in debootstrap git; do
    command -v "$tool" >/dev/null || refuse "$tool is not there: apt-get install $tool"
done

# The first archive of this machine that says it is Debian's.
own_mirror() {
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' |
        awk 'NR == 1'
}

# A root as debootstrap leaves it, that reaches the archives as this machine does and trusts whom it
# trusts.
make_root() {
    local mirror=$1 components=$2
    debootstrap --variant=minbase --components="$components" "$suite" "$folder" "$mirror" >&2
    printf "deb $mirror %s ${components//,/ }\n" "$suite" "$suite-updates" >"$folder/etc/apt/sources.list"
    apt-config dump | grep -iE '^Acquire::https?::Proxy' >"$folder/etc/apt/apt.conf.d/proxy" || true
    cp -L /etc/resolv.conf /etc/hosts "$folder/etc/"
    mkdir -p "$folder/usr/local/share/ca-certificates"
    cp -r /usr/local/share/ca-certificates/. "$folder/usr/local/share/ca-certificates/"
}

# In a mount and process namespace of its own, with an environment that is as bare as the root.
inside() {
    unshare --mount --propagation private --pid --fork --kill-child \
        bash -ec 'mount -t proc proc "$0/proc"
                  mount --rbind /sys "$0/sys"
                  mount --rbind /dev "$0/dev"
                  exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
                      chroot "$0" bash -c "cd /root/rattleback && $1"' "$folder" "$1"
}

failed=0
timed() {
    local code=0 TIMEFORMAT="== $suite: ${*: -1}: %0R s, of a processor %0U + %0S s"
    time "$@" || code=$?
    ((code == 0)) || failed=1
    echo "== exit code $code; $(nproc) cores, load $(cut -d' ' -f1-3 /proc/loadavg)" >&2
}

if [[ ! -e $folder/etc/apt/sources.list ]]; then
    mirror=${MIRROR:-$(own_mirror)}
    [[ -n $mirror ]] || refuse "this machine has no archive of Debian; give one as MIRROR"
    make_root "$mirror" "${COMPONENTS:-main}"
fi
clone=$folder/root/rattleback
if [[ -d $clone ]]; then
    git -C "$clone" fetch --quiet
    git -C "$clone" reset --quiet --hard FETCH_HEAD
else
    git clone --quiet "$repository" "$clone"
fi
for command in "${commands[@]}"; do
    timed inside "$command"
done
exit "$failed"
