# SPDX-License-Identifier: Apache-2.0
# Fuzzes every reader of files, and design points from their options to the simulation
# (docs/internals/fuzzing.md).
#
#   sh scripts/fuzz.sh short          runs every harness from fixed seeds, for CI: two minutes on
#                                     two cores
#   sh scripts/fuzz.sh long SECONDS [HARNESS...]
#                                     runs rounds of 40 s until SECONDS have passed. Each round
#                                     runs the harness with the fewest executions so far, on the
#                                     corpora of earlier rounds. Adds a line per round to
#                                     build/fuzz/rounds.csv and prints the sums per harness
#   sh scripts/fuzz.sh sum            only prints these sums
. "$(dirname "$0")/setup.sh"
cd "$root"
folder=build/fuzz
program=build/asan/fuzz/spillway_fuzz

build_fuzzers() {
  install_missing packages.txt test-packages.txt
  build asan spillway_fuzz
  rm -rf "$folder/seeds"
  "$program" seeds "$folder/seeds"
}

dictionary_of() {
  case $1 in
    tflite | vela_stream | pte | xformer_options) echo fuzz/dictionaries/words.dict ;;
    *) echo fuzz/dictionaries/text.dict ;;
  esac
}

# LeakSanitizer is off, because SystemC's coroutine stacks make it crash.
run_program() {
  ASAN_OPTIONS=detect_leaks=0 "$program" "$@"
}

# Runs a harness. No input may need more than 1 GB of memory or 5 s of CPU time. libFuzzer measures
# elapsed time, which is longer beside other work. So inputs above 5 s are only reported as slow at
# first, and then run again with a limit on CPU time.
fuzz() { # fuzz HARNESS [option of libFuzzer or folder]...
  harness=$1
  shift
  mkdir -p "$folder/corpus/$harness" "$folder/findings"
  run_program "$harness" -dict="$(dictionary_of "$harness")" -timeout=60 -report_slow_units=5 \
    -rss_limit_mb=1024 -artifact_prefix="$folder/findings/$harness-" -print_funcs=0 \
    -print_final_stats=1 "$@" >"$folder/$harness.log" 2>&1 || return 1
  for slow in "$folder/findings/$harness"-slow-unit-*; do
    [ -e "$slow" ] || continue
    (ulimit -t 5 && run_program "$harness" "$slow" >>"$folder/$harness.log" 2>&1) || return 1
    rm "$slow"
  done
}

# The harness with the fewest executions in all rounds.
next_of() {
  touch "$folder/rounds.csv"
  for name in "$@"; do
    awk -F, -v name="$name" '$1 == name { runs += $2 } END { print runs + 0, name }' \
      "$folder/rounds.csv"
  done | sort -n | sed -n '1s/.* //p'
}

sum_up() {
  awk -F, '{ runs[$1] += $2; bad[$1] += $3; all += $2; found += $3 }
    END { for (h in runs) printf "%-16s %12d executions %3d findings\n", h, runs[h], bad[h]
          printf "%-16s %12d executions %3d findings\n", "~ all", all, found }' \
    "$folder/rounds.csv" | sort
}

case ${1:-} in
  short)
    build_fuzzers
    "$program" list | xargs -P "$(nproc)" -n 1 sh "$0" one
    ;;
  one)
    # Starts from the harness's own seeds alone, so that findings of earlier rounds do not change
    # the result.
    fuzz "$2" -runs=10000 -seed=1 -max_total_time=6 "$folder/seeds/$2" || {
      cat "$folder/$2.log"
      exit 1
    }
    ;;
  long)
    [ -x "$program" ] || build_fuzzers
    end=$(($(date +%s) + ${2:-600}))
    [ $# -lt 2 ] || shift 2
    [ $# -gt 0 ] || set -- $("$program" list)
    while [ $# -gt 0 ] && [ "$(date +%s)" -lt "$end" ]; do
      name=$(next_of "$@")
      found=0
      fuzz "$name" -max_total_time=40 "$folder/corpus/$name" "$folder/seeds/$name" || found=1
      runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$folder/$name.log")
      echo "$name,${runs:-0},$found" >>"$folder/rounds.csv"
      [ "$found" -eq 0 ] && continue
      # This harness would find the same input again, so only the other harnesses continue.
      cp "$folder/$name.log" "$folder/findings/$name-$(date +%s).log"
      set -- $(printf '%s\n' "$@" | grep -vx "$name")
    done
    sum_up
    ;;
  sum) sum_up ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
