# SPDX-License-Identifier: Apache-2.0
# The steps of action.yml: action.sh install|check|comment. action.yml passes inputs in environment
# variables, so that file names never become part of a command that a shell reads.
set -eu

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install_package() {
  [ -f "$PACKAGE" ] || {
    echo "package: there is no file '$PACKAGE'" >&2
    exit 2
  }
  as_root apt-get update -qq
  as_root apt-get install -y -qq "$(realpath "$PACKAGE")"
}

# Downloads a file of the release; fails with status 1 if the release does not have it.
download() { # download FILE
  curl --fail --silent --show-error --location --retry 3 --output "$place/$1" \
    "https://github.com/spillway-sim/spillway/releases/download/v$version/$1"
}

unpack_release() {
  (cd "$place" && grep " $name.tar.gz\$" SHA256SUMS >expected && sha256sum --check --quiet expected) || {
    echo "$name.tar.gz is not the file that SHA256SUMS of release $version names" >&2
    exit 1
  }
  tar -xzf "$place/$name.tar.gz" -C "$place"
  echo "$place/$name/bin" >>"$GITHUB_PATH"
}

# Builds the action's own checkout. This works on Debian 12.
build_source() {
  . "$source/scripts/setup.sh"
  install_missing packages.txt
  cmake --preset release -S "$source" -B "$place/build" -D SPILLWAY_TESTS=OFF \
    -D SPILLWAY_BENCHMARKS=OFF
  cmake --build "$place/build" --target spillway
  echo "$place/build" >>"$GITHUB_PATH"
}

install_release() { # the program of $version, or of this source where no version is named
  own=$(sed -n 's/^project(spillway VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
  case $version in
    *[!0-9.]*)
      echo "version: '$VERSION' is no version; expected one like $own, or 'source'" >&2
      exit 2
      ;;
  esac
  version=${version:-$own}
  name=spillway-$version-linux-$(uname -m)
  command -v curl >/dev/null || {
    as_root apt-get update -qq
    as_root apt-get install -y -qq --no-install-recommends ca-certificates curl
  }
  if download "$name.tar.gz" && download SHA256SUMS; then
    unpack_release
  elif [ "$version" = "$own" ]; then
    echo "release $version has no program for $(uname -m): building it from source" >&2
    build_source
  else
    echo "release $version has no program for $(uname -m), and the source of this action is" \
      "version $own" >&2
    exit 2
  fi
}

install() {
  source=$(cd "$(dirname "$0")/.." && pwd)
  place=$RUNNER_TEMP/spillway
  mkdir -p "$place"
  version=${VERSION#v}
  if [ -n "$PACKAGE" ] && [ -n "$version" ]; then
    echo "the inputs 'package' and 'version' exclude each other" >&2
    exit 2
  elif [ -n "$PACKAGE" ]; then
    install_package
  elif [ "$version" = source ]; then
    build_source
  elif [ -n "$version" ] || ! command -v spillway >/dev/null; then
    install_release
  fi
}

# Runs the checks. Their exit status becomes an output of the step, so that the comment is written
# even if a check fails.
check() {
  results=$RUNNER_TEMP/spillway
  mkdir -p "$results"
  set -- "$FILE" --markdown "$results/comment.md" --junit "$results/results.xml" \
    --json "$results/results.json"
  if [ -n "$BASELINE" ] && { [ -f "$BASELINE" ] || [ "$UPDATE" = true ]; }; then
    set -- "$@" --baseline "$BASELINE"
  fi
  [ "$UPDATE" != true ] || set -- "$@" --update
  status=0
  spillway ci "$@" || status=$?
  {
    echo "status=$status"
    echo "markdown=$results/comment.md"
    echo "junit=$results/results.xml"
    echo "results=$results/results.json"
  } >>"$GITHUB_OUTPUT"
  [ ! -f "$results/comment.md" ] || cat "$results/comment.md" >>"$GITHUB_STEP_SUMMARY"
}

# Writes the comment of this action to the pull request. An earlier comment of the action, which is
# found by its first line, is replaced.
comment() {
  mark='<!-- spillway -->'
  if [ -z "$PULL_REQUEST" ] || [ ! -f "$COMMENT" ]; then
    echo "no pull request or no results to comment on"
    return
  fi
  body=$RUNNER_TEMP/spillway/body.md
  { echo "$mark"; cat "$COMMENT"; } >"$body"
  comments=repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments
  id=$(gh api --paginate "$comments" \
    --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$body" >/dev/null
  else
    gh api --method POST "$comments" -F "body=@$body" >/dev/null
  fi
}

case ${1-} in
  install) install ;;
  check) check ;;
  comment) comment ;;
  *)
    echo "action.sh install|check|comment" >&2
    exit 2
    ;;
esac
