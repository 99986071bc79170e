# SPDX-License-Identifier: Apache-2.0
# Usage: package.sh BUILD. Makes the Debian packages. Installs the program's package and its
# dependencies in a bare Debian 12 and runs a design point there. The bare system needs root rights
# and mmdebstrap.
set -eu
build=$1
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
(cd "$build" && cpack -B "$place/packages" >"$place/log") || {
  cat "$place/log" >&2
  exit 1
}
deb=$(ls "$place"/packages/spillway_*.deb)
dpkg-deb --field "$deb" Package Version Depends
for package in "$place"/packages/*.deb; do dpkg-deb --contents "$package"; done >"$place/contents"
grep -q ' ./usr/bin/spillway$' "$place/contents"
grep -q SpillwayConfig.cmake "$place/contents"

# The program of the unpacked package must run with the libraries of this machine.
dpkg-deb -x "$deb" "$place/unpacked"
"$place/unpacked/usr/bin/spillway" version

if [ "$(id -u)" -ne 0 ] || ! command -v mmdebstrap >/dev/null; then
  echo "no mmdebstrap, or not root: not installed into a bare Debian"
  exit 0
fi
mmdebstrap --quiet --variant=minbase --customize-hook="copy-in $deb /" \
  --customize-hook="chroot \"\$1\" sh -c 'apt-get install -y -qq /spillway_*.deb'" \
  --customize-hook="chroot \"\$1\" spillway run ds_cnn --target ethos-u55-128" \
  bookworm "$place/root.tar"
