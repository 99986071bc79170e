# SPDX-License-Identifier: Apache-2.0
# Checks the layout and runs the static checks of .clang-tidy: lint.sh [FILE...]. Without files, it
# checks all sources. The static checks apply to the .cpp files of the program and to the headers
# that they include. Needs clang-format and clang-tidy, which building and testing do not.
. "$(dirname "$0")/setup.sh"
cd "$root"
[ $# -gt 0 ] || set -- $(git ls-files '*.h' '*.cpp')

clang-format --dry-run -Werror "$@"

# check_sources FOLDER OPTIONS: runs clang-tidy on the sources that standard input lists, with the
# compile commands of a build in FOLDER. The build has no precompiled headers, because sources must
# include what they use.
check_sources() {
  folder=$1
  shift
  cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON "$@" >/dev/null
  cmake --build "$folder" --target spillway_schema_header >/dev/null
  xargs -r -n 1 -P "$(nproc)" clang-tidy -p "$folder" --quiet
}

sources=$(printf '%s\n' "$@" | grep '\.cpp$' | grep -v -e '^tests/' -e '^bench/' || true)
printf '%s\n' "$sources" | grep -v '^fuzz/' | check_sources build/lint
# Only the sanitized build has the fuzzers.
printf '%s\n' "$sources" | grep '^fuzz/' |
  check_sources build/lint/fuzz -DCMAKE_CXX_COMPILER=clang++ -DSPILLWAY_SANITIZE=ON
