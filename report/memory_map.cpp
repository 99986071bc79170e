// SPDX-License-Identifier: Apache-2.0
#include "report/memory_map.h"

#include <algorithm>

#include "base/index.h"

namespace spillway {
namespace {

template <typename Operators, typename Index>
std::vector<std::string> readers_of(const Operators& operators, Index value) {
  std::vector<std::string> readers;
  for (const auto& op : operators) {
    if (value >= 0 && std::count(op.inputs.begin(), op.inputs.end(), value) > 0) {
      readers.push_back(op.name);
    }
  }
  return readers;
}

template <typename Operators>
std::vector<std::string> names_of(const Operators& operators) {
  std::vector<std::string> names;
  names.reserve(operators.size());
  for (const auto& op : operators) {
    names.push_back(op.name);
  }
  return names;
}

void count_steps(MemoryMap& map) {
  map.steps = static_cast<TimeStep>(map.operator_names.size()) + 1;
  for (const MapBlock& block : map.blocks) {
    map.steps = std::max(map.steps, block.upper);
  }
}

}  // namespace

MemoryMap make_memory_map(const PlanningProblem& problem,
                          const std::vector<Placement>& placements) {
  MemoryMap map;
  map.memories = problem.memories;
  map.operator_names = names_of(problem.operators);
  for (std::size_t i = 0; i < placements.size(); ++i) {
    if (placements[i].memory == no_memory) {
      continue;
    }
    const Buffer& buffer = problem.buffers[i];
    map.blocks.push_back({buffer.name, buffer.kind, placements[i].memory, placements[i].offset,
                          buffer.size, buffer.lower, buffer.upper,
                          readers_of(problem.operators, static_cast<BufferIndex>(i)),
                          tensor_kind_name(buffer.kind)});
  }
  count_steps(map);
  return map;
}

MemoryMap make_memory_map(const Plan& plan, const Network& network) {
  MemoryMap map;
  map.memories = plan.memories;
  map.operator_names = names_of(network.operators);
  for (const Residency& residency : plan.residencies) {
    const TensorKind kind = residency.tensor == no_tensor
                                ? TensorKind::constant
                                : at(network.tensors, residency.tensor).kind;
    map.blocks.push_back({residency_name(residency, network), kind, residency.memory,
                          residency.offset, residency.size, residency.lower, residency.upper,
                          readers_of(network.operators, residency.tensor),
                          residency_kind_name(residency, network)});
  }
  count_steps(map);
  return map;
}

std::vector<MapBlock> blocks_in(const MemoryMap& map, MemoryIndex memory) {
  std::vector<MapBlock> blocks;
  std::copy_if(map.blocks.begin(), map.blocks.end(), std::back_inserter(blocks),
               [&](const MapBlock& block) { return block.memory == memory; });
  return blocks;
}

Bytes peak_of(const std::vector<MapBlock>& blocks) {
  Bytes peak = 0;
  for (const MapBlock& block : blocks) {
    peak = std::max(peak, block.offset + block.size);
  }
  return peak;
}

}  // namespace spillway
