// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// The number of inputs of an ethos-u operator that only the NPU's driver uses: the command stream,
/// the NPU's constants, the arena and the fast arena (arena in fast memory). These inputs come
/// before all other inputs. Operators on the CPU do not read these inputs.
constexpr std::size_t driver_operands = 4;

/// Returns the offset in the arena of each tensor, from the memory plan stored in the file. The
/// result is not_planned for tensors without an offset, for inputs that only the driver uses, and
/// if the file has no plan. Throws UserError(input_file) if the plan does not fit the network.
std::vector<std::int32_t> arena_offsets(const Network& network);

/// Returns the size in bytes of the arena that feature maps need in the memory plan stored in the
/// file; 0 if the file has no plan. Inputs that only the driver uses are not counted. Throws
/// UserError(input_file) if the plan does not fit the network.
Bytes planned_arena(const Network& network);

/// The addresses of the tensors that the host (the CPU that calls the NPU) reads or writes when a
/// compiled network runs:
/// * Feature maps lie in the arena, at the offsets of the memory plan stored in the file.
/// * Feature maps without an offset in the plan lie after the regions of their memory, one after
///   the other.
/// * Constants of operators on the host lie after the regions of their memory. Constants that share
///   a buffer of the file have the same address.
class HostTensors {
 public:
  /// Throws UserError(input_file) if the memory plan stored in the file does not fit the network.
  HostTensors(const Network& network, const RegionLayout& layout, const RegionMap& regions);

  /// Returns the memory and address of a tensor that an operator on the host, or a call of the NPU,
  /// reads or writes.
  Place place_of(TensorIndex tensor) const { return at(places_, tensor); }

  /// Reserves `bytes` bytes in the arena's memory for a buffer of the application that calls the
  /// network, and returns the reserved place.
  Place reserve_buffer(Bytes bytes) {
    return reserve({"buffer of the application", arena_memory_, 0, bytes, false});
  }

  /// The number of bytes used in each memory, from address 0 to the end of the last byte range.
  const std::vector<Bytes>& peak_bytes() const { return peak_; }

  /// All placed byte ranges with their names: the regions (memory areas that the command streams
  /// use), the tensors outside of them, and the buffers of the application.
  const std::vector<Storage>& storage() const { return storage_; }

 private:
  void place(TensorIndex tensor);
  void place_map(TensorIndex tensor);
  Place reserve(Storage wanted);  // at the end of the used bytes of `wanted.memory`

  const Network& network_;
  const RegionLayout& layout_;
  std::uint8_t arena_memory_ = 0;
  std::uint8_t constants_memory_ = 0;
  std::vector<std::int32_t> offsets_;  // per tensor: offset in the arena, or not_planned
  // Per tensor: for a constant, the first tensor with the same buffer of the file.
  std::vector<TensorIndex> owners_;
  std::vector<bool> placed_;
  std::vector<Place> places_;
  std::vector<Bytes> peak_;
  std::vector<Storage> storage_;
};

}  // namespace spillway::ethosu
