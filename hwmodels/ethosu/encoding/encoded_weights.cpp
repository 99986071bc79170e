// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/encoding/encoded_weights.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include "base/index.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/block/block_search_u85.h"
#include "hwmodels/ethosu/encoding/brick_order.h"
#include "hwmodels/ethosu/encoding/coded_slice.h"
#include "hwmodels/ethosu/encoding/operation_weights.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes stream_granule = 16;

Traversal traversal_of(const Config& config, const NpuOp& op, bool sparse) {
  const Operation& operation = op.operation;
  if (operation.type == OperationType::depthwise) return Traversal::depthwise;
  if (op.vector_product) return Traversal::depth_first;
  bool part_kernel = operation.part_kernel;
  if (config.product == Product::u85) {
    const Window& window = operation.window;
    const std::int32_t taps = window.kernel_h * window.kernel_w;
    part_kernel = u85_reads_part_kernel_first(taps, operation.ifm.depth, sparse);
  }
  return part_kernel ? Traversal::part_kernel : Traversal::depth_first;
}

// The address of the weights (null = made-up weights, which are all 1), and everything else on
// which the sizes of their streams depend.
using Key = std::pair<const std::uint8_t*, std::array<std::int32_t, 20>>;

Key key_of(const Config& config, const WeightOrder& order, const Network& network, const NpuOp& op,
           std::int32_t begin, std::int32_t end, WeightEncoder encoder) {
  const Window& window = op.operation.window;
  return {op.weights == no_tensor ? nullptr : at(network.tensors, op.weights).data.data,
          {static_cast<std::int32_t>(config.product),
           config.macs,
           static_cast<std::int32_t>(order.traversal),
           order.ofm_block_depth,
           order.ofm_microblock_depth,
           order.streams,
           order.ifm_bits,
           window.dilation_w,
           window.dilation_h,
           order.stride_x,
           order.stride_y,
           op.folded_pixels,
           op.zero_columns_left,
           window.kernel_h,
           window.kernel_w,
           op.operation.ifm.depth,
           op.operation.ofm.depth,
           begin,
           end,
           static_cast<std::int32_t>(encoder)}};
}

using Sizes = std::map<Key, std::vector<Bytes>>;  // the bytes of each stream's weights

// Returns the cached sizes for the weights in a file. The key of the cache is the control block of
// the shared pointer that owns the file's bytes. The address of the bytes would be no safe key,
// because another file can later get the same address. A weak pointer in the cache keeps the
// control block, so its address is not used again.
Sizes& known_sizes(const std::shared_ptr<const FileBytes>& file) {
  thread_local std::map<std::weak_ptr<const FileBytes>, Sizes, std::owner_less<>> known;
  const auto found = known.find(file);
  if (found != known.end()) return found->second;
  for (auto other = known.begin(); other != known.end();) {
    other = other->first.expired() ? known.erase(other) : std::next(other);
  }
  return known[file];
}

}  // namespace

WeightOrder weight_order(const Config& config, const NpuOp& op) {
  const Operation& operation = op.operation;
  const Window& window = operation.window;
  const bool u85 = config.product == Product::u85;
  WeightOrder order;
  order.traversal = traversal_of(config, op, false);
  order.ofm_block_depth = operation.block.depth;
  order.ofm_microblock_depth = operation.microblock.value_or(config.microblock).depth;
  order.streams = weight_streams(config, operation.ofm.depth);
  order.ifm_bits = 8 * operation.ifm.element_bytes;
  order.dilation_x = npu_dilation(window.dilation_w);
  order.dilation_y = npu_dilation(window.dilation_h);
  if (u85) {
    order.stride_x = window.stride_w;
    order.stride_y = window.stride_h;
  }
  return order;
}

WeightOrder weight_order(const Config& config, const NpuOp& op, const WeightValues& values) {
  WeightOrder order = weight_order(config, op);
  order.sparse = config.product == Product::u85 && order.traversal != Traversal::depthwise &&
                 u85_is_sparse(values);
  if (order.sparse) order.traversal = traversal_of(config, op, true);
  return order;
}

// On U55 and U65, the stream of each core has the records of the core's own channels. On U85, the
// first stream has all records, and the number of records is rounded up to a multiple of the
// microblock's depth, or of 16 if the microblock has fewer channels.
Bytes scale_record_bytes(const Config& config, const WeightOrder& order, std::int32_t outputs,
                         std::int32_t stream) {
  if (config.product == Product::u85) {
    const Bytes records = round_up(outputs, round_up(order.ofm_microblock_depth, stream_granule));
    return stream == 0 ? record_bytes * records : 0;
  }
  const Bytes records = std::max(0, (outputs - stream + order.streams - 1) / order.streams);
  return round_up(record_bytes * records, stream_granule);
}

std::vector<EncodedStream> encoded_streams(const Config& config, const Network& network,
                                           const NpuOp& op, std::int32_t begin, std::int32_t end,
                                           WeightEncoder encoder) {
  thread_local Sizes ones;
  Sizes uncached;
  Sizes& known = op.weights == no_tensor   ? ones
                 : network.file == nullptr ? uncached
                                           : known_sizes(network.file);
  if (config.product == Product::u85 && encoder == WeightEncoder::vela_3) {
    encoder = WeightEncoder::vela_4;
  }
  const WeightOrder order = weight_order(config, op);
  const Key key = key_of(config, order, network, op, begin, end, encoder);
  auto found = known.find(key);
  if (found == known.end()) {
    const WeightValues values = operation_weights(network, op, begin, end);
    const CodedSlice coded = code_slice(config, values, weight_order(config, op, values), encoder);
    found = known.emplace(key, coded.sizes()).first;
  }
  std::vector<EncodedStream> streams;
  streams.reserve(static_cast<std::size_t>(order.streams));
  for (std::int32_t stream = 0; stream < order.streams; ++stream) {
    streams.push_back(
        {scale_record_bytes(config, order, end - begin, stream), at(found->second, stream)});
  }
  return streams;
}

}  // namespace spillway::ethosu
