# SPDX-License-Identifier: Apache-2.0
"""Tests what the commands of the program answer when Python calls them."""
import builtins
import contextlib
import io
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

import spillway
from test_module import one_after_the_other as upwards

U65 = {"target": "ethos-u65-256", "memory_mode": "Dedicated_Sram"}


PROGRAM = os.environ.get("SPILLWAY_PROGRAM")
needs_program = unittest.skipUnless(PROGRAM, "SPILLWAY_PROGRAM names no program to compare with")


def document(*words):
    """Returns the JSON document that a command line prints."""
    outcome = subprocess.run([PROGRAM, *words, "--json", "-"], capture_output=True, text=True)
    return json.loads(outcome.stdout)


def apart(buffers, memories):
    """Places buffers as upwards() does, but doubles their offsets, which leaves gaps."""
    return [(memory, 2 * offset) for memory, offset in upwards(buffers, memories)]


class InFolder(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)


class Answers(InFolder):
    @needs_program
    def test_answers_are_the_documents_of_the_command_line(self):
        line = ["--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram"]
        self.assertEqual(
            spillway.size("ds_cnn", **U65, within="20%", step="4K", jobs=2),
            document("size", "ds_cnn", *line, "--within", "20%", "--step", "4K"),
        )
        self.assertEqual(
            spillway.advise("ds_cnn", **U65, memory={"sram": "8K"}, quick=True),
            document("advise", "ds_cnn", *line, "--memory", "sram=8K", "--quick"),
        )
        self.assertEqual(
            spillway.pareto("ds_cnn", **U65, memory={"sram": ["8K", "64K"]}, deadline="33ms"),
            document("pareto", "ds_cnn", *line, "--memory", "sram=8K+64K", "--deadline", "33ms"),
        )

    def test_what_is_missed_is_an_answer_and_a_mistake_an_exception(self):
        missed = spillway.size("ds_cnn", "ethos-u55-128", latency="1us")
        self.assertIsNone(missed["answers"][0]["smallest"])
        with self.assertRaisesRegex(spillway.UsageError, "expected either"):
            spillway.size("ds_cnn", "ethos-u55-128")
        with self.assertRaisesRegex(spillway.UsageError, "colour"):
            spillway.advise("ds_cnn", "ethos-u55-128", colour="red")
        with self.assertRaises(spillway.InputFileError):
            spillway.ci(self.folder / "none.toml")

    def test_checks_of_plans_and_of_budgets(self):
        plan = self.folder / "plan.csv"
        plan.write_text("id,lower,upper,size,offset\na,0,2,64,0\nb,1,3,32,64\n")
        self.assertTrue(spillway.check(buffers=plan, memory={"sram": 96})["valid"])
        plan.write_text("id,lower,upper,size,offset\na,0,2,64,0\nb,1,3,32,32\n")
        self.assertFalse(spillway.check(buffers=plan, memory={"sram": 96})["valid"])
        checks = self.folder / "ci.toml"
        checks.write_text(
            'kind = "ci"\n[[check]]\nnetwork = "ds_cnn"\ntarget = "ethos-u55-128"\nlatency = "1us"\n'
        )
        self.assertEqual(spillway.ci(checks)["checks"][0]["status"], "missed")

    @needs_program
    def test_a_compiler_is_tuned(self):
        subprocess.run(
            [PROGRAM, "convert", "ds_cnn", "--to", "tflite", "--output",
             self.folder / "plain.tflite"], check=True, capture_output=True)
        tuned = spillway.tune(
            self.folder / "plain.tflite", "ethos-u55-128", compiler="cp {network} {out}/{x}.tflite",
            choices={"x": ["a", "b"]}, output=self.folder / "tuned")
        self.assertEqual(tuned["document"], "tune")
        self.assertEqual(len(tuned["files"]), 3)

    def test_a_run_writes_pages_and_traces(self):
        page, trace = self.folder / "page.html", self.folder / "trace.json"
        result = spillway.run("ds_cnn", **U65, report=page, trace=trace, advise="none")
        self.assertIn("<html", page.read_text())
        self.assertTrue(json.loads(trace.read_text())["traceEvents"])
        self.assertEqual(result, spillway.run("ds_cnn", **U65))
        with_function = spillway.run("ds_cnn", **U65, planner=upwards, report=page)
        self.assertEqual(with_function["options"]["planner"], "python")


