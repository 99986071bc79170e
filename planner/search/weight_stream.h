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
  std::int32_t granules = 1;     // number of units into which the weights can be divided
  std::int32_t most_slices = 1;  // maximum number of slices, because every slice costs a transfer
};

/// The DMA time and fast memory that the steps of a network leave for weights.
struct StreamResources {
  /// Per step, the bytes that the DMA can move without making the step longer, at the full rate of
  /// the slow port and without latency.
  std::vector<double> movable_bytes;
  std::vector<Bytes> free_bytes;  // per step, free bytes of the fast memory
  /// How many bytes of `movable_bytes` the transfer of one byte uses up (TransferCost::slowdown).
  double slowdown = 1;
  double latency = 0;  // how many bytes of `movable_bytes` a transfer's latency uses up
};

/// A slice of `granules` granules, fetched during `step`.
struct StreamedSlice {
  std::int32_t granules = 0;
  std::int32_t step = 0;
};

enum class StreamOrder : std::uint8_t { nearest, furthest };

/// Returns, per element of `weights`, the slices that the DMA fetches, in the order of the fetches.
/// Fetches are as late as possible but in time. The steps are processed from the last to the first.
/// At each step, the DMA time goes first to slices of the weights that the step reads, except their
/// first slices. Then it goes to weights of later steps that are not fetched completely yet,
/// beginning with the weights that are read soonest (`nearest`) or latest (`furthest`). Weights for
/// which there is no time or no space get no slices. The slices of other weights can have fewer
/// granules (units of the weights) than the weights themselves. Afterwards `resources.free_bytes`
/// holds the remaining fast memory.
std::vector<std::vector<StreamedSlice>> stream_weights(StreamResources& resources,
                                                       const std::vector<StreamedWeights>& weights,
                                                       StreamOrder order);

}  // namespace spillway::search
