// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "planner/plan.h"
#include "planner/problem.h"
#include "traces/network.h"

namespace spillway {

/// A rectangle of a memory map: a range of addresses during a range of steps.
struct MapBlock {
  std::string name;
  TensorKind kind = TensorKind::activation;
  MemoryIndex memory = no_memory;
  Bytes offset = 0;
  Bytes size = 0;
  TimeStep lower = 0;
  TimeStep upper = 0;
  std::vector<std::string> readers;  // operators that read the block, by name, in execution order
  // The CSS class that gives the block its colour: one class for each `kind`, and one more class
  // for weight buffers.
  std::string look;
};

/// A plan in the form that drawings and tables need. The map is made from a planning problem with
/// its solution, or from the plan of a network.
struct MemoryMap {
  std::vector<MemorySpace> memories;
  std::vector<MapBlock> blocks;             // blocks of all memories, in the order of the plan
  std::vector<std::string> operator_names;  // names of the operators; empty if unknown
  TimeStep steps = 0;  // number of steps; in step 0, only the network's inputs exist
  std::string step_name = "operator";
};

/// Return the memory map of a plan. Buffers without an offset are left out.
MemoryMap make_memory_map(const PlanningProblem& problem, const std::vector<Placement>& placements);
MemoryMap make_memory_map(const Plan& plan, const Network& network);

/// Returns the blocks of one memory, in the order of the plan.
std::vector<MapBlock> blocks_in(const MemoryMap& map, MemoryIndex memory);

/// Returns the highest end address of all blocks; 0 if there are no blocks.
Bytes peak_of(const std::vector<MapBlock>& blocks);

}  // namespace spillway
