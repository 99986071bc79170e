// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "base/units.h"
#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/encoding/brick_order.h"
#include "traces/network.h"

namespace spillway::ethosu {

constexpr Bytes record_bytes = 10;  // a scale record: 40-bit bias, 32-bit scale, 6-bit shift

/// What one core reads for a slice of output channels, the scale records first.
struct EncodedStream {
  Bytes scales = 0;   // records of 10 bytes, in whole granules of 16
  Bytes weights = 0;  // in whole granules of 16
};

/// Sizes of encoded weights, each computed once. Weights are told apart by where the network has
/// them, so networks must live as long as this. For one thread.
class EncodedWeights {
 public:
  /// What every core reads for output channels [begin, end) of `op`, whose block and traversal are
  /// set and whose values are known (has_weight_values()). U55 and U65 as Vela 3.10 encodes, U85
  /// as later versions do in their default format.
  std::vector<EncodedStream> streams(const Config& config, const Network& network, const NpuOp& op,
                                     std::int32_t begin, std::int32_t end);

  /// Number of streams that had to be encoded.
  std::int64_t encoded() const { return encoded_; }

 private:
  struct Key {
    const std::uint8_t* data = nullptr;  // null for weights of ones
    std::array<std::int32_t, 19> parts{};
    bool operator<(const Key& other) const;
  };

  static Key key_of(const Config& config, const WeightOrder& order, const NpuOp& op,
                    const std::uint8_t* data, std::int32_t begin, std::int32_t end);
  std::vector<Bytes> encode(const Config& config, const Network& network, const NpuOp& op,
                            const WeightOrder& order, std::int32_t begin, std::int32_t end);

  std::map<Key, std::vector<Bytes>> known_;  // bytes of weights per stream
  std::int64_t encoded_ = 0;
};

/// As EncodedWeights::streams(). What is known stays known while the network's file is in memory,
/// and, of weights of ones, for good; each thread has its own knowledge.
std::vector<EncodedStream> encoded_streams(const Config& config, const Network& network,
                                           const NpuOp& op, std::int32_t begin, std::int32_t end);

/// What decides the order of the weights of `op`, whose block and traversal are set.
WeightOrder weight_order(const Config& config, const NpuOp& op);

/// The same for a slice of `op` with these weights: those of a U85 may be stored as sparse ones.
WeightOrder weight_order(const Config& config, const NpuOp& op, const WeightValues& values);

/// Bytes of the scale records that stream `stream` of a slice of `outputs` channels has, in whole
/// granules.
Bytes scale_record_bytes(const Config& config, const WeightOrder& order, std::int32_t outputs,
                         std::int32_t stream);

}  // namespace spillway::ethosu
