# SPDX-License-Identifier: Apache-2.0
# Runs the tests that take long or need much: those with the ctest label `long`, which test.sh
# leaves out. A test whose package is missing says so and is skipped.
. "$(dirname "$0")/setup.sh"
install_missing packages.txt test-packages.txt
cd "$root"

build release all
ctest --preset release -L long
