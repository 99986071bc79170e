// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::search {

/// The weights of an operator that the DMA should fetch.
struct StreamedWeights {
  std::int32_t step = 0;  // the step at which the weights are read
  Bytes bytes = 0;
  std::int32_t granules = 1;     // number of pieces into which they can be cut
  std::int32_t most_slices = 1;  // a limit, because every slice costs a transfer
};

/// The DMA time and fast memory that the steps of a network leave for weights.
struct StreamRoom {
  /// Per step, the bytes that the DMA can move without making the step longer.
  std::vector<double> moved;
  std::vector<Bytes> free;  // per step, free bytes of the fast memory
  double per_byte = 1;      // how many bytes of `moved` one transferred byte takes
  double latency = 0;       // how many bytes of `moved` the latency of a transfer takes
};

/// A slice of `granules` granules, fetched during `step`.
struct StreamedSlice {
  std::int32_t granules = 0;
  std::int32_t step = 0;
};

enum class StreamOrder : std::uint8_t { nearest, furthest };

/// Schedules the fetches as late as possible but in time. The steps are processed from the last to
/// the first. At each step, the DMA time goes to weights that are not fetched yet: to those that
/// are read next (`nearest`) or last (`furthest`). The slices of the result are in the order in
/// which they are fetched. Weights for which there is no space have no slices; other weights may
/// lack granules. Afterwards `room.free` holds the fast memory that is left.
std::vector<std::vector<StreamedSlice>> stream_weights(StreamRoom& room,
                                                       const std::vector<StreamedWeights>& weights,
                                                       StreamOrder order);

}  // namespace spillway::search
