# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds everything and runs all tests but those labelled long
# (scripts/test-long.sh), and then, with libraries and a program that are built with
# AddressSanitizer, UndefinedBehaviorSanitizer and assertions, the same tests but those labelled
# slow and those that only read the project's own sources and documents. Last, every fuzzer for some
# seconds from fixed seeds (scripts/fuzz.sh).
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -j "$(nproc)" -LE long

cmake --preset asan -D SPILLWAY_TESTS_FROM="$root/build/release" >/dev/null
build asan all
# SystemC's coroutine stacks make LeakSanitizer crash.
readers='^base\.(CodeStyle|Documents|DocumentLinks|FamilyNames|House)\.'
ASAN_OPTIONS=detect_leaks=0 ctest --preset asan -j "$(nproc)" -LE 'slow|long' -E "$readers"

sh scripts/fuzz.sh short
