# SPDX-License-Identifier: Apache-2.0
# Installs missing packages, builds everything and runs all tests except those labelled long
# (scripts/test-long.sh). Then builds libraries and program with AddressSanitizer,
# UndefinedBehaviorSanitizer and assertions, and runs the same tests with them, except those
# labelled slow and those that only read the project's own sources and documents. Finally runs every
# fuzzer for some seconds from fixed seeds (scripts/fuzz.sh).
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -j "$(nproc)" -LE long

cmake --preset asan -D SPILLWAY_TESTS_FROM="$root/build/release" >/dev/null
build asan all
# LeakSanitizer is off, because SystemC's coroutine stacks make it crash.
readers='^base\.(CodeStyle|Documents|DocumentLinks|FamilyNames|SourceTree)\.'
ASAN_OPTIONS=detect_leaks=0 ctest --preset asan -j "$(nproc)" -LE 'slow|long' -E "$readers"

sh scripts/fuzz.sh short
