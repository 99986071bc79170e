# SPDX-License-Identifier: Apache-2.0
"""If an argument has a value that its function cannot take, the error names the argument."""
import itertools
import unittest

import spillway

U65 = {"target": "ethos-u65-256"}

# For each function: the arguments that get wrong values, and correct values of the required
# arguments.
FUNCTIONS = {
    "run": (["network", "target", "planner"], {"network": "ds_cnn", **U65}),
    "plan": (["network", "target", "planner"], {"network": "ds_cnn", **U65}),
    "compare": (["network", "target", "planners"], {"network": "ds_cnn", **U65}),
    "explain": (["network", "target", "planner", "op"], {"network": "ds_cnn", "op": 1, **U65}),
    "sweep": (["networks", "target", "planner", "jobs"], {"networks": "ds_cnn", **U65}),
    "pareto": (["networks", "target"], {"networks": "ds_cnn", **U65}),
    "size": (["network", "target", "plain"], {"network": "ds_cnn", "within": "5%", **U65}),
    "advise": (["network", "target", "plans"], {"network": "ds_cnn", "quick": True, **U65}),
    "tune": (["network", "target", "choices"], {"network": "ds_cnn", **U65}),
    "check": (["file"], {}),
    "ci": (["file"], {"file": "budgets.toml"}),
    "relink": (["file"], {"file": "ds_cnn", "output": "out.tflite"}),
    "load": (["name_or_path"], {}),
    "names": (["what"], {}),
}

WRONG = [object(), 1.5j, [object()], {object(): 1}, "\ud800"]


def named_by(error, argument):
    """Returns whether the message names the argument. For an argument with several values, the
    message may name it in the singular."""
    names = {argument, argument.rstrip("s")}
    return any(str(error).startswith(name + ":") for name in names)


class Arguments(unittest.TestCase):
    def call(self, function, arguments):
        result = getattr(spillway, function)(**arguments)
        if isinstance(result, spillway.Sweep):
            next(iter(result))

    def test_values_that_cannot_be_taken_name_their_argument(self):
        for function, (arguments, right) in FUNCTIONS.items():
            for argument, wrong in itertools.product(arguments, WRONG):
                with self.subTest(function=function, argument=argument, wrong=repr(wrong)):
                    with self.assertRaises((TypeError, ValueError)) as caught:
                        self.call(function, {**right, argument: wrong})
                    self.assertTrue(named_by(caught.exception, argument), str(caught.exception))

    def test_numbers_of_operators_are_those_of_the_network(self):
        for number in [-1, 10**6, 2**63, -(2**63) - 1, 2**200]:
            with self.assertRaisesRegex(spillway.UsageError, str(number)):
                spillway.explain("ds_cnn", **U65, op=number)
        with self.assertRaisesRegex(TypeError, "op: "):
            spillway.explain("ds_cnn", **U65, op=True)

    def test_jobs_are_a_number_of_processes(self):
        for error, jobs in [(ValueError, 0), (ValueError, 2**31), (ValueError, 2**63), (TypeError, "2")]:
            with self.assertRaisesRegex(error, "jobs: "):
                self.call("sweep", {"networks": "ds_cnn", **U65, "jobs": jobs})

    def test_values_without_an_end_are_refused(self):
        for name in ["threads", "memory_mode", "planner"]:
            for values in [range(10**12), itertools.repeat("1")]:
                with self.assertRaisesRegex(ValueError, name):
                    spillway.sweep("ds_cnn", **{**U65, name: values})
        with self.assertRaisesRegex(ValueError, "memory"):
            spillway.sweep("ds_cnn", **U65, memory={"sram": itertools.count(1)})

    def test_numbers_of_any_length_are_named(self):
        with self.assertRaisesRegex(ValueError, "threads"):
            spillway.run("ds_cnn", **U65, threads=10**5000)


if __name__ == "__main__":
    unittest.main()
