// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/same_values.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/proof/alignment.h"
#include "hwmodels/ethosu/proof/file_values.h"
#include "hwmodels/ethosu/proof/hazards.h"
#include "hwmodels/ethosu/proof/proof_failure.h"
#include "hwmodels/ethosu/proof/same_network.h"
#include "hwmodels/ethosu/proof/same_registers.h"
#include "traces/offline_plan.h"

namespace spillway::ethosu::proof {
namespace {

std::string misplaced_in(const DecodedStream& stream) {
  for (std::size_t c = 0; c < stream.commands.size(); ++c) {
    const DecodedCommand& command = stream.commands[c];
    std::string found;
    if (command.kind == DecodedKind::operation) {
      found = misplaced_operand(stream.operations[command.index]);
    } else if (command.kind == DecodedKind::dma_start) {
      found = misplaced_operand(stream.transfers[command.index], stream.payload.product);
    } else if (command.kind == DecodedKind::other) {
      found = "this kind of command is not followed";
    }
    if (!found.empty()) return fmt::format("{}, command {}: {}", stream.name, c, found);
  }
  return "";
}

std::string stream_difference(const DecodedFile& original, const DecodedFile& emitted) {
  if (original.streams.size() != emitted.streams.size()) return "the number of streams differs";
  for (std::size_t i = 0; i < emitted.streams.size(); ++i) {
    const DecodedStream& stream = emitted.streams[i];
    if (!same_processor(original.streams[i].payload, stream.payload)) {
      return stream.name + ": is for another processor";
    }
    std::string found = misplaced_in(stream);
    if (found.empty()) found = hazards(stream);
    if (!found.empty()) return found;
  }
  return "";
}

/// Bytes [begin, end) of the arena.
struct ArenaPlace {
  std::int64_t begin = 0, end = 0;
};

/// The tensors of a file that its metadata places in the arena.
class PlacedTensors {
 public:
  explicit PlacedTensors(const Network& network)
      : network_(network), offsets_(network.tensors.size(), not_planned) {
    if (auto planned = read_offline_plan(network)) offsets_ = std::move(*planned);
  }

  bool is_planned(TensorIndex tensor) const {
    return tensor != no_tensor && at(offsets_, tensor) != not_planned &&
           at(network_.tensors, tensor).data.size == 0;
  }
  ArenaPlace place_of(TensorIndex tensor) const {
    const std::int64_t begin = at(offsets_, tensor);
    return {begin, begin + at(network_.tensors, tensor).bytes};
  }

 private:
  const Network& network_;
  std::vector<std::int32_t> offsets_;
};

// An operator of the host may write over its input only in the way in which it did before.
std::string host_difference(const Network& original, const Network& emitted) {
  const PlacedTensors before(original);
  const PlacedTensors after(emitted);
  for (std::size_t t = 0; t < original.tensors.size(); ++t) {
    const auto tensor = static_cast<TensorIndex>(t);
    if (before.is_planned(tensor) == after.is_planned(tensor)) continue;
    return fmt::format("tensor {} has an offset in one file only", original.tensors[t].name);
  }
  for (std::size_t i = 0; i < original.operators.size(); ++i) {
    const Operator& op = original.operators[i];
    if (is_npu_operator(op)) continue;
    for (const TensorIndex input : op.inputs) {
      for (const TensorIndex output : op.outputs) {
        if (!after.is_planned(input) || !after.is_planned(output)) continue;
        const ArenaPlace x = after.place_of(input);
        const ArenaPlace y = after.place_of(output);
        const bool as_before =
            before.place_of(input).begin - before.place_of(output).begin == x.begin - y.begin;
        if (as_before || x.begin >= y.end || y.begin >= x.end) continue;
        return fmt::format("operator {} of the host writes over what it reads", i);
      }
    }
  }
  return "";
}

std::string observed_difference(const Network& original, const Network& emitted) {
  const std::vector<Observation> before = observations(original);
  const std::vector<Observation> after = observations(emitted);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].value == after.at(i).value) continue;
    return fmt::format("{} finds something else in tensor {}", before[i].reader,
                       at(original.tensors, before[i].tensor).name);
  }
  return "";
}

}  // namespace

std::string value_difference(const Network& original, const Network& emitted) {
  std::string found = network_difference(original, emitted);
  if (found.empty()) found = stream_difference(decode(original), decode(emitted));
  if (found.empty()) found = host_difference(original, emitted);
  if (!found.empty()) return found;
  try {
    return observed_difference(original, emitted);
  } catch (const ProofFailure& failure) {
    return failure.what();
  }
}

}  // namespace spillway::ethosu::proof
