# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds everything and runs all tests, then a short round of the fuzzers,
# and then, under AddressSanitizer and UndefinedBehaviorSanitizer and with assertions, the tests that
# are not labelled slow.
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -j "$(nproc)"

sh scripts/fuzz.sh short

build asan all
# SystemC's coroutine stacks make LeakSanitizer crash.
ASAN_OPTIONS=detect_leaks=0 ctest --preset asan -j "$(nproc)" -LE slow
