// SPDX-License-Identifier: Apache-2.0
#include "experiments/relinking/load_file.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/rounding.h"
#include "planner/plan_network.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

// Alignment, in bytes, of the offsets and sizes of tensors in files with loads (operators that copy
// weights into the arena). The compilers of these files use the same alignment.
constexpr Bytes tensor_step = 8;

using TensorPair = std::pair<TensorIndex, TensorIndex>;

/// Returns the pairs of a network input and a network output with the same address and size. The
/// application keeps the data of such a pair as state from one inference to the next.
std::vector<TensorPair> state_pairs(const Network& compiled) {
  const std::vector<std::int32_t> offsets = *read_offline_plan(compiled);
  std::vector<TensorPair> pairs;
  for (const TensorIndex input : compiled.inputs) {
    for (const TensorIndex output : compiled.outputs) {
      const bool shared = at(offsets, input) >= 0 && at(offsets, input) == at(offsets, output);
      const bool alike = at(compiled.tensors, input).bytes == at(compiled.tensors, output).bytes;
      if (shared && alike) pairs.emplace_back(input, output);
    }
  }
  return pairs;
}

/// Returns, for each tensor, whether an operator of the network loads the tensor into the arena.
std::vector<bool> loaded_tensors(const Network& network, const ProcessorFamily& family) {
  std::vector<bool> loaded(network.tensors.size());
  const auto mark = [&loaded](TensorIndex tensor) {
    loaded[static_cast<std::size_t>(tensor)] = true;
  };
  for (const Operator& op : network.operators) {
    if (op.inputs.empty()) std::for_each(op.outputs.begin(), op.outputs.end(), mark);
  }
  for (const auto& pair : family.load_aliases(network)) mark(pair.second);
  return loaded;
}

/// The positions of loads (operators that copy weights into the arena) and of waits for loads. The
/// position of a load or wait is the number of preceding operators that are neither loads nor
/// waits. The key is the list of tensors that are loaded or waited for.
struct LoadPlaces {
  std::map<std::vector<TensorIndex>, int> loads, waits;
};

LoadPlaces load_places(const Network& network, const std::vector<bool>& loaded) {
  LoadPlaces places;
  int before = 0;
  const auto is_loaded = [&loaded](TensorIndex tensor) {
    return tensor != no_tensor && at(loaded, tensor);
  };
  for (const Operator& op : network.operators) {
    if (op.inputs.empty()) {
      places.loads[op.outputs] = before;
    } else if (std::all_of(op.inputs.begin(), op.inputs.end(), is_loaded)) {
      places.waits[op.inputs] = before;
    } else {
      ++before;
    }
  }
  return places;
}

}  // namespace

std::string arena_memory(const ProcessorFamily& family, const DesignPoint& point,
                         const Target& target) {
  if (point.arena.size() > 1) {
    throw UserError(ExitCode::usage, "--arena: the file has one arena; name one memory, or split");
  }
  const std::string& name = point.arena.empty() ? target.mode.arena : point.arena[0];
  if (family.map_memories == nullptr) return name;
  return family.map_memories(name).front();
}

Network planning_network(const Network& compiled, const ProcessorFamily& family,
                         const std::vector<std::int32_t>& order) {
  Network network = compiled;
  for (std::size_t i = 0; i < order.size(); ++i) {
    network.operators[i] = at(compiled.operators, order[i]);
  }
  std::map<TensorIndex, TensorIndex> host;
  for (const auto& [kept, merged] : family.load_aliases(compiled)) host[merged] = kept;
  for (const auto& [kept, merged] : state_pairs(compiled)) {
    host[merged] = kept;
    at(network.tensors, kept).kind = TensorKind::variable;
  }
  const auto replace = [&host](std::vector<TensorIndex>& tensors) {
    for (TensorIndex& tensor : tensors) {
      const auto found = host.find(tensor);
      if (found != host.end()) tensor = found->second;
    }
  };
  for (Operator& op : network.operators) {
    replace(op.inputs);
    replace(op.outputs);
    if (op.outputs == op.inputs) op.outputs.clear();  // operators that wait for loads write nothing
  }
  replace(network.outputs);
  return network;
}

void share_places(const Network& compiled, const ProcessorFamily& family,
                  std::vector<std::int32_t>& offsets) {
  for (const auto& [kept, merged] : family.load_aliases(compiled)) {
    at(offsets, merged) = at(offsets, kept);
  }
  for (const auto& [kept, merged] : state_pairs(compiled)) at(offsets, merged) = at(offsets, kept);
}

Bytes arena_bytes(const Network& compiled) {
  const std::vector<std::int32_t> offsets = *read_offline_plan(compiled);
  Bytes end = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (offsets[i] < 0 || compiled.tensors[i].bytes == 0) continue;
    end = std::max(end, offsets[i] + round_up(compiled.tensors[i].bytes, tensor_step));
  }
  return end;
}

Plan arena_plan(const Network& compiled, const std::string& memory) {
  const std::vector<std::int32_t> offsets = *read_offline_plan(compiled);
  Plan plan;
  plan.memories = {{memory, unlimited, tensor_step}};
  for (const Buffer& buffer : make_problem(compiled, plan.memories).buffers) {
    const std::int32_t offset = at(offsets, buffer.tensor);
    if (offset < 0) continue;
    plan.residencies.push_back({buffer.tensor, 0, offset, buffer.size, buffer.lower, buffer.upper});
  }
  return plan;
}

LoadChanges changes_between(const Network& before, const Network& after,
                            const ProcessorFamily& family) {
  LoadChanges changes;
  const std::vector<bool> loaded = loaded_tensors(before, family);
  const LoadPlaces old_places = load_places(before, loaded);
  const LoadPlaces new_places = load_places(after, loaded);
  for (const auto& [tensors, place] : new_places.loads) {
    const auto found = old_places.loads.find(tensors);
    if (found == old_places.loads.end() || found->second == place) continue;
    ++(place > found->second ? changes.loads_later : changes.loads_earlier);
  }
  for (const auto& [tensors, place] : new_places.waits) {
    const auto found = old_places.waits.find(tensors);
    if (found != old_places.waits.end() && found->second != place) ++changes.waits_moved;
  }
  const std::vector<std::int32_t> from = *read_offline_plan(before), to = *read_offline_plan(after);
  std::vector<bool> counted(before.tensors.size());
  for (const auto& pair : family.load_aliases(before)) {
    // Both tensors of the pair have the same address and move together, so only the first tensor is
    // counted.
    counted[static_cast<std::size_t>(pair.second)] = true;
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] != to[i] && !counted[i]) ++(loaded[i] ? changes.weights_moved : changes.maps_moved);
  }
  return changes;
}

}  // namespace spillway
