# SPDX-License-Identifier: Apache-2.0
# Usage: wheel.sh SOURCE. Builds the wheel as a user does, without access to a network. Installs it
# into a folder of its own and runs the tests in Python with it.
set -eu
source=$1
python=/usr/bin/python3
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$source"
"$python" -m pip wheel --no-index --no-deps --wheel-dir "$place" . >"$place/log" 2>&1 || {
  cat "$place/log" >&2
  exit 1
}
"$python" -m pip install --no-index --no-deps --target "$place/installed" "$place"/spillway-*.whl \
  >>"$place/log" 2>&1
PYTHONPATH=$place/installed
export PYTHONPATH
cd "$place"
"$python" -m unittest discover -s "$source/tests/python"
