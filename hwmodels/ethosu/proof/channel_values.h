// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/proof/value_memory.h"

namespace spillway::ethosu::proof {

/// The memories of a file while it runs, by region.
using RegionValues = std::array<ValueMemory, 8>;

/// What decides a result besides its inputs, per output channel of a kernel: its weights, decoded,
/// and its scale record. Remembers weights that were decoded, since stripes read the same again.
class ChannelValues {
 public:
  explicit ChannelValues(const Config& config) : config_(config) {}

  /// `default_format` is false for weights in an encoding that is not followed. Then equal bytes of
  /// a whole kernel count as equal weights, nothing else does. Throws ProofFailure.
  std::vector<Value> of(const Operation& op, const RegionValues& regions, bool default_format);

 private:
  std::vector<Value> weights(const Operation& op, const RegionValues& regions, bool default_format);
  std::vector<Value> decoded(const Operation& op,
                             const std::vector<std::vector<std::uint8_t>>& streams) const;
  void add_scales(const Operation& op, const RegionValues& regions,
                  std::vector<Value>& channels) const;

  const Config& config_;
  std::map<Value, std::vector<Value>> known_;
};

}  // namespace spillway::ethosu::proof
