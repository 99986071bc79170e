// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::search {

/// Weights of an operator that the DMA shall fetch.
struct StreamedWeights {
  std::int32_t step = 0;  // at which they are read
  Bytes bytes = 0;
  std::int32_t granules = 1;     // into which they can be cut
  std::int32_t most_slices = 1;  // limit, because every slice costs a transfer
};

/// The DMA time and fast memory that the steps of a network leave for weights.
struct StreamRoom {
  std::vector<double> moved;  // per step, bytes that the DMA moves without making it longer
  std::vector<Bytes> free;    // per step, free bytes of the fast memory
  double per_byte = 1;        // bytes that one transferred byte counts as
  double latency = 0;         // bytes that the latency of a transfer counts as
};

/// A slice of so many granules, fetched during `step`.
struct StreamedSlice {
  std::int32_t granules = 0;
  std::int32_t step = 0;
};

enum class StreamOrder : std::uint8_t { nearest, furthest };

/// Schedules the fetches as late as possible but in time. It goes from the last step to the first
/// and gives the DMA time of each step to weights that still wait: to those that are read next
/// (`nearest`) or last (`furthest`). The slices of the result are in the order in which they are
/// fetched. Weights for which there is no space have no slices; others may lack granules.
/// Afterwards `room.free` holds the fast memory that is left.
std::vector<std::vector<StreamedSlice>> stream_weights(StreamRoom& room,
                                                       const std::vector<StreamedWeights>& weights,
                                                       StreamOrder order);

}  // namespace spillway::search
