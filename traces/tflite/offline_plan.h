// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Name of the metadata in which a .tflite contains its own memory plan. TensorFlow Lite Micro uses
/// this plan. The metadata consist of int32 words: the version, the subgraph, the number n of
/// tensors, and n arena offsets in bytes, one per tensor of all subgraphs. The offset -1 means that
/// the runtime chooses the offset of the tensor, or that the tensor is not in the arena.
constexpr const char* offline_plan_name = "OfflineMemoryAllocation";

/// Offset of a tensor that is not in the arena, or for which the runtime chooses the offset.
constexpr std::int32_t not_planned = -1;

/// Returns the memory plan in the file of `network`: one offset per tensor of the network, in
/// bytes. Tensors that lowering has added get the offset not_planned. Returns nullopt if the file
/// contains no plan. Throws UserError(input_file) if the plan does not fit the network.
std::optional<std::vector<std::int32_t>> read_offline_plan(const Network& network);

/// Returns the contents of the metadata with the memory plan; empty if the file contains no plan.
/// If the file contains several plans, returns the last one, which the runtime uses.
ByteView offline_plan_contents(const Network& network);

/// Returns a copy of the memory plan `metadata` with new offsets for some tensors of the first
/// subgraph.
std::vector<std::uint8_t> with_offsets(ByteView metadata,
                                       const std::map<TensorIndex, std::int32_t>& offsets);

/// Returns a copy of a .tflite with a new memory plan. `offsets` has one offset per tensor of the
/// first subgraph, in bytes. An earlier plan is replaced.
///
/// The copy begins with a new root table, followed by the old bytes, to which the table refers. So
/// all old bytes stay the same and keep their alignment of 16 bytes, including bytes that Spillway
/// does not know. Only absolute file offsets of contents are adjusted.
///
/// `source` is the name of the file in messages. Throws UserError(input_file) if `file` is not a
/// .tflite, if it has 1 GB or more, if it has another number of tensors, if an offset is below -1,
/// or if its root table has fields that Spillway does not know.
std::vector<std::uint8_t> with_offline_plan(const std::vector<std::uint8_t>& file,
                                            const std::vector<std::int32_t>& offsets,
                                            const std::string& source = "the .tflite file");

}  // namespace spillway
