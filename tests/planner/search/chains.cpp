// SPDX-License-Identifier: Apache-2.0
#include "tests/planner/search/chains.h"

#include <string>

#include "base/index.h"

namespace spillway::search {
namespace {

constexpr std::int32_t channels = 64;

Tensor tensor_of(const std::string& name, TensorKind kind, Bytes bytes) {
  Tensor made;
  made.name = name;
  made.kind = kind;
  made.bytes = bytes;
  made.shape = {static_cast<std::int32_t>(bytes)};
  return made;
}

}  // namespace

Network chain(Random& random, std::int32_t ops) {
  Network network;
  for (std::int32_t i = 0; i <= ops; ++i) {
    const auto bytes = static_cast<Bytes>(16 * (1 + random.below(40)));
    network.tensors.push_back(tensor_of("map" + std::to_string(i), TensorKind::activation, bytes));
  }
  for (std::int32_t op = 0; op < ops; ++op) {
    const auto bytes = static_cast<Bytes>(channels * (1 + random.below(8)));
    const auto weights = static_cast<TensorIndex>(network.tensors.size());
    network.tensors.push_back(tensor_of("w" + std::to_string(op), TensorKind::weight, bytes));
    Operator added;
    added.inputs = {op, weights};
    if (op % 3 == 2) added.inputs.push_back(op - 1);
    added.outputs = {op + 1};
    network.operators.push_back(added);
  }
  network.inputs = {0};
  network.outputs = {ops};
  return network;
}

namespace {

WeightNeeds needs_of(const Network& network) {
  WeightNeeds needs;
  needs.constants = slow_memory;
  needs.buffers = fast_memory;
  needs.bytes_per_cycle = {8, 1};
  for (std::size_t op = 0; op < network.operators.size(); ++op) {
    const TensorIndex weights = network.operators[op].inputs[1];
    const Bytes per_channel = at(network.tensors, weights).bytes / channels;
    WeightNeed need;
    need.op = static_cast<std::int32_t>(op);
    need.weights = weights;
    need.channels = channels;
    need.granule = 16;
    need.may_be_fetched = true;
    need.slices = [per_channel](const std::vector<std::int32_t>& first) {
      std::vector<WeightFlowSlice> slices;
      for (std::size_t i = 0; i < first.size(); ++i) {
        const std::int32_t end = i + 1 < first.size() ? first[i + 1] : channels;
        slices.push_back({first[i], (end - first[i]) * per_channel, 0, 0});
      }
      return slices;
    };
    needs.operators.push_back(need);
    needs.compute_cycles.push_back(100);
  }
  return needs;
}

}  // namespace

PlanningRequest request_for(const Network& network, Bytes fast_bytes) {
  PlanningRequest request;
  request.memories = {{"sram", fast_bytes, 16}, {"dram", unlimited, 16}};
  request.arena = {fast_memory, slow_memory};
  request.constants = slow_memory;
  request.planner = "search";
  request.weights = WeightPlanning{};
  request.weights->needs = needs_of(network);
  request.weights->policy = "auto";
  return request;
}

}  // namespace spillway::search
