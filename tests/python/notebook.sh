# SPDX-License-Identifier: Apache-2.0
# Usage: notebook.sh TEST_PYTHON SOURCE. Executes the example notebook with the Python of the tests,
# which has the module built in. Compares the outputs that are stored in the notebook with the new
# outputs. With SPILLWAY_REFRESH_DOCS=1, stores the new outputs in the notebook.
set -eu
test_python=$(realpath "$1")
source=$(cd "$2" && pwd)
if ! /usr/bin/python3 -c 'import nbconvert, ipykernel, pandas' 2>/dev/null; then
  echo "no jupyter-nbconvert, python3-ipykernel or python3-pandas: the notebook was not executed"
  exit 0
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/kernels/spillway"
cat >"$place/kernels/spillway/kernel.json" <<END
{"argv": ["$test_python", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
 "display_name": "Spillway", "language": "python",
 "env": {"PYTHONPATH": "$source/python"}}
END
JUPYTER_PATH=$place HOME=$place /usr/bin/python3 -m nbconvert --to notebook --execute \
  --ExecutePreprocessor.kernel_name=spillway --output-dir "$place" \
  "$source/examples/three_questions.ipynb" 2>"$place/log" || {
  cat "$place/log" >&2
  exit 1
}
notebook=three_questions.ipynb
outputs=$source/tests/python/notebook_outputs.py
if [ -n "${SPILLWAY_REFRESH_DOCS:-}" ]; then
  /usr/bin/python3 "$outputs" --clean "$place/$notebook" "$source/examples/$notebook"
  exit 0
fi
/usr/bin/python3 "$outputs" "$source/examples/$notebook" "$place/$notebook"
