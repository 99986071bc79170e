// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace spillway::search {

/// Weights of an operator that the DMA is to bring.
struct StreamedWeights {
  std::int32_t step = 0;  // at which they are read
  Bytes bytes = 0;
  std::int32_t granules = 1;     // that they can be cut into
  std::int32_t most_slices = 1;  // that are worth what each costs
};

/// What the steps of a network leave to the DMA.
struct StreamRoom {
  std::vector<double> moved;  // bytes that it moves during each without making it longer
  std::vector<Bytes> free;    // of the fast memory
  double per_byte = 1;        // bytes that a byte counts as
  double latency = 0;         // bytes that the latency of a transfer counts as
};

/// So many granules that are fetched during a step.
struct StreamedSlice {
  std::int32_t granules = 0;
  std::int32_t step = 0;
};

enum class StreamOrder : std::uint8_t { nearest, furthest };

/// When the weights come so that the DMA is done with them as late as possible, but in time: from
/// the last step to the first, each step's room goes to the weights that are read next, or to those
/// that are read last of all that wait. Slices are in the order in which they are fetched; weights
/// that find no room at all have none, and others may lack granules. What is left of
/// the fast memory stays in `room`.
std::vector<std::vector<StreamedSlice>> stream_weights(StreamRoom& room,
                                                       const std::vector<StreamedWeights>& weights,
                                                       StreamOrder order);

}  // namespace spillway::search
