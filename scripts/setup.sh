# SPDX-License-Identifier: Apache-2.0
# Functions for the other scripts, which source this file. They install missing Debian packages,
# with a message, and build the program.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

install_missing() { # install_missing LIST...: the packages that lists in scripts/ name
  missing=
  for package in $(cd "$root/scripts" && grep -hv '^#' "$@"); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "Installing missing Debian packages:$missing" >&2
  sudo=
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  $sudo apt-get update -qq
  # shellcheck disable=SC2086
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing \
    >/dev/null
}

build() { # build PRESET TARGET...
  preset=$1
  shift
  cmake --preset "$preset" -S "$root" >/dev/null
  cmake --build "$root/build/$preset" --target "$@"
}
