# SPDX-License-Identifier: Apache-2.0
# Fuzzes every reader and the whole way of a design point (docs/fuzzing.md).
#
#   sh scripts/fuzz.sh short          every harness from fixed seeds, for CI: a minute on two cores
#   sh scripts/fuzz.sh long SECONDS [HARNESS...]
#                                     each that long, on the corpora of earlier rounds; adds what was
#                                     done to build/fuzz/rounds.csv and sums it up
#   sh scripts/fuzz.sh sum            the sums again
. "$(dirname "$0")/setup.sh"
cd "$root"
folder=build/fuzz
program=$folder/spillway_fuzz

build_fuzzers() {
  install_missing packages.txt test-packages.txt
  build release spillway
  CXX=clang++-14 cmake -S fuzz -B "$folder" -G Ninja >/dev/null
  cmake --build "$folder"
  "$program" seeds "$folder/seeds"
}

dictionary_of() {
  case $1 in
    tflite | vela_stream | xformer_options) echo fuzz/dictionaries/words.dict ;;
    *) echo fuzz/dictionaries/text.dict ;;
  esac
}

# No input may take more than 5 s or 1 GB.
fuzz() { # fuzz HARNESS [option of libFuzzer or folder]...
  harness=$1
  shift
  mkdir -p "$folder/corpus/$harness" "$folder/findings"
  ASAN_OPTIONS=detect_leaks=0 "$program" "$harness" -dict="$(dictionary_of "$harness")" \
    -timeout=5 -rss_limit_mb=1024 -artifact_prefix="$folder/findings/$harness-" \
    -print_funcs=0 -print_final_stats=1 "$@" >"$folder/$harness.log" 2>&1
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
    fuzz "$2" -runs=2000 -seed=1 -max_total_time=4 "$folder/seeds/$2" || {
      cat "$folder/$2.log"
      exit 1
    }
    ;;
  long)
    [ -x "$program" ] || build_fuzzers
    seconds=${2:-60}
    [ $# -lt 2 ] || shift 2
    [ $# -gt 0 ] || set -- $("$program" list)
    for name in "$@"; do
      found=0
      fuzz "$name" -max_total_time="$seconds" "$folder/corpus/$name" "$folder/seeds/$name" || found=1
      runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$folder/$name.log")
      echo "$name,${runs:-0},$found" >>"$folder/rounds.csv"
    done
    sum_up
    ;;
  sum) sum_up ;;
  *)
    sed -n '2,9s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
