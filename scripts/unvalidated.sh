#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How much of each network's time on an xcore.ai tile no published time confirms, as a Markdown
# table, and how many networks are below a tenth. Takes files of xformer and plain ones:
#     sh scripts/unvalidated.sh FILE.tflite...
# The program is SPILLWAY, or the one of build/release. Where the arena does not fit the tile, it is
# in external RAM. The figures behind the kinds of operators are in docs/validation.md.
set -eu
program=${SPILLWAY:-$(dirname "$0")/../build/release/spillway}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# Writes kinds.csv of the first way to run the network that fits; fails where none does.
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
  # Columns from the right, as the name of a kind may hold anything.
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
