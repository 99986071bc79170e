// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Name of the metadata in which a .tflite contains its own memory plan, which TensorFlow Lite
/// Micro follows. Contents: int32 words version, subgraph, n, and n arena offsets in bytes, one per
/// tensor of all subgraphs. An offset is -1 if the runtime chooses it or allocates nothing.
constexpr const char* offline_plan_name = "OfflineMemoryAllocation";

/// The offset of a tensor that the runtime places itself, or that is not in the arena.
constexpr std::int32_t not_planned = -1;

/// The plan that the file of `network` contains: one offset per tensor of the network, not_planned
/// for tensors that lowering has added. Nothing if the file contains no plan. Throws
/// UserError(input_file) if the plan does not fit the network.
std::optional<std::vector<std::int32_t>> read_offline_plan(const Network& network);

/// The contents of the metadata with the plan; empty if the file contains no plan. If there are
/// several plans, the runtime takes the last.
ByteView offline_plan_contents(const Network& network);

/// The contents of this metadata with other offsets for some tensors of the first subgraph.
std::vector<std::uint8_t> with_offsets(ByteView metadata,
                                       const std::map<TensorIndex, std::int32_t>& offsets);

/// A copy of a .tflite with `offsets` (one per tensor of the first subgraph) as its offline plan,
/// which replaces an earlier one. A new root table before the old bytes refers to them, so that all
/// other bytes of the file stay as they are and keep their alignment of 16 bytes, including those
/// that Spillway does not know. Absolute file offsets of contents are adjusted. `source` names the
/// file in messages. Throws UserError(input_file) if `file` is not a .tflite, has another number of
/// tensors, or has fields of the root table that were not in the format when this was written.
std::vector<std::uint8_t> with_offline_plan(const std::vector<std::uint8_t>& file,
                                            const std::vector<std::int32_t>& offsets,
                                            const std::string& source = "the .tflite file");

}  // namespace spillway
