// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/encoding/brick_order.h"
#include "hwmodels/ethosu/encoding/palette.h"
#include "traces/network.h"

namespace spillway::ethosu {

constexpr Bytes record_bytes = 10;  // a scale record: 40-bit bias, 32-bit scale, 6-bit shift

/// The encoded bytes that one core reads for a slice of output channels; the scale records come
/// first.
struct EncodedStream {
  Bytes scales = 0;   // records of 10 bytes, rounded up to 16 bytes
  Bytes weights = 0;  // rounded up to 16 bytes
};

/// Caches sizes of encoded weights. Weights are identified by their address in the network, so
/// networks must live as long as this object. Two threads must not share an object.
class EncodedWeights {
 public:
  /// The streams of all cores for output channels [begin, end) of `op`. The block and traversal of
  /// `op` must be set, and the values of its weights known (has_weight_values()). Weights for a U85
  /// are always encoded by WeightEncoder::vela_4. In the fast format of a U85, the first stream has
  /// all weights, and the other streams have 0 bytes of weights.
  std::vector<EncodedStream> streams(const Config& config, const Network& network, const NpuOp& op,
                                     std::int32_t begin, std::int32_t end, WeightEncoder encoder);

  /// The number of streams that were encoded, for tests of the cache.
  std::int64_t encoded() const { return encoded_; }

 private:
  struct Key {
    const std::uint8_t* data = nullptr;  // null for made-up weights, which are all 1
    std::array<std::int32_t, 20> parts{};
    bool operator<(const Key& other) const;
  };

  static Key key_of(const Config& config, const WeightOrder& order, const NpuOp& op,
                    const std::uint8_t* data, std::int32_t begin, std::int32_t end,
                    WeightEncoder encoder);
  std::vector<Bytes> encode(const Config& config, const Network& network, const NpuOp& op,
                            const WeightOrder& order, std::int32_t begin, std::int32_t end,
                            WeightEncoder encoder);

  std::map<Key, std::vector<Bytes>> known_;  // bytes of the weights of each stream
  std::int64_t encoded_ = 0;
};

/// Returns the result of EncodedWeights::streams() from a cache of the calling thread. Sizes stay
/// cached while the network's file is in memory. Sizes of made-up weights, which are all 1, always
/// stay.
std::vector<EncodedStream> encoded_streams(const Config& config, const Network& network,
                                           const NpuOp& op, std::int32_t begin, std::int32_t end,
                                           WeightEncoder encoder);

/// The order of the weights of `op`, whose block and traversal are set.
WeightOrder weight_order(const Config& config, const NpuOp& op);

/// The order of the weights in a slice of `op`. It depends on `values`, the weights of the slice,
/// because a U85 stores suitable values in its sparse format.
WeightOrder weight_order(const Config& config, const NpuOp& op, const WeightValues& values);

/// The bytes of scale records in stream `stream` of a slice of `outputs` channels, rounded up to a
/// multiple of 16.
Bytes scale_record_bytes(const Config& config, const WeightOrder& order, std::int32_t outputs,
                         std::int32_t stream);

}  // namespace spillway::ethosu
