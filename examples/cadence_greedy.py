#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A planner program, for `spillway run ... --planner exec:examples/cadence_greedy.py`.

It does the same as the planner cadence-greedy. Larger buffers are placed first. Each buffer goes
into the first memory that has enough space for it. There it gets the smallest gap, between buffers
of overlapping lifetime, into which it fits. If it fits into no gap, it is placed behind the last
buffer.
"""
import json
import math
import sys


def up(value, multiple):
    return -(-value // multiple) * multiple


def gap_for(size, alignment, others):
    end, best, smallest = 0, None, math.inf
    for offset, other_end in sorted(others, key=lambda block: block[0]):
        if size <= offset - end < smallest:
            best, smallest = end, offset - end
        end = max(end, up(other_end, alignment))
    return end if best is None else best


problem = json.load(sys.stdin)
placed = {memory["id"]: [] for memory in problem["memories"]}
answer = {"schema_version": 1, "placements": []}
for buffer in sorted(problem["buffers"], key=lambda b: -up(b["bytes"], b["alignment"])):
    first, end = buffer["first_step"], buffer["end_step"]
    for memory in (problem["memories"][m] for m in buffer["memories"]):
        alignment = math.lcm(buffer["alignment"], memory["alignment"])
        size = up(buffer["bytes"], alignment)
        live = [b[:2] for b in placed[memory["id"]] if b[2] < end and first < b[3]]
        offset = gap_for(size, alignment, live)
        if memory["capacity_bytes"] is None or offset + size <= memory["capacity_bytes"]:
            placed[memory["id"]].append((offset, offset + size, first, end))
            place = {"buffer": buffer["id"], "memory": memory["id"], "offset": offset}
            answer["placements"].append(place)
            break
json.dump(answer, sys.stdout)
