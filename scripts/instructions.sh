# SPDX-License-Identifier: Apache-2.0
# Prints how many million instructions some commands execute, without those of starting the program
# (`--version`). Unlike times, these hardly depend on the machine. Needs callgrind (Debian's
# valgrind). Argument: the program, by default the release build's. A command whose input file is
# missing has a line that says so.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
program=${1:-$root/build/release/spillway}
command -v valgrind >/dev/null || { echo "valgrind is missing: apt install valgrind" >&2; exit 1; }
[ -x "$program" ] || { echo "$program is missing: build it first" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Counts the instructions that the program executes with the given arguments.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file="$scratch/out" "$program" "$@" \
    >"$scratch/stdout" 2>"$scratch/stderr" || { cat "$scratch/stderr" >&2; exit 1; }
  sed -n 's/^summary: *//p; s/^totals: *//p' "$scratch/out" | head -n 1
}

start=$(instructions --version)
measure() {
  count=$(instructions "$@")
  printf '%10d  spillway %s\n' $(((count - start) / 1000000)) "$*"
}

compiled="$root/../shared/models/compiled/tflm_mobilenet_v2_pt__u55-128__Shared_Sram.tflite"
measure run mobilenet_v2_1.0_224 --target ethos-u65-256
measure run mobilenet_v2_1.0_224 --target ethos-u65-256 --weight-policy vela
if [ -f "$compiled" ]; then
  measure run "$compiled" --target ethos-u55-128 --memory-mode Shared_Sram
else
  printf '%10s  %s\n' missing "$compiled"
fi
measure run mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram \
  --part dram=LPDDR4-3200-x16
measure run mobilenet_v2_1.0_224 --target ethos-u65-256 --memory-mode Dedicated_Sram \
  --part dram=LPDDR4-3200-x16 --weight-policy vela
measure run mobilenet_v2_1.0_224 --target xcore.ai --arena extram
measure run ds_cnn --target xcore.ai --arena extram
