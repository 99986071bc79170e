// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"
#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// One rectangle of a memory map: a range of bytes during some steps.
struct MapBlock {
  std::string name;
  TensorKind kind = TensorKind::activation;
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::vector<std::string> readers;  // names of the operators that read the block, in order
  // The CSS class of the block's colour. There is one class for each `kind`, and one more for
  // weight buffers.
  std::string look;
};

/// A plan in the form that pictures and tables need, whether it comes from a planning problem or
/// from a network.
struct MemoryMap {
  std::vector<MemorySpace> memories;
  std::vector<MapBlock> blocks;             // blocks of all memories, in the plan's order
  std::vector<std::string> operator_names;  // empty if unknown
  TimeStep steps = 0;  // step 0 has the network's inputs; the last step is `steps` - 1
  std::string step_name = "operator";
};

/// Makes the map of a plan. Buffers without an offset are left out.
MemoryMap make_memory_map(const PlanningProblem& problem, const std::vector<Placement>& placements);
MemoryMap make_memory_map(const Plan& plan, const Network& network);

/// The blocks of one memory, in the plan's order.
std::vector<MapBlock> blocks_in(const MemoryMap& map, MemoryIndex memory);

/// The highest end of a block; 0 if there are no blocks.
Bytes peak_of(const std::vector<MapBlock>& blocks);

}  // namespace spillway
