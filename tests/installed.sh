# SPDX-License-Identifier: Apache-2.0
# Usage: installed.sh BUILD SOURCE. Installs Spillway into a folder of its own. Runs the program,
# its man page and completions there, and builds the consumer with CMake and pkg-config.
set -eu
build=$1
source=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cmake --install "$build" --prefix "$place/usr" >"$place/log"
PATH=$place/usr/bin:$PATH

spillway version
for file in bin/spillway share/man/man1/spillway.1 share/man/man1/spillway-sweep.1 \
  share/doc/spillway/docs/guide.md share/doc/spillway/examples/ci/spillway.toml share/bash-completion/completions/spillway \
  share/zsh/vendor-completions/_spillway share/fish/vendor_completions.d/spillway.fish \
  share/doc/spillway/copyright share/spillway/schemas/run.schema.json \
  include/spillway/experiments/point/design_point.h; do
  [ -s "$place/usr/$file" ] || { echo "missing: $file" >&2; exit 1; }
done
# The files to which the README links must be installed beside the README.
for link in $(grep -o '](\([^)#]*\)' "$source/README.md" | cut -c 3- | grep -v : | sort -u); do
  [ -e "$place/usr/share/doc/spillway/$link" ] || {
    echo "README links $link, which is not installed" >&2
    exit 1
  }
done
if command -v fish >/dev/null; then
  fish -c "source $place/usr/share/fish/vendor_completions.d/spillway.fish
    complete -C 'spillway run --targ' | grep -q target"
fi

# Runs a design point in an empty folder, so that the program cannot use files of the checkout.
mkdir "$place/empty"
cd "$place/empty"
spillway run ds_cnn --target ethos-u55-128 --json result.json >/dev/null
[ -s result.json ]

prefix=$(dirname "$(find "$place/usr" -name SpillwayConfig.cmake)")
cmake -S "$source/tests/consumer" -B "$place/consumer" -DSpillway_DIR="$prefix" >>"$place/log"
cmake --build "$place/consumer" >>"$place/log"
"$place/consumer/consumer"

cmake -S "$source/examples/system" -B "$place/system" -DSpillway_DIR="$prefix" >>"$place/log"
cmake --build "$place/system" >>"$place/log"
"$place/system/system"

pc=$(dirname "$(find "$place/usr" -name spillway.pc)")
sed -i "s|^prefix=.*|prefix=$place/usr|" "$pc/spillway.pc"
PKG_CONFIG_PATH=$pc
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
g++ -std=c++17 -o "$place/by_pkg_config" "$source/tests/consumer/main.cpp" \
  $(pkg-config --cflags --libs spillway)
"$place/by_pkg_config"
