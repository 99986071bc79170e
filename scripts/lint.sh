# SPDX-License-Identifier: Apache-2.0
# Checks the layout and runs the static checks of .clang-tidy: lint.sh [FILE...]. Without files, it
# checks all sources. The static checks apply to the .cpp files of the program and to the headers
# that they include. Needs clang-format and clang-tidy, which building and testing do not.
. "$(dirname "$0")/setup.sh"
cd "$root"
[ $# -gt 0 ] || set -- $(git ls-files '*.h' '*.cpp')

clang-format --dry-run -Werror "$@"

# The compile commands come from a build folder without precompiled headers, because sources must
# include what they use. The sanitized build is the one that has the fuzzers.
cmake -S . -B build/lint -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
  -DCMAKE_CXX_COMPILER=clang++ -DSPILLWAY_SANITIZE=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
cmake --build build/lint --target spillway_schema_header >/dev/null
printf '%s\n' "$@" | grep '\.cpp$' | grep -v -e '^tests/' -e '^bench/' |
  xargs -r -n 1 -P "$(nproc)" clang-tidy -p build/lint --quiet
