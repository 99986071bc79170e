// SPDX-License-Identifier: Apache-2.0
#include "experiments/pages/relink_page.h"

#include <algorithm>

#include "base/index.h"
#include "experiments/pages/page_drawings.h"
#include "experiments/pages/report_parts.h"

namespace spillway {
namespace {

// Returns the memories for which the page draws maps: the fast arena, if one of the files has a
// fast arena, and the other arena. Both arenas can be in the same memory of the target, so the name
// of a map consists of the arena and the memory.
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

// Returns the memory map of a plan as JSON, without the blocks (places of tensors) in the map.
ReportJson map_json(const MappedPlan& plan) {
  return {{"step_name", plan.map.step_name},
          {"steps", plan.map.steps},
          {"memories", memory_spaces_json(plan.map.memories)},
          {"live_bytes", plan.live}};
}

// Returns the buffers of a compiled file as a plan with its memory map. Each command of the file is
// a step of the map.
MappedPlan plan_of_file(const std::string& title, const MovableBuffers& movable,
                        const std::vector<MemorySpace>& arenas) {
  Plan plan;
  MemoryMap map;
  map.memories = plan.memories = arenas;
  map.step_name = "command";
  map.steps = 1;
  const auto arena = static_cast<MemoryIndex>(arenas.size() - 1);
  for (const MovableBuffer& buffer : movable.buffers) {
    Residency residency;
    residency.memory = buffer.home.fast ? 0 : arena;
    residency.offset = buffer.home.offset;
    residency.size = buffer.size;
    residency.lower = buffer.lower;
    residency.upper = buffer.upper;
    map.steps = std::max(map.steps, buffer.upper);
    map.blocks.push_back({buffer.name,
                          TensorKind::activation,
                          residency.memory,
                          residency.offset,
                          residency.size,
                          residency.lower,
                          residency.upper,
                          {},
                          buffer.is_weights ? "weight_buffer" : "activation"});
    plan.residencies.push_back(residency);
  }
  return mapped_plan(title, plan, std::move(map));
}

ReportJson map_of_file(const MappedPlan& plan) {
  ReportJson map = map_json(plan);
  map["blocks"] = ReportJson::array();
  for (const MapBlock& block : plan.map.blocks) {
    map["blocks"].push_back({{"tensor", block.name},
                             {"kind", block.look},
                             {"memory", block.memory},
                             {"offset", block.offset},
                             {"size", block.size},
                             {"lower", block.lower},
                             {"upper", block.upper},
                             {"readers", nullptr},
                             {"index", map["blocks"].size()}});
  }
  return map;
}

// Returns the residencies of a plan in the arena (memory 0). Constants, which stay in the network's
// file (memory 1), are left out.
Plan arena_of(const Plan& plan) {
  Plan arena;
  arena.memories = {plan.memories.front()};
  for (const Residency& residency : plan.residencies) {
    if (residency.memory == 0) arena.residencies.push_back(residency);
  }
  return arena;
}

MappedPlan mapped_arena(const std::string& title, const Plan& arena, const Network& network) {
  return mapped_plan(title, arena, make_memory_map(arena, network));
}

ReportJson map_of_arena(const Plan& arena, const Network& network) {
  ReportJson map = map_json(mapped_arena("", arena, network));
  map["blocks"] = blocks_json(arena, network);
  for (std::size_t i = 0; i < arena.residencies.size(); ++i) {
    map["blocks"][i]["index"] = arena.residencies[i].tensor;
  }
  map["operators"] = ReportJson::array();
  for (const Operator& op : network.operators) map["operators"].push_back({{"name", op.name}});
  return map;
}

// Returns the memory map of a file with loads (operators that copy weights into the arena). The
// loaded weights are the outputs of operators without inputs, and get a colour of their own.
MappedPlan mapped_loads(const std::string& title, const Plan& arena, const Network& network) {
  std::vector<bool> loaded(network.tensors.size());
  for (const Operator& op : network.operators) {
    for (const TensorIndex output : op.outputs) {
      if (op.inputs.empty()) loaded[static_cast<std::size_t>(output)] = true;
    }
  }
  MemoryMap map = make_memory_map(arena, network);
  for (std::size_t i = 0; i < arena.residencies.size(); ++i) {
    if (at(loaded, arena.residencies[i].tensor)) map.blocks[i].look = "weight_buffer";
  }
  return mapped_plan(title, arena, std::move(map));
}

ReportJson map_of_loads(const Plan& arena, const Network& network) {
  ReportJson map = map_of_arena(arena, network);
  const MappedPlan looks = mapped_loads("", arena, network);
  for (std::size_t i = 0; i < looks.map.blocks.size(); ++i) {
    map["blocks"][i]["kind"] = looks.map.blocks[i].look;
  }
  return map;
}

StaticPage static_pair(const MappedPlan& before, const MappedPlan& after) {
  return {"", drawings_of_pair(before, after, {before, after})};
}

std::string page_json(const std::string& document, const std::string& command,
                      const ReportJson& before, const ReportJson& after, bool same_buffers) {
  return report_text({{"answer", ReportJson::parse(document)},
                      {"command", command},
                      {"maps", {before, after}},
                      {"same_buffers", same_buffers}});
}

}  // namespace

std::string relink_page_json(const std::string& document, const std::string& command,
                             const Target& target, const RelinkedFile& relinked) {
  const std::vector<MemorySpace> arenas = arenas_of(relinked, target);
  return page_json(document, command, map_of_file(plan_of_file("", relinked.before, arenas)),
                   map_of_file(plan_of_file("", relinked.after, arenas)), !relinked.rewritten);
}

std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const ArenaFile& file) {
  return page_json(document, command, map_of_arena(arena_of(file.plan_before), network),
                   map_of_arena(arena_of(file.plan_after), network), true);
}

std::string relink_page_json(const std::string& document, const std::string& command,
                             const Network& network, const LoadsFile& file) {
  return page_json(document, command, map_of_loads(arena_of(file.plan_before), network),
                   map_of_loads(arena_of(file.plan_after), file.network), true);
}

StaticPage static_relinked(const Target& target, const RelinkedFile& relinked) {
  const std::vector<MemorySpace> arenas = arenas_of(relinked, target);
  return static_pair(plan_of_file("before", relinked.before, arenas),
                     plan_of_file("after", relinked.after, arenas));
}

StaticPage static_relinked(const Network& network, const ArenaFile& file) {
  return static_pair(mapped_arena("before", arena_of(file.plan_before), network),
                     mapped_arena("after", arena_of(file.plan_after), network));
}

StaticPage static_relinked(const Network& network, const LoadsFile& file) {
  return static_pair(mapped_loads("before", arena_of(file.plan_before), network),
                     mapped_loads("after", arena_of(file.plan_after), file.network));
}

}  // namespace spillway