class Planners(unittest.TestCase):
    def test_several_functions_are_compared_under_their_names(self):
        asked = []

        def noted(buffers, memories):
            asked.append(len(buffers))
            return upwards(buffers, memories)

        point = {**U65, "arena": ["sram", "dram"]}
        ranked = spillway.compare(
            "ds_cnn", **point, planners={"mine": noted, "theirs": apart, "usual": "cadence-greedy"})
        rows = {row["planner"]: row for row in ranked["planners"]}
        self.assertEqual(set(rows), {"mine", "theirs", "cadence-greedy"})
        self.assertTrue(asked)
        self.assertGreater(peak(rows["theirs"]), peak(rows["mine"]))
        unnamed = spillway.compare("ds_cnn", **point, planners=[upwards, apart])
        self.assertEqual({row["planner"] for row in unnamed["planners"]}, {"python", "python-2"})
        self.assertNotIn("python-2", [item["name"] for item in spillway.names("planners")])

    def test_functions_plan_in_sweeps(self):
        rows = spillway.sweep(
            "ds_cnn", **U65, arena="dram", planner={"mine": upwards, "usual": "single"}).all()
        self.assertEqual([row["planner"] for row in rows], ["mine", "single"])
        self.assertEqual(rows[0]["status"], "ok")
        with self.assertRaisesRegex(spillway.UsageError, "jobs"):
            spillway.sweep("ds_cnn", **U65, planner=upwards, jobs=2)

    def test_a_function_that_simulates_can_go_on_after_the_error(self):
        def planner(buffers, memories):
            with self.assertRaises(spillway.UsageError):
                spillway.run("ds_cnn", **U65)
            return upwards(buffers, memories)

        result = spillway.run("ds_cnn", **U65, arena="dram", planner=planner)
        self.assertEqual(result["options"]["planner"], "python")

    def test_one_name_is_one_planner(self):
        ranked = spillway.compare("ds_cnn", **U65, planners="single")
        self.assertEqual([row["planner"] for row in ranked["planners"]], ["single"])
        self.assertEqual(len(spillway.sweep("ds_cnn", **U65, planner="single")), 1)


def peak(row):
    return max(memory["peak_bytes"] for memory in row["memories"])


class Sweeps(unittest.TestCase):
    axes = {**U65, "memory": {"sram": ["4K", "16K", "64K"]}, "planner": ["cadence-greedy", "single"]}

    def test_worker_processes_give_the_same_rows(self):
        alone = spillway.sweep("ds_cnn", **self.axes).all()
        spillway.run("ds_cnn", **U65)  # the simulator of this process is set up
        self.assertEqual(spillway.sweep("ds_cnn", **self.axes, jobs=2).all(), alone)
        self.assertEqual(list(spillway.sweep("ds_cnn", **self.axes, jobs=2)), alone)

    def test_rows_say_which_points_no_other_one_beats(self):
        sweep = spillway.sweep("ds_cnn", **self.axes)
        self.assertIsNone(next(iter(sweep))["pareto"])
        rows = sweep.all()
        self.assertEqual({row["pareto"] for row in rows}, {True, False})
        for row in rows:
            beaten = any(
                other["sram_capacity_bytes"] <= row["sram_capacity_bytes"]
                and other["latency_us"] < row["latency_us"] for other in rows)
            self.assertEqual(row["pareto"], not beaten, row["memories"])

    def test_numbers_are_numbers(self):
        row = spillway.sweep("ds_cnn", **U65, weight_ratio=0.5).all()[0]
        self.assertIs(type(row["threads"]), int)
        self.assertIs(type(row["weight_ratio"]), float)
        self.assertIs(type(row["dram_bandwidth_bytes_per_s"]), int)
        self.assertIsNone(row["dram_energy_uj"])
        part = spillway.sweep("ds_cnn", **U65, part={"dram": "LPDDR4-3200-x16"}).all()[0]
        self.assertIs(type(part["dram_energy_uj"]), float)

    def test_ranges_and_arrays_are_sizes(self):
        texts = {"sram": ["8K", "16K"]}
        expected = spillway.sweep("ds_cnn", **U65, memory=texts).all()
        ranges = {"sram": range(8192, 16385, 8192)}
        self.assertEqual(spillway.sweep("ds_cnn", **U65, memory=ranges).all(), expected)
        try:
            import numpy
        except ImportError:
            self.skipTest("no python3-numpy")
        for sizes in (numpy.array([8192, 16384]), numpy.linspace(8192, 16384, 2)):
            arrays = {"sram": sizes}
            self.assertEqual(spillway.sweep("ds_cnn", **U65, memory=arrays).all(), expected)
        size = {"sram": numpy.int64(8192)}
        self.assertEqual(
            spillway.run("ds_cnn", **U65, memory=size), spillway.run("ds_cnn", **U65, memory={"sram": "8K"}))

    def test_progress_is_told(self):
        told = []
        for jobs in (None, 2):
            told.clear()
            sweep = spillway.sweep(
                "ds_cnn", **self.axes, jobs=jobs, progress=lambda done, total: told.append((done, total)))
            sweep.all()
            self.assertEqual(told, [(done, 6) for done in range(1, 7)], jobs)

    def test_tqdm_shows_progress_where_it_is_installed(self):
        shown = []

        class Bar:
            def __init__(self, total, unit):
                self.total, self.n = total, 0

            def update(self, more):
                self.n += more

            def close(self):
                shown.append((self.n, self.total))

        auto = types.ModuleType("tqdm.auto")
        auto.tqdm = Bar
        with mock.patch.dict(sys.modules, {"tqdm": types.ModuleType("tqdm"), "tqdm.auto": auto}):
            spillway.sweep("ds_cnn", **self.axes, jobs=2, progress=True).all()
        self.assertEqual(shown, [(6, 6)])
        with mock.patch.dict(sys.modules, {"tqdm": None, "tqdm.auto": None}):
            self.assertEqual(len(spillway.sweep("ds_cnn", **self.axes, progress=True).all()), 6)


