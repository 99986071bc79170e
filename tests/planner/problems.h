// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rapidcheck.h>

#include "planner/plan_network.h"
#include "planner/problem.h"
#include "traces/network.h"

namespace spillway::test {

inline Buffer buffer(const std::string& name, TimeStep lower, TimeStep upper, Bytes size,
                     Bytes alignment = 1) {
  Buffer made;
  made.name = name;
  made.lower = lower;
  made.upper = upper;
  made.size = size;
  made.alignment = alignment;
  return made;
}

inline PlanningProblem one_memory(std::vector<Buffer> buffers, Bytes capacity = unlimited) {
  PlanningProblem problem;
  problem.buffers = std::move(buffers);
  problem.memories = {{"sram", capacity, 1}};
  return problem;
}

inline PlanningProblem two_memories(std::vector<Buffer> buffers, Bytes fast) {
  PlanningProblem problem;
  problem.buffers = std::move(buffers);
  problem.memories = {{"sram", fast, 1}, {"dram", unlimited, 1}};
  return problem;
}

/// Returns a request to plan a network with `planner` for a fast memory of `sram` bytes and a slow
/// memory without limit, which also holds the constants.
inline PlanningRequest request_in(const std::string& planner, Bytes sram) {
  PlanningRequest request;
  request.memories = {{"sram", sram, 16}, {"dram", unlimited, 16}};
  request.arena = {0, 1};
  request.constants = 1;
  request.planner = planner;
  return request;
}

/// Returns a network of one operator, which reads the map `in` and writes the map `out`, each of 64
/// bytes.
inline Network one_operator() {
  Network network;
  for (const char* name : {"in", "out"}) {
    Tensor tensor;
    tensor.name = name;
    tensor.bytes = 64;
    tensor.shape = {64};
    network.tensors.push_back(tensor);
  }
  network.operators.resize(1);
  network.operators[0].inputs = {0};
  network.operators[0].outputs = {1};
  network.inputs = {0};
  network.outputs = {1};
  return network;
}

/// Returns up to `most` random buffers, many of which have equal sizes and live ranges. Their
/// alignments are random if `mixed_alignments`, otherwise 16.
inline std::vector<Buffer> random_buffers(int most, bool mixed_alignments) {
  const int count = *rc::gen::inRange(1, most + 1);
  std::vector<Buffer> buffers;
  for (int i = 0; i < count; ++i) {
    const TimeStep lower = *rc::gen::inRange(0, 20);
    const TimeStep upper = lower + *rc::gen::inRange(1, 9);
    const Bytes size = *rc::gen::inRange(1, 40) * *rc::gen::element(1, 3, 16);
    const Bytes alignment = mixed_alignments ? *rc::gen::element(1, 4, 16, 64) : 16;
    buffers.push_back(buffer("b" + std::to_string(i), lower, upper, size, alignment));
  }
  return buffers;
}

}  // namespace spillway::test
