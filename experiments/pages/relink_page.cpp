// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/relink_page.h"

#include <algorithm>

#include "base/index.h"
#include "experiments/pages/report_parts.h"

namespace spillway {
namespace {

// Both arenas may be in one memory, so their names say which of them each is. A file without a
// fast arena has an empty one where the other file uses one, so that both maps have the same.
std::vector<MemorySpace> arenas_of(const RelinkedFile& relinked, const Target& target) {
  std::vector<MemorySpace> arenas;
  const MemoryIndex fast = relinked.before.fast_memory != no_memory ? relinked.before.fast_memory
                                                                    : relinked.after.fast_memory;
  const MemoryIndex arena = relinked.before.arena_memory;
  if (fast != no_memory) {
    arenas.push_back({"fast arena in " + at(target.memories, fast).name, unlimited, 1});
  }
  arenas.push_back({"arena in " + at(target.memories, arena).name, unlimited, 1});
  return arenas;
}

// Buffers of a file as a plan, so that maps of files and of plans are described alike.
Plan plan_of_file(const MovableBuffers& movable, const std::vector<MemorySpace>& arenas) {
  Plan plan;
  plan.memories = arenas;
  const auto arena = static_cast<MemoryIndex>(plan.memories.size() - 1);
  for (std::size_t i = 0; i < movable.buffers.size(); ++i) {
    const MovableBuffer& buffer = movable.buffers[i];
    Residency residency;
    residency.tensor = static_cast<TensorIndex>(i);
    residency.memory = buffer.home.fast ? 0 : arena;
    residency.offset = buffer.home.offset;
    residency.size = buffer.size;
    residency.lower = buffer.lower;
    residency.upper = buffer.upper;
    plan.residencies.push_back(residency);
  }
  return plan;
}

const char* kind_of(const MovableBuffer& buffer) {
  return buffer.is_weights ? "weight_buffer" : "activation";
}

ReportJson map_json(const MovableBuffers& movable, const std::vector<MemorySpace>& arenas) {
  const Plan plan = plan_of_file(movable, arenas);
  TimeStep steps = 1;
  ReportJson blocks = ReportJson::array();
  for (const Residency& residency : plan.residencies) {
    const MovableBuffer& buffer = at(movable.buffers, residency.tensor);
    steps = std::max(steps, residency.upper);
    blocks.push_back({{"index", residency.tensor},
                      {"tensor", buffer.name},
                      {"kind", kind_of(buffer)},
                      {"memory", residency.memory},
                      {"offset", residency.offset},
                      {"size", residency.size},
                      {"lower", residency.lower},
                      {"upper", residency.upper}});
  }
  return {{"step_name", "command"},
          {"steps", steps},
          {"memories", memory_spaces_json(plan.memories)},
          {"blocks", blocks},
          {"live_bytes", live_bytes_json(plan, steps)}};
}

// The first memory of these plans is the arena; constants stay in the file.
ReportJson map_json(const Plan& plan, const Network& network) {
  const TimeStep steps = steps_of(plan, network);
  const auto readers = readers_of_tensors(network);
  Plan arena = plan;
  arena.memories.resize(1);
  ReportJson blocks = ReportJson::array(), operators = ReportJson::array();
  for (const Residency& residency : plan.residencies) {
    if (residency.memory != 0) continue;
    blocks.push_back({{"index", residency.tensor},
                      {"tensor", residency_name(residency, network)},
                      {"kind", residency_kind_name(residency, network)},
                      {"memory", 0},
                      {"offset", residency.offset},
                      {"size", residency.size},
                      {"lower", residency.lower},
                      {"upper", residency.upper},
                      {"readers", at(readers, residency.tensor)}});
  }
  for (const Operator& op : network.operators) operators.push_back({{"name", op.name}});
  return {{"step_name", "operator"},
          {"steps", steps},
          {"memories", memory_spaces_json(arena.memories)},
          {"blocks", blocks},
          {"operators", operators},
          {"live_bytes", live_bytes_json(arena, steps)}};
}

}  // namespace

std::string relink_page_json(const std::string& document, const std::string& command,
                             const Target& target, const RelinkedFile& relinked) {
  const std::vector<MemorySpace> arenas = arenas_of(relinked, target);
  return report_text(
      {{"answer", ReportJson::parse(document)},
       {"command", command},
       {"maps", {map_json(relinked.before, arenas), map_json(relinked.after, arenas)}},
       {"same_buffers", !relinked.rewritten}});
}

std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const ArenaFile& file) {
  return report_text(
      {{"answer", ReportJson::parse(document)},
       {"command", command},
       {"maps", {map_json(file.plan_before, network), map_json(file.plan_after, network)}},
       {"same_buffers", true}});
}

}  // namespace spillway
