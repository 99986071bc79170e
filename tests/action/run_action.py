# SPDX-License-Identifier: Apache-2.0
"""Usage: run_action.py SOURCE PROGRAM. Runs the steps of action.yml as GitHub's runner does. Small
programs stand for apt-get, gh, curl and cmake. The tests check how these programs were called."""
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

try:
    import yaml
except ImportError:
    print("no python3-yaml: the action was not run")
    sys.exit(0)

SOURCE, PROGRAM = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
# Appends a line of JSON to the file CALLS: the program's name, its arguments, and the contents of
# files that arguments with body=@ name.
NOTING = """#!/usr/bin/python3
import json, os, sys
words = sys.argv[1:]
bodies = [open(word[6:]).read() for word in words if word.startswith("body=@")]
with open(os.environ["CALLS"], "a") as calls:
    calls.write(json.dumps([os.path.basename(sys.argv[0]), words, bodies]) + "\\n")
if "--paginate" in words:
    print(os.environ.get("COMMENT_IDS", ""), end="")
"""
# Stands for a download from GitHub: copies the file from the folder RELEASES.
CURL = """#!/usr/bin/python3
import os, shutil, sys
place, url = sys.argv[sys.argv.index("--output") + 1], sys.argv[-1]
releases = "https://github.com/spillway-sim/spillway/releases/download/"
assert url.startswith(releases), url
try:
    shutil.copy(os.path.join(os.environ["RELEASES"], url[len(releases):]), place)
except OSError:
    sys.exit(22)
"""
# Records its arguments. Called with --build, links PROGRAM to the path of the built program.
CMAKE = NOTING + """
if "--build" in words:
    os.makedirs(words[1], exist_ok=True)
    os.symlink(os.environ["PROGRAM"], os.path.join(words[1], "spillway"))
"""
VERSION = re.search(r"project\(spillway VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
NAME = f"spillway-{VERSION}-linux-{platform.machine()}"
CHECKS = """kind = "ci"
[[check]]
name = "keywords"
network = "ds_cnn"
target = "ethos-u55-128"
latency = "{latency}"
"""


def value_of(expression, context):
    """Returns the value of an expression in `${{ }}`: NAME, or NAME == TEXT."""
    name, _, text = (part.strip() for part in expression.partition("=="))
    value = context.get(name, "")
    return str(value == text.strip("'")).lower() if text else value


def filled_in(text, context):
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: value_of(match[1], context), str(text))


