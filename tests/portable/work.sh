# SPDX-License-Identifier: Apache-2.0
# Usage: work.sh PROGRAM FOLDER. Writes results into FOLDER that must have the same bytes on every
# machine. Uses all parts of the program that depend on the machine: both simulation kernels, worker
# processes, the threads of a search, a planner that is another program, and exceptions.
set -eu
program=$1
mkdir -p "$2"
cd "$2"
point="mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram --memory sram=384K"
small="ds_cnn --target ethos-u55-128"

# shellcheck disable=SC2086
{
  "$program" --version
  "$program" run $point --per-op operators.csv --json run.json --report page.html --trace trace.json.gz
  "$program" run $small --kernel systemc
  "$program" convert ds_cnn --to tflite --output network.tflite
  "$program" run network.tflite --target xcore.ai
  "$program" compare $small --memory sram=24K --planner all
  "$program" sweep $small --memory sram=16K:64K:8K --planner cadence-greedy,belady --jobs 2 \
    --output sweep.csv --report sweep.html
  "$program" plan $small --planner search --search-budget 20
  printf '#!/bin/sh\ncat >/dev/null\necho "{\\"schema_version\\":1,\\"placements\\":[]}"\n' >planner
  chmod +x planner
  "$program" run $small --planner exec:./planner
  "$program" help run
} >output.txt 2>errors.txt

# A plan that does not fit gives status 1, a mistake on the command line status 2, and a mistake in
# an input file status 3. The program throws exceptions for them, which must reach main().
expect() { # expect STATUS OPTIONS...
  expected=$1
  shift
  status=0
  "$program" "$@" >>output.txt 2>>errors.txt || status=$?
  [ "$status" = "$expected" ] || {
    echo "status $status instead of $expected: $*" >&2
    exit 1
  }
}
expect 1 run ds_cnn --target ethos-u55-128 --memory sram=1K
expect 2 run ds_cnn --target no_such_chip
echo "kind = 1" >mistake.toml
expect 3 sweep mistake.toml
# Removes the figures that may differ. The run times of points differ between two runs of one
# program. The build identity differs between two builds, but must exist.
rm sweep.csv.times.csv
grep -q '"build": "[0-9a-f]\{40\}"' sweep.csv.meta.json
sed -i '/"build"/d' sweep.csv.meta.json
