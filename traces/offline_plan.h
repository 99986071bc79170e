// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Name of the metadata with which a .tflite brings its own memory plan; TensorFlow Lite Micro
/// obeys it. Contents: int32 words version, subgraph, n, and n arena offsets in bytes, one per
/// tensor of all subgraphs, -1 where the runtime shall choose or nothing is allocated.
constexpr const char* offline_plan_name = "OfflineMemoryAllocation";

/// Offset or -1 of a tensor that the runtime places itself, or that is not in the arena.
constexpr std::int32_t not_planned = -1;

/// The plan that the file of `network` brings, one offset per tensor of the network, not_planned
/// for those that lowering has added; nothing when it brings none. Throws UserError(input_file)
/// when the plan is not one for this network.
std::optional<std::vector<std::int32_t>> read_offline_plan(const Network& network);

/// The contents of that metadata with other offsets for some tensors of the first subgraph.
std::vector<std::uint8_t> with_offsets(ByteView metadata,
                                       const std::map<TensorIndex, std::int32_t>& offsets);

/// A copy of a .tflite that carries `offsets` (one per tensor of the first subgraph) as its offline
/// plan, in place of one that it had. A new root table in front of the old bytes refers forward to
/// them, so that everything else in the file stays, known to Spillway or not, at the alignment it
/// had (16 bytes); contents at absolute file offsets have these moved along. `source` names the
/// file in messages. Throws UserError(input_file) when `file` is not a .tflite, has another number
/// of tensors, or has parts of the root table that the format did not define when this was written.
std::vector<std::uint8_t> with_offline_plan(const std::vector<std::uint8_t>& file,
                                            const std::vector<std::int32_t>& offsets,
                                            const std::string& source = "the .tflite file");

}  // namespace spillway
