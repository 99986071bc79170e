// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// First inputs of an ethos-u operator: the command stream, the NPU's constants and both arenas.
/// The host does not look into them.
constexpr std::size_t driver_operands = 4;

/// Bytes of the arena that the file's own plan takes for maps beside the driver's operands. Throws
/// UserError(input_file) for a plan that is not one for the network.
Bytes planned_arena(const Network& network);

/// Where the tensors that the host touches lie when a compiled network runs. Feature maps are in
/// the arena, where the file's own plan has them; maps that it leaves to the runtime lie behind the
/// arena, one after the other, and constants behind those of the NPU, once per buffer of the file.
class HostTensors {
 public:
  /// Throws UserError(input_file) for a plan that is not one for the network.
  HostTensors(const Network& network, const RegionLayout& layout, const RegionMap& regions);

  /// Of a tensor that an operator beside the NPU, or a call of the NPU, reads or writes.
  Place place_of(TensorIndex tensor) const { return at(places_, tensor); }

  /// Room of its own in the memory of the arena: a buffer of the application.
  Place reserve_buffer(Bytes bytes) {
    return reserve({"buffer of the application", arena_memory_, 0, bytes, false});
  }

  /// Highest address used per memory, that of the regions included.
  const std::vector<Bytes>& peak_bytes() const { return peak_; }

  /// Everything that has a place, that of the regions included.
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
  std::vector<TensorIndex> owners_;    // of the buffers that constants share
  std::vector<bool> placed_;
  std::vector<Place> places_;
  std::vector<Bytes> peak_;
  std::vector<Storage> storage_;
};

}  // namespace spillway::ethosu
