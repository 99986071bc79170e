# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds everything and runs all tests: first the release build, then,
# under AddressSanitizer and UndefinedBehaviorSanitizer, all but the slow ones.
. "$(dirname "$0")/setup.sh"
install_missing
cd "$root"

build release all
ctest --preset release -j "$(nproc)"

build asan all
# SystemC's coroutine stacks make LeakSanitizer crash; the checks for leaks run in what needs none.
ASAN_OPTIONS=detect_leaks=0 ctest --preset asan -j "$(nproc)" -LE slow
