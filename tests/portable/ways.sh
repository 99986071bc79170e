# SPDX-License-Identifier: Apache-2.0
# Usage: ways.sh PROGRAM FOLDER. Runs the commands of five kinds of users with a newly installed
# program. Each user has a network, and the user's first command must answer the user's question.
# Prints the number of commands of each user and fails if one command is not enough.
# tests/cli/first_minutes_test.cpp also tests users with compiled files, which no command can write.
set -eu
program=$1
mkdir -p "$2"
cd "$2"
"$program" convert ds_cnn --to tflite --output net.tflite >/dev/null
cat >ci.toml <<'END'
kind = "ci"
[[check]]
name = "keywords"
network = "net.tflite"
target = "ethos-u55-128"
latency = "1s"
[check.bytes]
sram = "64K"
END

# Runs the command COMMAND of a user. The output must contain every line of WORDS.
way() { # way USER WORDS COMMAND...
  user=$1
  words=$2
  shift 2
  status=0
  "$program" "$@" >answer.txt 2>&1 || status=$?
  while [ "$status" = 0 ] && read -r word; do
    grep -qF -- "$word" answer.txt || status="no '$word'"
  done <<END
$words
END
  [ "$status" = 0 ] || {
    echo "$user: $status: spillway $*" >&2
    cat answer.txt >&2
    exit 1
  }
  echo "$user: 1 command"
}

way "deploys a network" "inferences/s
slowest operators
sram" run net.tflite --target u55-128
way "asks what SRAM is needed" "smallest sram:
spillway run" size net.tflite --target u65-256 --memory-mode Dedicated_Sram --within 10%
way "divides an arena" "extram
inferences/s" run net.tflite --target xcore.ai --arena sram+extram
way "writes a planner" "vela-spill
bound:" compare net.tflite --target u65-256 --planner cadence-greedy,vela-spill
way "maintains checks" "keywords
ok" ci ci.toml
