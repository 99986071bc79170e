# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds everything and runs all tests, then, under AddressSanitizer and
# UndefinedBehaviorSanitizer, the quick ones of the readers, the planners and the simulator.
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -j "$(nproc)"

build asan test_base test_traces test_planner test_sim
# SystemC's coroutine stacks make LeakSanitizer crash.
ASAN_OPTIONS=detect_leaks=0 ctest --preset asan -j "$(nproc)" -R '^(base|traces|planner|sim)\.' \
  -LE slow
