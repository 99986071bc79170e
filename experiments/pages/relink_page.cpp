// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/relink_page.h"

#include <algorithm>

#include "base/index.h"
#include "experiments/pages/report_parts.h"

namespace spillway {
namespace {

// The memories of both maps. Both arenas may lie in one memory, so their names tell them apart. If
// one of the files has a fast arena, both maps show one.
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

// The map of a plan, without its blocks.
ReportJson map_json(const Plan& plan, TimeStep steps, const char* step_name) {
  return {{"step_name", step_name},
          {"steps", steps},
          {"memories", memory_spaces_json(plan.memories)},
          {"live_bytes", live_bytes_json(plan, steps)}};
}

// The buffers of a compiled file, described as a plan.
ReportJson map_of_file(const MovableBuffers& movable, const std::vector<MemorySpace>& arenas) {
  Plan plan;
  plan.memories = arenas;
  const auto arena = static_cast<MemoryIndex>(arenas.size() - 1);
  TimeStep steps = 1;
  ReportJson blocks = ReportJson::array();
  for (const MovableBuffer& buffer : movable.buffers) {
    Residency residency;
    residency.memory = buffer.home.fast ? 0 : arena;
    residency.offset = buffer.home.offset;
    residency.size = buffer.size;
    residency.lower = buffer.lower;
    residency.upper = buffer.upper;
    steps = std::max(steps, buffer.upper);
    const char* const kind = buffer.is_weights ? "weight_buffer" : "activation";
    blocks.push_back(block_json(residency, buffer.name, kind, {}));
    blocks.back()["index"] = plan.residencies.size();
    plan.residencies.push_back(residency);
  }
  ReportJson map = map_json(plan, steps, "command");
  map["blocks"] = blocks;
  return map;
}

// The first memory of these plans is the arena. Constants stay in the file.
ReportJson map_of_arena(const Plan& plan, const Network& network) {
  Plan arena;
  arena.memories = {plan.memories.front()};
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == 0) arena.residencies.push_back(residency);
  }
  ReportJson map = map_json(arena, steps_of(arena, network), "operator");
  map["blocks"] = blocks_json(arena, network);
  for (std::size_t i = 0; i < arena.residencies.size(); ++i) {
    map["blocks"][i]["index"] = arena.residencies[i].tensor;
  }
  map["operators"] = ReportJson::array();
  for (const Operator& op : network.operators) map["operators"].push_back({{"name", op.name}});
  return map;
}

// What operators without operands make are loaded weights.
ReportJson map_of_loads(const Plan& plan, const Network& network) {
  std::vector<bool> loaded(network.tensors.size());
  for (const Operator& op : network.operators) {
    for (const TensorIndex output : op.outputs) {
      if (op.inputs.empty()) loaded[static_cast<std::size_t>(output)] = true;
    }
  }
  ReportJson map = map_of_arena(plan, network);
  for (ReportJson& block : map["blocks"]) {
    if (at(loaded, block["index"].get<TensorIndex>())) block["kind"] = "weight_buffer";
  }
  return map;
}

}  // namespace

std::string relink_page_json(const std::string& document, const std::string& command,
                             const Target& target, const RelinkedFile& relinked) {
  const std::vector<MemorySpace> arenas = arenas_of(relinked, target);
  return report_text(
      {{"answer", ReportJson::parse(document)},
       {"command", command},
       {"maps", {map_of_file(relinked.before, arenas), map_of_file(relinked.after, arenas)}},
       {"same_buffers", !relinked.rewritten}});
}

std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const ArenaFile& file) {
  return report_text(
      {{"answer", ReportJson::parse(document)},
       {"command", command},
       {"maps", {map_of_arena(file.plan_before, network), map_of_arena(file.plan_after, network)}},
       {"same_buffers", true}});
}

std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const LoadsFile& file) {
  return report_text(
      {{"answer", ReportJson::parse(document)},
       {"command", command},
       {"maps",
        {map_of_loads(file.plan_before, network), map_of_loads(file.plan_after, file.network)}},
       {"same_buffers", true}});
}

}  // namespace spillway
