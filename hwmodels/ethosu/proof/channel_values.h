// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/proof/value_memory.h"
#include "hwmodels/ethosu/proof/weight_positions.h"

namespace spillway::ethosu::proof {

/// The symbolic contents of the eight regions (memory areas, each with its own base address) of a
/// file: per byte, a hash of the computation that produced it. The proof updates these contents as
/// it goes through the file's commands.
using RegionValues = std::array<ValueMemory, 8>;

/// Computes one value (a hash) per output channel of a kernel. The value stands for the decoded
/// weights and the scale record (bias, scale and shift) of the channel. Decoded weights are cached,
/// because all stripes of an operation read the same weights.
class ChannelValues {
 public:
  explicit ChannelValues(const Config& config) : config_(config) {}

  /// Returns, per output channel of `op`, a value (a hash) that stands for the channel's weights
  /// and scale record (bias, scale and shift of a channel). Throws ProofFailure if the weights or
  /// scales of `op` are not constants or cannot be decoded.
  std::vector<Value> of(const Operation& op, const RegionValues& regions, WeightFormat format);

 private:
  std::vector<Value> weights(const Operation& op, const RegionValues& regions, WeightFormat format);
  std::vector<Value> decoded(const Operation& op,
                             const std::vector<std::vector<std::uint8_t>>& streams,
                             WeightFormat format) const;
  void add_scales(const Operation& op, const RegionValues& regions,
                  std::vector<Value>& channels) const;

  const Config& config_;
  std::map<Value, std::vector<Value>> known_;
};

}  // namespace spillway::ethosu::proof
