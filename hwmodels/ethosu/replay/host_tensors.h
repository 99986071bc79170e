// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// How many of an ethos-u operator's inputs are only for the driver: the command stream, the NPU's
/// constants and both arenas. These inputs come first. The host does not read them.
constexpr std::size_t driver_operands = 4;

/// The bytes of the arena that the file's own plan gives to maps. The driver's operands are not
/// counted. Throws UserError(input_file) if the plan does not fit the network.
Bytes planned_arena(const Network& network);

/// The places of the tensors that the host reads or writes when a compiled network runs.
/// * Feature maps lie in the arena where the file's own plan puts them.
/// * Maps that the plan leaves to the runtime lie behind the arena, one after the other.
/// * Constants lie behind the NPU's constants. Constants that share a buffer of the file share a
///   place.
class HostTensors {
 public:
  /// Throws UserError(input_file) if the plan in the file does not fit the network.
  HostTensors(const Network& network, const RegionLayout& layout, const RegionMap& regions);

  /// The place of a tensor that an operator on the host, or a call of the NPU, reads or writes.
  Place place_of(TensorIndex tensor) const { return at(places_, tensor); }

  /// Reserves a range in the arena's memory for a buffer of the application.
  Place reserve_buffer(Bytes bytes) {
    return reserve({"buffer of the application", arena_memory_, 0, bytes, false});
  }

  /// The highest address used in each memory, including the regions.
  const std::vector<Bytes>& peak_bytes() const { return peak_; }

  /// All placed byte ranges with their names: the regions, the tensors outside of the regions, and
  /// the buffers of the application.
  const std::vector<Storage>& storage() const { return storage_; }

 private:
  void place(TensorIndex tensor);
  void place_map(TensorIndex tensor);
  Place reserve(Storage wanted);  // at the next free address

  const Network& network_;
  const RegionLayout& layout_;
  std::uint8_t arena_memory_ = 0;
  std::uint8_t constants_memory_ = 0;
  std::vector<std::int32_t> offsets_;  // within the arena, per tensor
  std::vector<TensorIndex> owners_;    // for constants: the tensor whose buffer they share
  std::vector<bool> placed_;
  std::vector<Place> places_;
  std::vector<Bytes> peak_;
  std::vector<Storage> storage_;
};

}  // namespace spillway::ethosu
