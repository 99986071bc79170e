# SPDX-License-Identifier: Apache-2.0
"""An algorithm for ExecuTorch's memory-planning pass, which places tensors by Spillway's plans.

    from executorch.exir.passes import MemoryPlanningPass
    from spillway.executorch import MemoryPlanning

    algorithm = MemoryPlanning(memories={3: ("fast", 256 * 1024), 1: ("slow", None)})
    pass_ = MemoryPlanningPass(memory_planning_algo=algorithm, alloc_graph_input=False)

The pass gives the specs of all tensors, with their lifetimes, to the algorithm. The algorithm sets
`mem_id`, `mem_offset` and `mem_obj_id` of each spec. It returns the number of bytes that each
memory needs. This module does not import ExecuTorch; it only uses the attributes of specs that
ExecuTorch documents.
"""

import pathlib
import tempfile

from ._errors import RunFailed, UsageError
from ._words import command as _command

_unlimited = 1 << 40


def _up(value, alignment):
    return -(-value // alignment) * alignment


class MemoryPlanning:
    """Places tensors over several memories.

    `memories` is a dict of the memories, fastest first: `mem_id: (name, bytes)`. For a memory
    without a limit, bytes is None. ExecuTorch keeps mem_id 0 for constants. `planner` is a name
    from `spillway.names("planners")`, or a function like those of `spillway.run`. A spec that has a
    `mem_id` already stays in that memory.
    """

    def __init__(self, memories, planner="cadence-greedy"):
        if not memories:
            raise UsageError("memories: name at least one, mem_id: (name, bytes)")
        if any(not isinstance(mem_id, int) or mem_id < 1 for mem_id in memories):
            raise UsageError("memories: mem_id is a number from 1 on; 0 is that of constants")
        self._memories = dict(memories)
        self._planner = planner
        self._room = {}  # bytes that are left, by mem_id; set by each call

    def __call__(self, alignment, specs, graph_module=None, graph_signature=None, extra_padding=0):
        """Places the tensors of `specs`; called by the pass. Returns the bytes of each memory.

        Each memory begins with the space that submodules of the graph need.
        """
        reserved = getattr(graph_module, "input_mem_buffer_sizes", None) or []
        starts = {
            mem_id: _up(reserved[mem_id] if mem_id < len(reserved) else 0, alignment)
            for mem_id in self._memories
        }
        specs = sorted(specs, key=lambda spec: (*spec.lifetime, -spec.allocated_memory))
        for spec in specs:
            spec.realign(alignment)
        sizes = [0] * max(2, max(self._memories) + 1)
        for mem_id, start in starts.items():
            sizes[mem_id] = start
        places = self._places(specs, alignment, starts)
        for number, (spec, (mem_id, offset)) in enumerate(zip(specs, places)):
            spec.mem_id, spec.mem_obj_id = mem_id, number
            spec.mem_offset = starts[mem_id] + offset
            sizes[mem_id] = max(sizes[mem_id], spec.mem_offset + spec.allocated_memory)
        return [_up(size, alignment) + extra_padding if size else 0 for size in sizes]

    def _buffers(self, specs, alignment):
        """Makes buffers of `specs`.

        ExecuTorch's lifetimes include the last operator; lifetimes of buffers exclude it.
        """
        return [
            {
                "name": f"t{number}",
                "kind": "activation",
                "size": spec.allocated_memory,
                "alignment": alignment,
                "lower": spec.lifetime[0],
                "upper": spec.lifetime[1] + 1,
                "reads": 1,
            }
            for number, spec in enumerate(specs)
        ]

    def _places(self, specs, alignment, starts):
        """Returns (mem_id, offset) for every spec. Offsets count from the value in `starts`."""
        self._room = {
            mem_id: _unlimited if size is None else max(0, size - starts[mem_id])
            for mem_id, (_, size) in self._memories.items()
        }
        buffers = self._buffers(specs, alignment)
        fixed = [getattr(spec, "mem_id", None) for spec in specs]
        for mem_id in fixed:
            if mem_id is not None and mem_id not in self._memories:
                raise UsageError(f"executorch: a tensor is in mem_id {mem_id}, which memories lacks")
        if callable(self._planner):
            return self._asked(buffers)
        return self._spilled(buffers, fixed)

    def _asked(self, buffers):
        """Asks the planner function for places. Raises RunFailed if the places are not valid."""
        ids = list(self._memories)
        described = [
            {"name": name, "capacity": self._room[mem_id]}
            for mem_id, (name, _) in self._memories.items()
        ]
        answer = self._planner(buffers, described)
        if answer is None:
            raise RunFailed("executorch: the planner found no plan")
        names = [memory["name"] for memory in described]
        places = [
            (ids[names.index(memory) if isinstance(memory, str) else memory], int(offset))
            for memory, offset in answer
        ]
        if len(places) != len(buffers):
            raise RunFailed(f"executorch: {len(places)} places for {len(buffers)} tensors")
        for mem_id in ids:
            chosen = [(buffer, offset) for buffer, (memory, offset) in zip(buffers, places)
                      if memory == mem_id]
            self._check(mem_id, chosen)
        return places

    def _check(self, mem_id, placed):
        """Raises RunFailed if the program's validator rejects the offsets in one memory."""
        if not placed:
            return
        name = self._memories[mem_id][0]
        answer = self._command("check", placed, mem_id)
        if not answer["valid"]:
            first = answer["violations"][0]["message"]
            raise RunFailed(f"executorch: the plan is not valid in {name}: {first}")

    def _command(self, command, placed, mem_id, **options):
        """Runs `command` for buffers in one memory. `placed` has pairs of buffer and offset.

        An offset of None means that it is to be planned.
        """
        lines = ["id,lower,upper,size,alignment,offset"]
        for buffer, offset in placed:
            shown = "" if offset is None else offset
            lines.append(f"{buffer['name']},{buffer['lower']},{buffer['upper']},{buffer['size']},"
                         f"{buffer['alignment']},{shown}")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "buffers.csv"
            file.write_text("\n".join(lines) + "\n")
            limit = {self._memories[mem_id][0]: self._room[mem_id]}
            return _command(command, [], {"buffers": file, "memory": limit, **options})

    def _offsets(self, buffers, mem_id):
        """Plans the offsets of buffers in one memory. Returns None if the buffers do not fit."""
        if not buffers:
            return {}
        if self._room[mem_id] < max(buffer["size"] for buffer in buffers):
            return None
        answer = self._command("plan", [(buffer, None) for buffer in buffers], mem_id,
                               planner=self._planner)
        if answer["status"] != "ok":
            return None
        return {row["tensor"]: row["offset"] for row in answer["residencies"]}

    def _spilled(self, buffers, fixed):
        """Fills the memories, fastest first.

        If the buffers do not fit into a memory, some of them move to the next memory: first those
        with the largest product of size and lifetime.
        """
        left = list(range(len(buffers)))
        places = [None] * len(buffers)
        for mem_id in self._memories:
            kept = [i for i in left if fixed[i] in (None, mem_id)]
            offsets = self._offsets([buffers[i] for i in kept], mem_id)
            while offsets is None:
                free = [i for i in kept if fixed[i] is None]
                if not free:
                    raise RunFailed(f"executorch: {self._memories[mem_id][0]} has no room for the "
                                    "tensors that must lie in it")
                leaves = max(free, key=lambda i: buffers[i]["size"] *
                             (buffers[i]["upper"] - buffers[i]["lower"]))
                kept.remove(leaves)
                offsets = self._offsets([buffers[i] for i in kept], mem_id)
            for i in kept:
                places[i] = (mem_id, offsets[buffers[i]["name"]])
            left = [i for i in left if places[i] is None]
        if left:
            raise RunFailed(f"executorch: {len(left)} tensors fit into none of the memories")
        return places
