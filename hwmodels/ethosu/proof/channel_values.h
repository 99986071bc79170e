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

/// How weights are stored: register WEIGHT_FORMAT of a U85. Those that are not compressed are not
/// followed.
enum class WeightFormat : std::uint8_t { dense, sparse, not_followed };

/// What decides a result besides its inputs, per output channel of a kernel: its weights, decoded,
/// and its scale record. Remembers weights that were decoded, since stripes read the same again.
class ChannelValues {
 public:
  explicit ChannelValues(const Config& config) : config_(config) {}

  /// Where the encoding is not followed, equal bytes of a whole kernel count as equal weights,
  /// nothing else does. Throws ProofFailure.
  std::vector<Value> of(const Operation& op, const RegionValues& regions, WeightFormat format);

 private:
  std::vector<Value> weights(const Operation& op, const RegionValues& regions, WeightFormat format);
  std::vector<Value> decoded(const Operation& op,
                             const std::vector<std::vector<std::uint8_t>>& streams,
                             bool sparse) const;
  void add_scales(const Operation& op, const RegionValues& regions,
                  std::vector<Value>& channels) const;

  const Config& config_;
  std::map<Value, std::vector<Value>> known_;
};

}  // namespace spillway::ethosu::proof
