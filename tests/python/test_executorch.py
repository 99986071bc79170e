# SPDX-License-Identifier: Apache-2.0
"""Tests the algorithm for ExecuTorch's memory-planning pass, with objects that stand for the
TensorSpecs of ExecuTorch."""
import random
import types
import unittest

import spillway
from spillway.executorch import MemoryPlanning


class Spec:
    """Has the members of exir.tensor.TensorSpec that the algorithm uses."""

    def __init__(self, size, first, last, mem_id=None):
        self.nbytes, self.lifetime = size, [first, last]
        self.mem_id, self.mem_offset, self.mem_obj_id = mem_id, None, None
        self.realign(1)

    def realign(self, alignment):
        self.allocated_memory = -(-self.nbytes // alignment) * alignment


def planned(algorithm, specs, alignment=16, graph=None, padding=0):
    """Calls the algorithm as apply_algo() of exir.memory_planning does."""
    return algorithm(alignment, set(specs), graph or types.SimpleNamespace(), None, padding)


def is_valid(specs, sizes, alignment=16):
    for spec in specs:
        if spec.mem_offset % alignment or spec.mem_offset + spec.allocated_memory > sizes[spec.mem_id]:
            return False
    for i, a in enumerate(specs):
        for b in specs[:i]:
            together = a.lifetime[0] <= b.lifetime[1] and b.lifetime[0] <= a.lifetime[1]
            apart = (a.mem_id != b.mem_id or a.mem_offset + a.allocated_memory <= b.mem_offset
                     or b.mem_offset + b.allocated_memory <= a.mem_offset)
            if together and not apart:
                return False
    return True


class ExecuTorch(unittest.TestCase):
    def test_tensors_that_do_not_live_together_share_bytes(self):
        specs = [Spec(100, 0, 1), Spec(100, 2, 3), Spec(50, 1, 2)]
        sizes = planned(MemoryPlanning({1: ("sram", None)}), specs)
        self.assertTrue(is_valid(specs, sizes))
        self.assertEqual(sizes, [0, 112 + 64])
        self.assertEqual({spec.mem_id for spec in specs}, {1})
        self.assertEqual(len({spec.mem_obj_id for spec in specs}), 3)

    def test_both_ends_of_a_lifetime_belong_to_it(self):
        specs = [Spec(64, 0, 1), Spec(64, 1, 2)]
        self.assertEqual(planned(MemoryPlanning({1: ("sram", None)}), specs)[1], 128)

    def test_what_the_fast_memory_cannot_hold_goes_to_the_slow_one(self):
        specs = [Spec(4096, 0, 9), Spec(512, 0, 1), Spec(512, 1, 2), Spec(256, 2, 3)]
        sizes = planned(MemoryPlanning({3: ("fast", 1024), 1: ("slow", None)}), specs)
        self.assertTrue(is_valid(specs, sizes))
        self.assertEqual([spec.mem_id for spec in specs], [1, 3, 3, 3])
        self.assertEqual(sizes, [0, 4096, 0, 1024])

    def test_random_tensors_get_valid_plans_that_reuse_memory(self):
        draw = random.Random(3)
        for _ in range(20):
            specs = []
            for _ in range(draw.randint(1, 40)):
                first = draw.randint(0, 20)
                specs.append(Spec(draw.randint(1, 2000), first, first + draw.randint(0, 5)))
            alignment = draw.choice([1, 16, 64])
            sizes = planned(MemoryPlanning({2: ("fast", 4096), 1: ("slow", None)}), specs, alignment)
            self.assertTrue(is_valid(specs, sizes, alignment))
            self.assertLessEqual(sizes[2], 4096)
            self.assertLessEqual(sum(sizes), sum(spec.allocated_memory for spec in specs) + 2 * 64)

    def test_a_tensor_with_a_memory_of_its_own_stays_there(self):
        specs = [Spec(64, 0, 1, mem_id=1), Spec(64, 0, 1)]
        planned(MemoryPlanning({3: ("fast", 1024), 1: ("slow", None)}), specs)
        self.assertEqual([spec.mem_id for spec in specs], [1, 3])
        with self.assertRaisesRegex(spillway.UsageError, "mem_id 7"):
            planned(MemoryPlanning({1: ("slow", None)}), [Spec(64, 0, 1, mem_id=7)])

    def test_room_of_submodules_and_padding_are_kept(self):
        graph = types.SimpleNamespace(input_mem_buffer_sizes=[0, 100])
        specs = [Spec(64, 0, 1)]
        sizes = planned(MemoryPlanning({1: ("sram", 4096)}), specs, graph=graph, padding=64)
        self.assertEqual((specs[0].mem_offset, sizes), (112, [0, 112 + 64 + 64]))

    def test_what_fits_nowhere_is_an_error(self):
        with self.assertRaisesRegex(spillway.RunFailed, "fit into none"):
            planned(MemoryPlanning({3: ("fast", 64)}), [Spec(128, 0, 1)])
        with self.assertRaisesRegex(spillway.RunFailed, "has no room"):
            planned(MemoryPlanning({3: ("fast", 64), 1: ("slow", None)}), [Spec(128, 0, 1, mem_id=3)])
        with self.assertRaisesRegex(spillway.UsageError, "mem_id is a number from 1"):
            MemoryPlanning({0: ("constants", None)})

    def test_no_tensor_needs_no_memory(self):
        self.assertEqual(planned(MemoryPlanning({1: ("sram", 64)}), []), [0, 0])

    def test_a_function_plans_and_its_answer_is_checked(self):
        def upwards(buffers, memories):
            places, top = [], 0
            for buffer in buffers:
                places.append((memories[1]["name"], top))
                top += buffer["size"]
            return places

        memories = {3: ("fast", 64), 1: ("slow", None)}
        specs = [Spec(64, 0, 1), Spec(32, 0, 1)]
        self.assertEqual(planned(MemoryPlanning(memories, planner=upwards), specs), [0, 96, 0, 0])
        on_top = MemoryPlanning(memories, planner=lambda b, m: [(1, 0)] * len(b))
        with self.assertRaisesRegex(spillway.RunFailed, "overlaps"):
            planned(on_top, [Spec(64, 0, 1), Spec(32, 0, 1)])
        with self.assertRaisesRegex(spillway.RunFailed, "no plan"):
            planned(MemoryPlanning(memories, planner=lambda b, m: None), specs)
        with self.assertRaisesRegex(spillway.RunFailed, "0 places for 2"):
            planned(MemoryPlanning(memories, planner=lambda b, m: []), [Spec(64, 0, 1), Spec(32, 0, 1)])


if __name__ == "__main__":
    unittest.main()
