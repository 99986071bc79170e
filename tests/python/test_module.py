# SPDX-License-Identifier: Apache-2.0
import json
import os
import signal
import threading
import time
import unittest

import spillway

U65 = {"target": "ethos-u65-256", "memory_mode": "Dedicated_Sram"}


def one_after_the_other(buffers, memories):
    """Puts all buffers side by side into the slowest memory, which is always valid."""
    places, top = [], 0
    for buffer in buffers:
        top = -(-top // buffer["alignment"]) * buffer["alignment"]
        places.append((memories[-1]["name"], top))
        top += buffer["size"]
    return places


class Module(unittest.TestCase):
    def test_a_run_is_the_document_of_the_command_line(self):
        result = spillway.run("ds_cnn", **U65, memory={"sram": "0.5M"})
        self.assertEqual(result["document"], "run")
        self.assertEqual(result["tool_version"], spillway.__version__)
        self.assertEqual(result["options"]["capacity_bytes"]["sram"], 512 * 1024)
        parts = sum(op["total_cycles"] for op in result["timing"]["operators"])
        self.assertEqual(parts, result["timing"]["total_cycles"])

    def test_the_same_twice_and_with_a_loaded_network(self):
        network = spillway.load("ds_cnn")
        self.assertGreater(len(network.operators), 10)
        self.assertEqual(spillway.run(network, **U65), spillway.run("ds_cnn", **U65))

    def test_a_function_plans(self):
        seen = {}

        def planner(buffers, memories):
            seen["buffers"], seen["memories"] = buffers, memories
            return one_after_the_other(buffers, memories)

        result = spillway.run("ds_cnn", **U65, arena=["sram", "dram"], planner=planner)
        self.assertEqual([memory["name"] for memory in seen["memories"]], ["sram", "dram"])
        self.assertGreater(len(seen["buffers"]), 5)
        self.assertEqual(result["options"]["planner"], "python")
        faster = spillway.run("ds_cnn", **U65, arena=["sram", "dram"])
        self.assertGreater(result["timing"]["total_cycles"], faster["timing"]["total_cycles"])

    def test_what_a_function_raises_comes_through(self):
        def planner(buffers, memories):
            raise ZeroDivisionError("mine")

        with self.assertRaises(ZeroDivisionError):
            spillway.run("ds_cnn", **U65, planner=planner)
        with self.assertRaises(spillway.RunFailed):
            spillway.run("ds_cnn", **U65, planner=lambda buffers, memories: [])
        with self.assertRaises(spillway.RunFailed):
            spillway.run("ds_cnn", **U65, planner=lambda buffers, memories: None)

    def test_what_a_function_answers_is_checked_as_any_plan(self):
        answers = {
            "on top of each other": lambda count: [("sram", 0)] * count,
            "below the memory": lambda count: [("sram", -16)] * count,
            "misaligned": lambda count: [("dram", 3 + 4096 * 1024 * i) for i in range(count)],
            "beyond the memory": lambda count: [("sram", 2**40)] * count,
        }
        for name, answer in answers.items():
            planner = lambda buffers, memories: answer(len(buffers))
            with self.subTest(name), self.assertRaisesRegex(spillway.RunFailed, "the plan is not valid"):
                spillway.run("ds_cnn", **U65, memory={"sram": "96K"}, planner=planner)
            ranked = spillway.compare("ds_cnn", **U65, memory={"sram": "96K"}, planners=["cadence-greedy", planner])
            rows = {row["planner"]: row for row in ranked["planners"]}
            self.assertEqual(rows["cadence-greedy"]["status"], "ok", name)
            self.assertNotEqual(rows["python"]["status"], "ok", name)

    def test_every_planner_answers_on_every_family(self):
        names = [item["name"] for item in spillway.list("planners") if item["name"] != "python"]
        for point in [U65, {"target": "ethos-u55-128"}, {"target": "ethos-u85-256"}, {"target": "xcore.ai"}]:
            ranked = spillway.compare("ds_cnn", **point, planners=names, search_budget=None)
            for row in ranked["planners"]:
                if row["planner"] == "split-arena":  # of tiles, with a split arena alone
                    continue
                self.assertNotEqual(row["status"], "failed", (point, row["planner"], row.get("message")))

    def test_a_planner_that_cannot_answer_stops_no_other(self):
        self.assertEqual(spillway.run("ds_cnn", **U65, planner="search")["options"]["planner"], "search")

        def broken(buffers, memories):
            raise ZeroDivisionError("mine")

        ranked = spillway.compare("ds_cnn", **U65, planners=["search", broken])
        rows = {row["planner"]: row for row in ranked["planners"]}
        self.assertEqual(rows["search"]["status"], "ok")
        self.assertIn("mine", rows["python"]["message"])

    def test_the_alias_of_a_planner_gives_the_same_result_as_its_name(self):
        point = {**U65, "memory": {"sram": "24K"}, "search_budget": 10}
        self.assertEqual(spillway.run("ds_cnn", **point, planner="latency"), spillway.run("ds_cnn", **point, planner="search"))
        ranked = spillway.compare("ds_cnn", **point, planners=["latency"])["planners"]
        self.assertEqual([row["planner"] for row in ranked], ["search"])

    def test_a_planner_that_simulates_is_told_so(self):
        def planner(buffers, memories):
            spillway.run("ds_cnn", **U65)

        with self.assertRaisesRegex(spillway.UsageError, "cannot simulate"):
            spillway.run("ds_cnn", **U65, planner=planner)

    def test_values_of_other_types_are_named(self):
        for error, options in [
            (TypeError, {"memory": {"sram": object()}}),
            (TypeError, {"threads": [None]}),
            (ValueError, {"weight_ratio": float("nan")}),
            (TypeError, {"planner": 7}),
        ]:
            with self.assertRaisesRegex(error, next(iter(options))):
                spillway.run("ds_cnn", **U65, **options)
        with self.assertRaisesRegex(TypeError, "planner"):
            spillway.run("ds_cnn", **U65, planner=lambda buffers, memories: 7)
        with self.assertRaisesRegex(TypeError, "memory, offset"):
            spillway.run("ds_cnn", **U65, planner=lambda buffers, memories: [7] * len(buffers))
        with self.assertRaisesRegex(ValueError, "offset"):
            spillway.run("ds_cnn", **U65, planner=lambda b, m: [("sram", 2**80)] * len(b))

    def test_mistakes_have_the_exit_codes_of_the_program(self):
        for error, code, call in [
            (spillway.UsageError, 2, lambda: spillway.run("ds_cnn", "ethos-u55-127")),
            (spillway.UsageError, 2, lambda: spillway.run("ds_cnn", **U65, colour="red")),
            (spillway.InputFileError, 3, lambda: spillway.load("no/such.tflite")),
            (spillway.RunFailed, 1, lambda: spillway.run("ds_cnn", **U65, arena="sram", memory={"sram": 64})),
        ]:
            with self.assertRaises(error) as caught:
                call()
            self.assertEqual(caught.exception.exit_code, code)
            self.assertIsInstance(caught.exception, spillway.SpillwayError)

    def test_what_is_listed_twice_is_refused(self):
        for ask in (
            lambda: spillway.compare("ds_cnn", **U65, planners=["belady", "belady"]),
            lambda: spillway.sweep("ds_cnn", ["ethos-u65-256"] * 2),
            lambda: spillway.sweep(["ds_cnn", "ds_cnn"], "ethos-u65-256"),
        ):
            with self.assertRaisesRegex(spillway.UsageError, "given twice"):
                ask()

    def test_a_plan_keeps_to_the_memories(self):
        rows = spillway.plan("ds_cnn", **U65, memory={"sram": "16K"})
        ends = [row["offset"] + row["size"] for row in rows if row["memory"] == "sram"]
        self.assertLessEqual(max(ends), 16 * 1024)

    def test_the_lowering_of_a_planner_by_time_is_chosen_everywhere(self):
        tile = {"target": "xcore.ai", "memory": {"sram": "10K"}, "arena": ["sram", "extram"],
                "search_budget": 3}
        result = spillway.run("ds_cnn", **tile, planner="search")
        self.assertIn("landing", result["options"])
        ranked = spillway.compare("ds_cnn", **tile, planners=["search"])["planners"]
        self.assertEqual(ranked[0]["total_cycles"], result["timing"]["total_cycles"])
        rows = spillway.plan("ds_cnn", **tile, planner="search")
        self.assertTrue(any("/group" in row["tensor"] for row in rows))

    def test_a_comparison_ranks_names_and_one_function(self):
        result = spillway.compare("ds_cnn", **U65, memory={"sram": "16K"}, planners=["cadence-greedy", one_after_the_other])
        planners = result["planners"]
        self.assertEqual({planner["planner"] for planner in planners}, {"cadence-greedy", "python"})
        cycles = [planner["total_cycles"] for planner in planners]
        self.assertEqual(cycles, sorted(cycles))

    def test_a_sweep_gives_rows_one_by_one(self):
        sweep = spillway.sweep("ds_cnn", **U65, memory={"sram": ["8K", "64K"]}, planner=["cadence-greedy", "vela-spill"])
        self.assertEqual((len(sweep), sweep.done), (4, 0))
        first = next(iter(sweep))
        self.assertEqual(sweep.done, 1)
        self.assertEqual(first["status"], "ok")
        rows = [first, *sweep]
        self.assertEqual([row["planner"] for row in rows], ["cadence-greedy", "vela-spill"] * 2)
        single = spillway.run("ds_cnn", **U65, memory={"sram": "64K"}, planner="vela-spill")
        self.assertEqual(rows[3]["total_cycles"], single["timing"]["total_cycles"])

    def test_an_operator_is_explained_by_number_or_name(self):
        by_number = spillway.explain("ds_cnn", **U65, op=0)
        name = by_number["operator"]["name"]
        self.assertEqual(spillway.explain("ds_cnn", **U65, op=name), by_number)

    def test_lists_name_what_there_is(self):
        self.assertIn("ds_cnn", [item["name"] for item in spillway.list("networks")])
        self.assertIn("python", [item["name"] for item in spillway.list("planners")])

    def test_the_lock_is_released_and_interrupts_arrive(self):
        ticks = []
        stop = threading.Event()

        def count():
            while not stop.wait(0.001):
                ticks.append(time.monotonic())

        thread = threading.Thread(target=count)
        thread.start()
        begin = time.monotonic()
        spillway.run("mobilenet_v2_1.0_224", **U65, runs=30)  # some hundred ticks
        end = time.monotonic()
        stop.set()
        thread.join()
        self.assertGreater(len([tick for tick in ticks if begin < tick < end]), 0)

        sweep = spillway.sweep("ds_cnn", **U65, memory={"sram": "1K:400K:16"})
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            for _ in sweep:
                pass
        self.assertGreater(sweep.done, 0)
        self.assertLess(sweep.done, len(sweep))

    def test_frames(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no python3-pandas")
        result = spillway.run("ds_cnn", **U65)
        frame = spillway.frame(result)
        self.assertEqual(frame["total_cycles"].sum(), result["timing"]["total_cycles"])
        self.assertIn("stall_cycles.dram", frame.columns)
        rows = spillway.frame(spillway.sweep("ds_cnn", **U65, memory={"sram": ["8K", "64K"]}))
        self.assertEqual(len(rows), 2)
        json.dumps(result)


if __name__ == "__main__":
    unittest.main()
