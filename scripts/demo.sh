# SPDX-License-Identifier: Apache-2.0
# Installs missing packages, builds the program and runs the main example: MobileNetV2 1.0 224x224
# int8 with its feature maps in fast memory, in slow memory, and divided between the two by a
# planner.
. "$(dirname "$0")/setup.sh"
install_missing packages.txt
build release spillway

spillway=$root/build/release/spillway
network=mobilenet_v2_1.0_224
results=$root/build/demo
mkdir -p "$results"

# point NAME TITLE OPTIONS...: simulates a design point and prints its table; adds its line to the
# comparison.
point() {
  name=$1
  title=$2
  shift 2
  printf '\n== %s\n' "$title"
  if output=$("$spillway" run $network --per-op "$results/$name.csv" "$@" 2>&1); then
    printf '%s\n' "$output"
    total=$(printf '%s\n' "$output" | awk '$1 == "total" { print $(NF - 1) " " $NF }')
  else
    printf '%s\n' "$output"
    total=$(printf '%s\n' "$output" | sed -n 's/.*\(required.*excess [0-9,]*\).*/does not fit: \1 bytes/p')
  fi
  comparison="$comparison$(printf '%-50s %s' "$title" "$total")
"
}

comparison=
point u65_sram "Ethos-U65, feature maps in 2 MB of SRAM" \
  --target ethos-u65-256 --memory-mode Dedicated_Sram --memory sram=2M
point u65_dram "Ethos-U65, everything in DRAM" \
  --target ethos-u65-256 --memory-mode Dedicated_Sram --arena dram
point u65_shared "Ethos-U65, 384 KB of SRAM and DRAM, planned" \
  --target ethos-u65-256 --memory-mode Dedicated_Sram --memory sram=384K --planner cadence-greedy
point xcore_sram "xcore.ai, arena in SRAM" --target xcore.ai --arena sram
point xcore_extram "xcore.ai, arena in external RAM" --target xcore.ai --arena extram

printf '\n== Compared\n%s\nPer-operator figures: %s/*.csv\n' "$comparison" "$results"
