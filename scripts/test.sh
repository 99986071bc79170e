# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds everything and runs all tests but those of test-long.sh, then, under AddressSanitizer and
# UndefinedBehaviorSanitizer and with assertions, those that are not labelled slow.
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -j "$(nproc)" -LE long

build asan all
# SystemC's coroutine stacks make LeakSanitizer crash.
ASAN_OPTIONS=detect_leaks=0 ctest --preset asan -j "$(nproc)" -LE slow
