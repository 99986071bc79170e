# SPDX-License-Identifier: Apache-2.0
# Builds and runs the tests that take long or need much, those with the ctest label `long`, which
# test.sh leaves out. A test whose package is missing says so and is skipped.
# SPILLWAY_SHARD=I/N runs every Nth combination from the Ith on (from 0) of those that count them.
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -L long --verbose