class Networks(InFolder):
    def test_networks_with_the_same_contents_are_equal_and_pickle(self):
        network = spillway.load("ds_cnn")
        self.assertEqual(network, spillway.load("ds_cnn"))
        self.assertNotEqual(network, spillway.load("resnet8"))
        self.assertNotEqual(network, "ds_cnn")
        self.assertEqual(len({network, spillway.load("ds_cnn")}), 1)
        self.assertEqual(pickle.loads(pickle.dumps(network)), network)

    def test_a_file_that_changed_is_not_unpickled(self):
        path = self.folder / "net.csv"
        path.write_text(
            "layer,type,inputs,channels,kernel,stride,padding\n"
            "image,input,,8x8x16,,,\nfirst,conv_2d,image,16,3x3,1,same\n")
        network = spillway.load(path)
        text = pickle.dumps(network)
        self.assertEqual(pickle.loads(text), network)
        path.write_text(path.read_text().replace("3x3", "1x1"))
        with self.assertRaisesRegex(spillway.InputFileError, "not the network"):
            pickle.loads(text)

    def test_a_loaded_network_stands_wherever_a_name_does(self):
        network = spillway.load("ds_cnn")
        self.assertEqual(
            spillway.pareto(network, "ethos-u55-64"), spillway.pareto("ds_cnn", "ethos-u55-64"))


class Package(unittest.TestCase):
    def test_the_examples_of_the_manual_run(self):
        page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
        blocks = page.read_text().split("```python\n")[1:]
        self.assertGreaterEqual(len(blocks), 4)
        for block in blocks:
            code = block.split("```")[0]
            if "frame(" in code:
                try:
                    import pandas  # noqa: F401
                except ImportError:
                    continue
            with contextlib.redirect_stdout(io.StringIO()):
                exec(code, {})

    def test_notebooks_show_a_summary_with_a_bar(self):
        result = spillway.run("ds_cnn", **U65)
        text = result._repr_html_()
        self.assertIn("ds_cnn", text)
        self.assertIn(f"{result['timing']['total_cycles']:,} cycles", text)
        self.assertIn("width:", text)
        ranked = spillway.compare("ds_cnn", **U65, planners=["single", "cadence-greedy"])
        self.assertIn("cadence-greedy", ranked._repr_html_())
        self.assertIn("1 points", spillway.sweep("ds_cnn", **U65)._repr_html_())

    def test_nothing_hides_a_builtin(self):
        names = {}
        exec("from spillway import *", names)
        for name in set(names) | set(vars(spillway)):
            if not name.startswith("__"):
                self.assertFalse(hasattr(builtins, name), name)
        self.assertEqual(spillway.list("parts"), spillway.names("parts"))

    def test_all_is_what_the_types_declare(self):
        import ast
        import inspect

        stub = pathlib.Path(spillway.__file__).with_suffix(".pyi")
        self.assertTrue(stub.with_name("py.typed").exists())
        declared = {
            node.name: node for node in ast.parse(stub.read_text()).body
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        }
        for name in spillway.__all__:
            self.assertIn(name, declared)
            if not isinstance(declared[name], ast.FunctionDef):
                continue
            arguments = declared[name].args
            names = [argument.arg for argument in arguments.args]
            names += [arguments.kwarg.arg] if arguments.kwarg else []
            self.assertEqual(names, list(inspect.signature(getattr(spillway, name)).parameters), name)
        fields = {
            name: {item.target.id for item in node.body if isinstance(item, ast.AnnAssign)}
            for name, node in declared.items() if isinstance(node, ast.ClassDef)
        }
        run = spillway.run("ds_cnn", **U65)
        trades = spillway.pareto("ds_cnn", "ethos-u55-64")
        self.assertEqual(fields["RunDocument"], set(run))
        self.assertEqual(fields["Timing"], set(run["timing"]))
        self.assertEqual(fields["OperatorFigures"], set(run["timing"]["operators"][0]))
        self.assertEqual(fields["ParetoDocument"], set(trades))
        self.assertEqual(fields["TradeOff"], set(trades["networks"][0]))
        self.assertEqual(fields["UnbeatenPoint"], set(trades["networks"][0]["fastest"]))
        row = spillway.sweep("ds_cnn", **U65).all()[0]
        self.assertLessEqual(fields["SweepRow"], set(row))


if __name__ == "__main__":
    unittest.main()
