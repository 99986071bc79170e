// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/same_values.h"

#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/proof/file_values.h"
#include "hwmodels/ethosu/proof/hazards.h"
#include "hwmodels/ethosu/proof/placed_tensors.h"
#include "hwmodels/ethosu/proof/proof_failure.h"
#include "hwmodels/ethosu/proof/same_network.h"
#include "hwmodels/ethosu/proof/same_registers.h"

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
    if (found.empty()) found = hazards_of_other_commands(original.streams[i], stream);
    if (!found.empty()) return found;
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
  if (found.empty()) found = placement_difference(original, emitted);
  if (!found.empty()) return found;
  try {
    return observed_difference(original, emitted);
  } catch (const ProofFailure& failure) {
    return failure.what();
  }
}

}  // namespace spillway::ethosu::proof
