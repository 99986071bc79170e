// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"
#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// One rectangle of a memory's picture: bytes over time.
struct MapBlock {
  std::string name;
  TensorKind kind = TensorKind::activation;
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::vector<std::string> readers;  // operators, in execution order
  std::string look;  // the kind as pictures tell it: a buffer of weights is no constant that stays
};

/// A plan as pictures and tables show it, whatever it was made from.
struct MemoryMap {
  std::vector<MemorySpace> memories;
  std::vector<MapBlock> blocks;             // of all memories, in the plan's order
  std::vector<std::string> operator_names;  // empty = not known
  TimeStep steps = 0;                       // steps 0 (network inputs) to steps - 1
  std::string step_name = "operator";
};

/// Unplaced buffers are left out.
MemoryMap make_memory_map(const PlanningProblem& problem, const std::vector<Placement>& placements);
MemoryMap make_memory_map(const Plan& plan, const Network& network);

/// The blocks of one memory, in the plan's order.
std::vector<MapBlock> blocks_in(const MemoryMap& map, MemoryIndex memory);

/// Highest end of a block; 0 without any.
Bytes peak_of(const std::vector<MapBlock>& blocks);

}  // namespace spillway
