# SPDX-License-Identifier: Apache-2.0
# Usage: portable.sh BUILD SOURCE. Makes the release files that run on other distributions, and
# tries them. The tarball is unpacked in a bare Debian 11 and a bare Debian 13. There the program
# must write the same bytes as the program of BUILD does here, and must answer the first commands of
# five kinds of users. The wheel is installed in a bare root of this machine's Debian.
# Without root rights or mmdebstrap, ends with status 77, which ctest shows as skipped.
set -eu
build=$1
source=$2
if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
  echo "no mmdebstrap, or not root: the portable files were not made and tried"
  exit 77
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
sh "$source/scripts/portable.sh" "$place/files" >"$place/log" 2>&1 || {
  tail -n 50 "$place/log" >&2
  exit 1
}
(cd "$place/files" && sha256sum --check SHA256SUMS)
tarball=$(ls "$place"/files/spillway-*-linux-*.tar.gz)
wheel=$(ls "$place"/files/spillway-*.whl)

# If the release files are built a second time, their bytes must be the same.
sh "$source/scripts/portable.sh" "$place/again" >>"$place/log" 2>&1
diff "$place/files/SHA256SUMS" "$place/again/SHA256SUMS"

# try_in SUITE SCRIPT OPTIONS FILE...: makes a bare root of the Debian release SUITE that holds the
# files, runs SCRIPT in it, and copies its folder /results. OPTIONS are options of mmdebstrap.
try_in() {
  suite=$1
  script=$2
  options=$3
  shift 3
  # shellcheck disable=SC2086
  mmdebstrap --quiet --variant=minbase $options --customize-hook="copy-in $* $script /" \
    --customize-hook="chroot \"\$1\" sh -eu /$(basename "$script")" \
    --customize-hook="mkdir -p $place/$suite" \
    --customize-hook="copy-out /results $place/$suite" "$suite" /dev/null
}

cat >"$place/timed.sh" <<'END'
# Measures CPU time, because on a busy machine the elapsed time is longer.
used() { # sets `ticks` to the time of the commands so far, in hundredths of a second
  read -r stat <"/proc/$$/stat"
  set -- $stat
  ticks=$((${16} + ${17}))
}
timed() { # timed COMMAND...: an installation, which takes less than ten seconds
  used
  start=$ticks
  "$@"
  used
  took=$(((ticks - start) * 10))
  echo "$(. /etc/os-release && echo "$PRETTY_NAME"): installed in $took ms"
  [ "$took" -lt 10000 ]
}
END
{
  cat "$place/timed.sh"
  cat <<'END'
! command -v python3 >/dev/null
timed tar -xzf /spillway-*.tar.gz -C /opt
ln -s /opt/spillway-*/bin/spillway /usr/local/bin/spillway
sh /ways.sh spillway /ways
sh /work.sh spillway /results
END
} >"$place/unpack.sh"
sh "$source/tests/portable/work.sh" "$build/spillway" "$place/here"
for suite in bullseye trixie; do
  try_in "$suite" "$place/unpack.sh" "" "$tarball" "$source/tests/portable/work.sh" \
    "$source/tests/portable/ways.sh"
  diff -r "$place/here" "$place/$suite/results"
done

# Tests the Python module in a root whose Python has the version for which the module was built.
{
  cat "$place/timed.sh"
  cat <<'END'
timed python3 -m pip install --quiet --no-index --no-deps --root-user-action ignore \
  --break-system-packages /spillway-*.whl
mkdir /results
cd /results
python3 -c '
import json, spillway
point = dict(target="ethos-u65-256", memory_mode="Dedicated_Sram", memory={"sram": "384K"})
json.dump(spillway.run("mobilenet_v2_1.0_224", **point), open("run.json", "w"))
try:
    spillway.run("ds_cnn", "no_such_chip")
except spillway.UsageError as error:
    print(error)
'
END
} >"$place/wheel.sh"
here=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
try_in "$here" "$place/wheel.sh" --include=python3,python3-pip "$wheel"
python3 - "$place/here/run.json" "$place/$here/results/run.json" <<'END'
import json, sys
program, module = (json.load(open(name)) for name in sys.argv[1:])
assert program == module, [entry for entry in program if program[entry] != module.get(entry)]
END
