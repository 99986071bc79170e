// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/placed_tensors.h"

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/stream/decode.h"
#include "traces/tflite/offline_plan.h"

namespace spillway::ethosu::proof {
namespace {

// Returns whether two tensors share bytes in the emitted file, but have another distance from each
// other than in the original file.
bool newly_share_bytes(const PlacedTensors& original, const PlacedTensors& emitted,
                       TensorIndex first, TensorIndex second) {
  if (!emitted.has(first) || !emitted.has(second)) return false;
  const Run x = emitted.place_of(first);
  const Run y = emitted.place_of(second);
  const Address distance = original.place_of(first).begin - original.place_of(second).begin;
  return x.begin - y.begin != distance && x.begin < y.end() && y.begin < x.end();
}

}  // namespace

PlacedTensors::PlacedTensors(const Network& network)
    : network_(network), offsets_(network.tensors.size(), not_planned) {
  if (auto planned = read_offline_plan(network)) offsets_ = std::move(*planned);
}

bool PlacedTensors::has(TensorIndex tensor) const {
  if (tensor == no_tensor || at(offsets_, tensor) == not_planned) return false;
  const Tensor& known = at(network_.tensors, tensor);
  return known.data.size == 0 && known.bytes > 0;
}

Run PlacedTensors::place_of(TensorIndex tensor) const {
  return {static_cast<Address>(at(offsets_, tensor)), at(network_.tensors, tensor).bytes};
}

std::string placement_difference(const Network& original, const Network& emitted) {
  const PlacedTensors before(original);
  const PlacedTensors after(emitted);
  for (std::size_t t = 0; t < original.tensors.size(); ++t) {
    const auto tensor = static_cast<TensorIndex>(t);
    if (before.has(tensor) == after.has(tensor)) continue;
    return fmt::format("tensor {} has an offset in one file only", original.tensors[t].name);
  }
  for (std::size_t i = 0; i < original.operators.size(); ++i) {
    const Operator& op = original.operators[i];
    if (is_npu_operator(op)) continue;
    for (const TensorIndex output : op.outputs) {
      for (const TensorIndex input : op.inputs) {
        if (!newly_share_bytes(before, after, input, output)) continue;
        return fmt::format("operator {} of the host writes over what it reads", i);
      }
    }
  }
  return "";
}

}  // namespace spillway::ethosu::proof
