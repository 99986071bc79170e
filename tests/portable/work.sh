# SPDX-License-Identifier: Apache-2.0
# What a program must do anywhere, and with the same bytes: work.sh PROGRAM FOLDER writes its results
# into FOLDER. Every way in which it leaves its one thread and its own code is tried: both simulation
# kernels, worker processes, the threads of a search, a planner that is another program, mistakes.
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

# A mistake on the command line ends with 2, what does not fit with 1, and exceptions reach main().
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
# Two runs of one program differ in how long points took, two builds in their identity, which every
# program has.
rm sweep.csv.times.csv
grep -q '"build": "[0-9a-f]\{40\}"' sweep.csv.meta.json
sed -i '/"build"/d' sweep.csv.meta.json
