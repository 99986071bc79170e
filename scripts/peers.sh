# SPDX-License-Identifier: Apache-2.0
# Measures the CPU time of other tools and of Spillway on the same input, one after the other, and
# prints the ratios. Seconds depend on the machine, ratios hardly do. Lists missing tools.
# Argument: the program, by default the release build's. A variable names each tool; otherwise it is
# looked for on the PATH:
#   VELA        vela                 compiles $NETWORK, a .tflite file
#   MINIMALLOC  minimalloc           places the feature maps of MobileNetV2 in a memory that is
#                                    as large as their live peak
#   DRAMSYS     DRAMSys              with $DRAMSYS_CONFIG, a .json file with @TRACE@ for the trace
#   DRAMSIM3    dramsim3main         with $DRAMSIM3_CONFIG, an .ini file of LPDDR4-3200 x16
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
program=${1:-$root/build/release/spillway}
[ -x "$program" ] || { echo "$program is missing: build it first" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
runs=3
network=mobilenet_v2_1.0_224
missing=

# The CPU seconds of a command and its children: the median of several runs.
seconds_of() {
  for _ in $(seq $runs); do
    (
      "$@" >"$scratch/stdout" 2>"$scratch/stderr" || {
        cat "$scratch/stderr" >&2
        echo "failed: $*" >&2
        exit 1
      }
      times
    ) >"$scratch/times" || exit 1
    awk 'NR == 2 { split($1 "m" $2, t, /[ms]+/); print 60 * (t[1] + t[3]) + t[2] + t[4] }' \
      "$scratch/times"
  done >"$scratch/seconds"
  sort -g "$scratch/seconds" | sed -n "$(((runs + 1) / 2))p"
}

# found VARIABLE NAME NEEDED: whether a tool and the files that it needs exist; otherwise prints
# what is missing.
found() {
  eval "tool=\${$1:-$2}"
  reason=
  command -v "$tool" >/dev/null || reason="no program $tool"
  for needed in $3; do
    eval "value=\${$needed:-}"
    [ -f "$value" ] || reason="${reason:+$reason, }no file in \$$needed"
  done
  [ -n "$reason" ] || return 0
  missing="$missing$(printf '\n  %-12s %s' "$2" "$reason")"
  return 1
}

# beside NAME WHAT THEIRS OURS: prints a line of the table.
beside() {
  awk -v name="$1" -v what="$2" -v theirs="$3" -v ours="$4" 'BEGIN {
    ratio = ours > 0 ? sprintf("%9.1f", theirs / ours) : "        -"
    printf "%-12s %-36s %9.3f %9.3f %s\n", name, what, theirs, ours, ratio }'
}

printf '%-12s %-36s %9s %9s %9s\n' peer 'what, seconds of CPU' peer spillway ratio

if found VELA vela NETWORK; then
  theirs=$(seconds_of "$tool" "$NETWORK" --accelerator-config ethos-u65-256 \
    --system-config internal-default --memory-mode internal-default --output-dir "$scratch/vela")
  ours=$(seconds_of "$program" run "$NETWORK" --target ethos-u65-256 --planner search)
  beside vela 'plan of a network, U65-256' "$theirs" "$ours"
fi

if found MINIMALLOC minimalloc ''; then
  maps=$scratch/maps.csv
  "$program" convert $network --to minimalloc.csv --output "$maps"
  peak=$("$program" plan --buffers "$maps" --planner exact --json - |
    sed -n 's/.*"live_peak_bytes": *\([0-9]*\).*/\1/p' | head -n 1)
  theirs=$(seconds_of "$tool" --capacity="$peak" --input="$maps" --output="$scratch/placed.csv")
  ours=$(seconds_of "$program" plan --buffers "$maps" --planner exact --memory "sram=$peak")
  beside minimalloc 'feature maps at their live peak' "$theirs" "$ours"
fi

# Writes the DRAM traffic of a run. The file name's ending chooses the format.
traffic() {
  "$program" run $network --target ethos-u65-256 --memory-mode Dedicated_Sram \
    --part dram=LPDDR4-3200-x16 --traffic "$1" --traffic-memory dram >/dev/null
}

alone() { # alone QUEUE TRACE ...
  queue=$1
  trace=$2
  shift 2
  "$program" memory --part LPDDR4-3200-x16 --queue "$queue" --trace "$trace" "$@"
}

if found DRAMSYS DRAMSys DRAMSYS_CONFIG; then
  trace=$scratch/traffic.stl
  traffic "$trace"
  sed "s|@TRACE@|$trace|g" "$DRAMSYS_CONFIG" >"$scratch/dramsys.json"
  theirs=$(seconds_of "$tool" "$scratch/dramsys.json")
  ours=$(seconds_of alone dramsys "$trace")
  beside DRAMSys 'DRAM traffic of a run, LPDDR4-3200' "$theirs" "$ours"
fi

if found DRAMSIM3 dramsim3main DRAMSIM3_CONFIG; then
  trace=$scratch/traffic.trc
  traffic "$trace"
  # DRAMsim3 simulates a given number of clocks (of 0.625 ns), so it gets the number that the trace
  # takes.
  clocks=$(alone dramsim3 "$trace" --json - |
    awk '/"elapsed_ns"/ { gsub(/[^0-9.]/, "", $2); printf "%d", $2 / 0.625 }')
  theirs=$(seconds_of "$tool" "$DRAMSIM3_CONFIG" -c "$clocks" -t "$trace" -o "$scratch")
  ours=$(seconds_of alone dramsim3 "$trace")
  beside dramsim3main 'DRAM traffic of a run, LPDDR4-3200' "$theirs" "$ours"
fi

[ -z "$missing" ] || printf '\nmissing:%s\n' "$missing"
