# SPDX-License-Identifier: Apache-2.0
# Builds and runs the tests with the ctest label `long`, which take long or need much memory and
# which test.sh leaves out. A test whose package is missing is skipped and says so. With
# SPILLWAY_SHARD=I/N, tests that count their combinations run only every Nth of them, from the Ith
# (counted from 0).
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -L long --verbose
