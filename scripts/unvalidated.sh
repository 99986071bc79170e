#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints a Markdown table: for each network, the share of its time on an xcore.ai tile that no
# published time confirms. Also counts the networks in which this share is below a tenth. Takes
# plain files and files of xformer:
#     sh scripts/unvalidated.sh FILE.tflite...
# The program is SPILLWAY, by default that of build/release. An arena that does not fit the tile
# lies in external RAM. The figures behind the kinds of operators are in docs/validation.md.
set -eu
program=${SPILLWAY:-$(dirname "$0")/../build/release/spillway}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# Runs a network with weights and arena in the tile or, as far as they do not fit there, in external
# RAM, and writes kinds.csv. Fails if the network does not fit at all.
run() {
  for ways in '' '--arena extram' '--weights extram --arena extram'; do
    # shellcheck disable=SC2086
    if "$program" run "$1" --target xcore.ai $ways --per-kind "$folder/kinds.csv" \
      >"$folder/out" 2>"$folder/err"; then
      return 0
    fi
  done
  return 1
}

echo '| network | ticks | unvalidated | of these, in order |'
echo '|---|---|---|---|'
below=0
all=0
for file in "$@"; do
  name=$(basename "$file" .tflite)
  if ! run "$file"; then
    echo "| $name | - | - | $(grep '^spillway: ' "$folder/err" | tail -n 1 | cut -c 11-) |"
    continue
  fi
  all=$((all + 1))
  # Columns are counted from the right, because the name of a kind may contain commas.
  row=$(awk -F, 'NR > 1 {
    part = $(NF - 3) * $NF / 100
    ticks += $(NF - 5)
    share += part
    if (part > 0) kinds = kinds sprintf("%s%s %.1f %%", kinds == "" ? "" : ", ", $1, part)
  }
  END { printf "%d | %.1f %% | %s", ticks, share, kinds
        exit !(share <= 10) }' "$folder/kinds.csv") && below=$((below + 1))
  echo "| $name | $row |"
done
echo
echo "$below of $all networks are at most 10 % unvalidated"
