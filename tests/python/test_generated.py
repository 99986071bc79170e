# SPDX-License-Identifier: Apache-2.0
"""Generated networks take the same time in Python as on the command line.

The layer tables are drawn here. The networks are those of generated_networks_test.cpp, which
compares `run` with the other commands.
"""
import json
import os
import random
import subprocess
import tempfile
import unittest

import spillway

PROGRAM = os.environ.get("SPILLWAY_PROGRAM")  # none where the installed package is tried
WRITER = os.environ.get("SPILLWAY_GENERATED_NETWORKS")

POINTS = [
    {"target": "ethos-u55-128"},
    {"target": "ethos-u65-256", "memory_mode": "Dedicated_Sram", "memory": {"sram": "24K"}},
    {"target": "ethos-u85-256", "planner": "cadence-greedy"},
    {"target": "xcore.ai", "threads": 3},
]


def generated_table(seed):
    """Returns a layer table of convolutions, operators that run on the CPU, and additions of earlier
    maps."""
    draw = random.Random(seed)
    size, channels = draw.choice([6, 8, 12]), 16
    rows = [f"image,input,,{size}x{size}x{channels},,,"]
    names = ["image"]
    for number in range(draw.randint(3, 9)):
        name, last = f"layer{number}", names[-1]
        kind = draw.choice(["conv_2d", "depthwise_conv_2d", "add", "logistic", "log_softmax"])
        if kind == "conv_2d":
            rows.append(f"{name},{kind},{last},{channels},{draw.choice(['1x1', '3x3'])},1,same")
        elif kind == "depthwise_conv_2d":
            rows.append(f"{name},{kind},{last},,3x3,1,same")
        elif kind == "add":
            rows.append(f"{name},{kind},{last} {draw.choice(names)},,,,")
        else:
            rows.append(f"{name},{kind},{last},,,,")
        names.append(name)
    return "\n".join(["layer,type,inputs,channels,kernel,stride,padding"] + rows) + "\n"


def command_line(path, point):
    words = [PROGRAM, "run", path, "--json", "-"]
    for option, value in point.items():
        name = "--" + option.replace("_", "-")
        if isinstance(value, dict):
            words += [name, ",".join(f"{key}={item}" for key, item in value.items())]
        else:
            words += [name, str(value)]
    return words


@unittest.skipUnless(PROGRAM and WRITER, "needs the programs of a build")
class Generated(unittest.TestCase):
    def expect_same_time(self, path, point):
        answer = subprocess.run(command_line(path, point), capture_output=True, check=True)
        theirs, ours = json.loads(answer.stdout), spillway.run(path, **point)
        self.assertGreater(ours["timing"]["total_cycles"], 0)
        self.assertEqual(ours["timing"], theirs["timing"])

    def test_layer_tables_take_the_same_time_as_on_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(24):
                path = os.path.join(folder, f"generated{seed}.csv")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(generated_table(seed))
                point = POINTS[seed % len(POINTS)]
                with self.subTest(seed=seed, point=point):
                    self.expect_same_time(path, point)

    def test_networks_of_all_operators_take_the_same_time_as_on_the_command_line(self):
        count = 200  # enough for every operator of the format
        targets = ["ethos-u55-128", "ethos-u65-256", "ethos-u85-256", "xcore.ai"]
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([WRITER, folder, str(count)], check=True)
            for seed in range(count):
                path = os.path.join(folder, f"{seed}.tflite")
                point = {"target": targets[seed % len(targets)]}
                with self.subTest(seed=seed, point=point):
                    self.expect_same_time(path, point)


if __name__ == "__main__":
    unittest.main()