class Action(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        programs = self.folder / "programs"
        programs.mkdir()
        texts = {"apt-get": NOTING, "gh": NOTING, "curl": CURL, "cmake": CMAKE,
                 "sudo": '#!/bin/sh\nexec "$@"\n'}
        for name, text in texts.items():
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self.installed = programs / "spillway"
        self.installed.symlink_to(PROGRAM)
        self.path = f"{programs}:/usr/bin:/bin"
        self.write_checks("33ms")

    def write_checks(self, latency):
        (self.folder / "spillway.toml").write_text(CHECKS.format(latency=latency))

    def write_release(self, sum_of=None):
        """Writes a release whose program prints a line before it runs PROGRAM. SHA256SUMS has the
        sum of the tarball, or of `sum_of` if given."""
        release = self.folder / "releases" / f"v{VERSION}"
        release.mkdir(parents=True)
        program = self.folder / "wrapped"
        program.write_text(f'#!/bin/sh\necho the program of the release\nexec {PROGRAM} "$@"\n')
        program.chmod(0o755)
        with tarfile.open(release / f"{NAME}.tar.gz", "w:gz") as file:
            file.add(program, f"{NAME}/bin/spillway")
        text = sum_of or (release / f"{NAME}.tar.gz").read_bytes()
        (release / "SHA256SUMS").write_text(
            f"{'0' * 64}  spillway.whl\n{hashlib.sha256(text).hexdigest()}  {NAME}.tar.gz\n")

    def run_action(self, pull_request="", comment_ids="", **inputs):
        """Runs the action with `inputs`. Returns the status of the job, its outputs, and the calls of
        the programs that stand for others."""
        action = yaml.safe_load((SOURCE / "action.yml").read_text())
        context = {"github.token": "secret", "github.event.pull_request.number": pull_request}
        self.assertLessEqual(set(inputs), set(action["inputs"]))
        for name, entry in action["inputs"].items():
            context[f"inputs.{name}"] = inputs.get(name, filled_in(entry["default"], context))
        files = {name: self.folder / name
                 for name in ("CALLS", "GITHUB_STEP_SUMMARY", "GITHUB_PATH")}
        for file in files.values():
            file.write_text("")
        said = []
        for step in action["runs"]["steps"]:
            if filled_in(step.get("if", "true"), context) != "true":
                continue
            self.assertEqual(step["shell"], "bash")
            output = self.folder / "GITHUB_OUTPUT"
            output.write_text("")
            variables = {name: filled_in(value, context) for name, value in step["env"].items()}
            outcome = subprocess.run(
                ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
                cwd=self.folder, capture_output=True, text=True,
                env={"PATH": ":".join([*files["GITHUB_PATH"].read_text().split(), self.path]),
                     "RELEASES": str(self.folder / "releases"), "PROGRAM": str(PROGRAM),
                     "HOME": str(self.folder), "RUNNER_TEMP": str(self.folder),
                     "GITHUB_ACTION_PATH": str(SOURCE), "GITHUB_REPOSITORY": "some/networks",
                     "GITHUB_OUTPUT": str(output), "COMMENT_IDS": comment_ids,
                     **{name: str(file) for name, file in files.items()}, **variables})
            said += [outcome.stdout, outcome.stderr]
            self.said = "".join(said)
            for line in output.read_text().splitlines():
                name, _, value = line.partition("=")
                context[f"steps.{step.get('id')}.outputs.{name}"] = value
            if outcome.returncode != 0:
                break
        outputs = {name: filled_in(entry["value"], context)
                   for name, entry in action["outputs"].items()}
        calls = [json.loads(line) for line in files["CALLS"].read_text().splitlines()]
        self.summary = files["GITHUB_STEP_SUMMARY"].read_text()
        return outcome.returncode, outputs, calls

    def test_checks_that_pass_end_the_job_well_and_are_its_summary(self):
        status, outputs, calls = self.run_action()
        self.assertEqual((status, outputs["status"], calls), (0, "0", []), self.said)
        self.assertIn("| `keywords` | ok |", self.summary)
        results = json.loads(pathlib.Path(outputs["results"]).read_text())
        self.assertEqual(results["checks"][0]["status"], "ok")
        self.assertIn("<testsuite", pathlib.Path(outputs["junit"]).read_text())

    def test_a_missed_budget_fails_the_job_after_the_comment(self):
        self.write_checks("1us")
        status, outputs, calls = self.run_action(pull_request="7", comment="true")
        self.assertEqual((status, outputs["status"]), (4, "4"))
        (_, search, _), (_, post, bodies) = calls
        self.assertIn("repos/some/networks/issues/7/comments", search)
        self.assertIn("POST", post)
        self.assertTrue(bodies[0].startswith("<!-- spillway -->\n### Spillway"))
        self.assertIn("MISSED", bodies[0])

    def test_the_next_run_changes_its_comment(self):
        _, _, calls = self.run_action(pull_request="7", comment="true", comment_ids="12\n13\n")
        self.assertIn("PATCH", calls[1][1])
        self.assertIn("repos/some/networks/issues/comments/12", calls[1][1])
        status, _, calls = self.run_action(comment="true")  # of a push
        self.assertEqual((status, calls), (0, []))

    def test_the_baseline_is_compared_with_where_there_is_one_and_written_where_asked(self):
        baseline = self.folder / "baseline.json"
        status, _, _ = self.run_action(baseline="baseline.json")
        self.assertEqual((status, baseline.exists()), (0, False))
        status, _, _ = self.run_action(baseline="baseline.json", update="true")
        self.assertEqual((status, baseline.exists()), (0, True), self.said)
        self.run_action(baseline="baseline.json")
        self.assertIn("+0.00 %", self.summary)

    def test_a_package_is_installed_and_a_missing_one_said(self):
        package = self.folder / "spill way.deb"
        package.write_text("")
        _, _, calls = self.run_action(package="spill way.deb")
        self.assertEqual([words[0] for _, words, _ in calls], ["update", "install"])
        self.assertEqual(calls[1][1][-1], str(package.resolve()))
        status, _, calls = self.run_action(package="none.deb")
        self.assertEqual((status, calls), (2, []))
        self.assertIn("none.deb", self.said)

    def test_the_program_of_the_release_is_used_where_none_is_installed(self):
        self.write_release()
        self.installed.unlink()
        status, outputs, calls = self.run_action()
        self.assertEqual((status, outputs["status"], calls), (0, "0", []), self.said)
        self.assertIn("the program of the release", self.said)

    def test_a_named_release_is_used_before_what_is_installed(self):
        self.write_release()
        for version in (VERSION, f"v{VERSION}"):
            status, _, _ = self.run_action(version=version)
            self.assertEqual(status, 0, self.said)
            self.assertIn("the program of the release", self.said)

    def test_a_release_whose_sum_differs_is_not_run(self):
        self.write_release(sum_of=b"something else")
        self.installed.unlink()
        status, _, calls = self.run_action()
        self.assertEqual((status, calls), (1, []), self.said)
        self.assertIn(f"{NAME}.tar.gz is not the file", self.said)

    def test_without_a_release_or_where_asked_the_source_is_built(self):
        self.installed.unlink()
        for version in ("", VERSION, "source"):
            shutil.rmtree(self.folder / "spillway", ignore_errors=True)
            status, _, calls = self.run_action(version=version)
            self.assertEqual(status, 0, self.said)
            configure, build = [words for name, words, _ in calls if name == "cmake"]
            self.assertEqual(configure[configure.index("-S") + 1], str(SOURCE))
            self.assertEqual(build[-1], "spillway")

    def test_the_source_is_not_built_as_another_version(self):
        status, _, calls = self.run_action(version="99.0.1")
        self.assertEqual((status, calls), (2, []), self.said)
        self.assertIn(f"the source of this action is version {VERSION}", self.said)

    def test_mistakes_in_what_to_install_are_said(self):
        (self.folder / "some.deb").write_text("")
        for inputs, message in (({"version": "latest"}, "'latest' is no version"),
                                ({"version": "1", "package": "some.deb"}, "exclude each other")):
            status, _, calls = self.run_action(**inputs)
            self.assertEqual((status, calls), (2, []), self.said)
            self.assertIn(message, self.said)

    def test_a_file_with_a_mistake_fails_the_job_with_its_message(self):
        (self.folder / "spillway.toml").write_text("kind = 1\n")
        status, outputs, _ = self.run_action()
        self.assertEqual((status, outputs["status"]), (3, "3"))

    def test_names_of_files_are_no_commands(self):
        name = "$(touch stolen); x.toml"
        (self.folder / name).write_text(CHECKS.format(latency="33ms"))
        status, _, _ = self.run_action(file=name)
        self.assertEqual(status, 0, self.said)
        self.assertFalse((self.folder / "stolen").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
