# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds everything and runs all tests but those labelled long
# (scripts/test-long.sh), and then, under AddressSanitizer and UndefinedBehaviorSanitizer and with
# assertions, the tests that are not labelled slow either. Last, every fuzzer for some seconds from
# fixed seeds (scripts/fuzz.sh).
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -j "$(nproc)" -LE long

build asan all
# SystemC's coroutine stacks make LeakSanitizer crash.
ASAN_OPTIONS=detect_leaks=0 ctest --preset asan -j "$(nproc)" -LE 'slow|long'

sh scripts/fuzz.sh short
