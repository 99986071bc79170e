# SPDX-License-Identifier: Apache-2.0
# The steps of action.yml: action.sh install|check|comment. What they need comes in variables, which
# action.yml sets; names of files are never part of a command that a shell reads.
set -eu

install_package() {
  if [ -z "$PACKAGE" ]; then
    command -v spillway >/dev/null || {
      echo "spillway is not installed, and the input 'package' names no package" >&2
      exit 2
    }
    return
  fi
  [ -f "$PACKAGE" ] || {
    echo "package: there is no file '$PACKAGE'" >&2
    exit 2
  }
  as_root=
  [ "$(id -u)" = 0 ] || as_root=sudo
  $as_root apt-get update -qq
  $as_root apt-get install -y -qq "$(realpath "$PACKAGE")"
}

# The status is an output, so that the comment is written whatever it is.
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

# One comment per pull request, found again by its first line.
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
  install) install_package ;;
  check) check ;;
  comment) comment ;;
  *)
    echo "action.sh install|check|comment" >&2
    exit 2
    ;;
esac
