// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/channel_values.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/proof/proof_failure.h"
#include "hwmodels/ethosu/proof/weight_decoder.h"
#include "hwmodels/ethosu/proof/weight_positions.h"

namespace spillway::ethosu::proof {
namespace {

constexpr std::int32_t record_size = 10;  // bytes of a scale record

using Bytestream = std::vector<std::uint8_t>;

Bytestream read_constants(const ConstantStream& stream, const RegionValues& regions,
                          const char* name) {
  const ValueMemory& memory = at(regions, stream.region);
  std::optional<Bytestream> bytes = constant_bytes(memory.read(stream.base, stream.length));
  if (!bytes) throw ProofFailure(std::string("reads ") + name + " that are no constants");
  return std::move(*bytes);
}

// Returns a hash of the shape, the block and the weight order of a kernel. Two kernels with equal
// hashes and equal bytes of encoded weights have equal weights.
Value geometry(const Operation& op) {
  Value value = static_cast<Value>(op.type);
  const BlockShape micro = op.microblock.value_or(BlockShape{0, 0, 0});
  for (const std::int32_t part :
       {op.ofm.depth, op.ifm.depth, op.ifm.element_bytes, op.block.depth, micro.depth,
        op.window.kernel_h, op.window.kernel_w, op.window.dilation_h, op.window.dilation_w,
        op.window.stride_h, op.window.stride_w, op.part_kernel ? 1 : 0}) {
    value = combined(value, static_cast<Value>(part));
  }
  return value;
}

std::size_t stream_count(const std::array<ConstantStream, max_weight_streams>& streams) {
  std::size_t count = 1;
  for (std::size_t i = 1; i < streams.size(); ++i) {
    if (streams[i].length > 0) count = i + 1;
  }
  return count;
}

}  // namespace

std::vector<Value> ChannelValues::decoded(const Operation& op,
                                          const std::vector<Bytestream>& streams,
                                          WeightFormat format) const {
  std::vector<std::vector<std::int16_t>> sequences;
  for (const Bytestream& stream : streams) {
    std::optional<std::vector<std::int16_t>> weights =
        format.fast ? fast_weights(stream) : decoded_weights(stream);
    if (!weights) throw ProofFailure("its weights are no stream of weights");
    sequences.push_back(std::move(*weights));
  }
  const std::optional<KernelWeights> placed = placed_weights(config_, op, sequences, format);
  if (!placed) throw ProofFailure("its weights do not fit its shape");
  std::vector<Value> channels;
  for (std::int32_t output = 0; output < placed->outputs; ++output) {
    const std::int16_t* const first = placed->of_output(output);
    Value value = 1;
    for (std::int32_t i = 0; i < placed->taps * placed->inputs; ++i) {
      value = combined(value, static_cast<Value>(first[i] + (1 << 15)));
    }
    channels.push_back(value);
  }
  return channels;
}

std::vector<Value> ChannelValues::weights(const Operation& op, const RegionValues& regions,
                                          WeightFormat format) {
  std::vector<Bytestream> streams;
  Value key = combined(geometry(op), format.fast ? 1 : 0);
  key = combined(key, format.sparse ? 1 : 0);
  for (std::size_t i = 0; i < stream_count(op.weights); ++i) {
    streams.push_back(read_constants(op.weights[i], regions, "weights"));
    key = combined(key, streams.back().size());
    for (const std::uint8_t byte : streams.back()) key = combined(key, byte);
  }
  std::vector<Value>& channels = known_[key];
  if (channels.empty()) channels = decoded(op, streams, format);
  return channels;
}

// Combines the bytes of each scale record with the value (a hash) of its channel. On U55 and U65,
// each core reads the records of its own channels from its own stream. A U85 reads all records from
// one stream.
void ChannelValues::add_scales(const Operation& op, const RegionValues& regions,
                               std::vector<Value>& channels) const {
  if (op.scales[0].length == 0) return;
  const std::size_t streams = config_.product == Product::u85 ? 1 : stream_count(op.scales);
  for (std::size_t i = 0; i < streams; ++i) {
    const Bytestream bytes = read_constants(op.scales[i], regions, "scales");
    std::size_t record = 0;
    for (std::size_t c = i; c < channels.size(); c += streams, record += record_size) {
      if (record + record_size > bytes.size()) throw ProofFailure("has too few scale records");
      for (std::size_t k = record; k < record + record_size; ++k) {
        channels[c] = combined(channels[c], bytes[k]);
      }
    }
  }
}

std::vector<Value> ChannelValues::of(const Operation& op, const RegionValues& regions,
                                     WeightFormat format) {
  std::vector<Value> channels(static_cast<std::size_t>(op.ofm.depth), 1);
  if (op.weights[0].length > 0) channels = weights(op, regions, format);
  add_scales(op, regions, channels);
  return channels;
}

}  // namespace spillway::ethosu::proof
