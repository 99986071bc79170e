# SPDX-License-Identifier: Apache-2.0
# Makes the files of a release that also run on other distributions: portable.sh [FOLDER]. They are
# a tarball with the program, which needs no libraries, a wheel for this machine's Python, which
# needs only glibc's libraries, and their SHA-256 sums. FOLDER is build/portable/files by default.
# Needs a Debian mirror: Debian has no static SystemC, so it is built here from Debian's source.
. "$(dirname "$0")/setup.sh"
install_missing packages.txt portable-packages.txt
folder=${1:-$root/build/portable/files}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
systemc=$root/build/systemc
log=$root/build/portable.log

# Fetches the source of SystemC, in the version whose headers are installed. apt checks its
# signature. apt uses lists and caches in a folder of its own, so that those of this machine do not
# change.
fetch_systemc() { # fetch_systemc VERSION
  mkdir -p "$systemc/apt/lists/partial"
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  mirror=${SPILLWAY_MIRROR:-http://deb.debian.org/debian}
  echo "deb-src [signed-by=$keys] $mirror $codename main" >"$systemc/apt/sources.list"
  set -- "systemc=$1" -o "Dir::Etc::sourcelist=$systemc/apt/sources.list" \
    -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$systemc/apt/lists" \
    -o "Dir::Cache=$systemc/apt" -o APT::Sandbox::User=root
  source=$1
  shift
  apt-get "$@" -qq update
  (cd "$systemc" && apt-get "$@" -qq source "$source")
}

build_systemc() {
  # shellcheck disable=SC2016
  version=$(dpkg-query -W -f='${Version}' libsystemc-dev)
  [ "$(cat "$systemc/version" 2>/dev/null)" != "$version" ] || return 0
  echo "Building a static SystemC $version from Debian's source" >&2
  rm -rf "$systemc"
  mkdir -p "$systemc"
  fetch_systemc "$version"
  # The C++ standard must be that of the programs that use the library: SystemC's headers refer to a
  # symbol whose name contains it.
  cmake -S "$systemc"/systemc-*/ -B "$systemc/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_CXX_STANDARD=17 \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
  cmake --build "$systemc/build" --target systemc
  cp "$systemc/build/src/libsystemc.a" "$systemc/"
  echo "$version" >"$systemc/version"
}

# Copies the licenses of the libraries into the tarball and the wheel, which contain these
# libraries: the licenses demand it.
copy_licenses() { # copy_licenses FOLDER
  rm -rf "$1"
  mkdir -p "$1"
  for package in $(dpkg-query -W -f='${Package}\n' libsystemc-dev 'libboost-context1.*-dev' \
    libflatbuffers-dev libfmt-dev libtomlplusplus-dev nlohmann-json3-dev libfccp-dev zlib1g-dev \
    libc6-dev 'libstdc++-*-dev' pybind11-dev); do
    text=/usr/share/doc/$package/copyright
    [ ! -f "$text" ] || cp -L "$text" "$1/$package"
  done
}

make_tarball() {
  version=$(sed -n 's/^CMAKE_PROJECT_VERSION:.*=//p' "$root/build/portable/CMakeCache.txt")
  name=spillway-$version-linux-$(uname -m)
  tree=$root/build/portable/tree
  rm -rf "$tree"
  cmake --install "$root/build/portable" --component program --strip --prefix "$tree/$name" >>"$log"
  cp -R "$licenses" "$tree/$name/share/doc/spillway/libraries"
  # The tarball has fixed times and owners, so that the same input gives the same bytes.
  tar --sort=name --mtime=@315532800 --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX \
    -C "$tree" -c "$name" | gzip -9 -n >"$folder/$name.tar.gz"
}

make_wheel() {
  SPILLWAY_BUILD=$root/build/portable
  SPILLWAY_LICENSES=$licenses
  export SPILLWAY_BUILD SPILLWAY_LICENSES
  (cd "$root" && /usr/bin/python3 -m pip wheel --no-index --no-deps --wheel-dir "$folder" .) >>"$log"
}

: >"$log"
build_systemc >>"$log"
cmake --preset portable -S "$root" -D "SPILLWAY_SYSTEMC=$systemc/libsystemc.a" >>"$log"
cmake --build "$root/build/portable" --target spillway spillway_python
licenses=$root/build/portable/licenses
copy_licenses "$licenses"
make_tarball
make_wheel
cd "$folder"
rm -f SHA256SUMS
sha256sum -- spillway-* >SHA256SUMS
cat SHA256SUMS
