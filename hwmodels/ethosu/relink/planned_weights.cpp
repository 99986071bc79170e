// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/relink/planned_weights.h"

#include <algorithm>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/encoding/coded_slice.h"
#include "hwmodels/ethosu/encoding/operation_weights.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t max_channels = 1 << 16;

// Appends the scale record (bias, scale and shift) of output channel `channel` to `to`. The record
// comes from the kernel in `kernels` that computes this channel. All stripes of an operation read
// the same records.
void append_record(const std::vector<CompiledKernel>& kernels, std::int32_t channel,
                   const NpuOp& op, ConstantBytes& to) {
  std::int32_t begin = 0;
  for (const CompiledKernel& kernel : kernels) {
    const std::int32_t depth = kernel.operation->ofm.depth;
    if (channel >= begin + depth) {
      begin += depth;
      continue;
    }
    const std::size_t cores = kernel.scales[1].empty() ? 1 : 2;
    const auto local = static_cast<std::size_t>(channel - begin);
    const ConstantBytes& records = kernel.scales[local % cores];
    const std::size_t first = local / cores * record_bytes;
    if (first + record_bytes > records.size()) break;
    to.insert(to.end(), records.begin() + static_cast<std::ptrdiff_t>(first),
              records.begin() + static_cast<std::ptrdiff_t>(first + record_bytes));
    return;
  }
  throw UserError(ExitCode::run_failed, "the file has no scale record for a channel of " + op.name);
}

/// The channels whose scale records (bias, scale and shift) a weight stream holds: `first`, `first`
/// + `step`, and so on.
struct RecordChannels {
  std::int32_t first = 0, step = 1;
};

RecordChannels channels_of_stream(const Config& config, std::int32_t stream, std::int32_t streams) {
  if (config.product == Product::u85) return {stream == 0 ? 0 : max_channels, 1};
  return {stream, streams};
}

}  // namespace

EncodedSlice encode_slice(const Config& config, const NpuOp& op, const Operation& operation,
                          const std::vector<CompiledKernel>& kernels, std::int32_t first_channel,
                          WeightEncoder encoder) {
  if (!has_weight_values(*op.network, op)) {
    throw UserError(ExitCode::run_failed,
                    "the network has no values for the weights of " + op.name);
  }
  NpuOp blocked = op;
  blocked.operation.block = operation.block;
  blocked.operation.part_kernel = operation.part_kernel;
  blocked.operation.microblock = operation.microblock;
  const std::int32_t channels = operation.ofm.depth;
  const WeightValues values =
      operation_weights(*op.network, op, first_channel, first_channel + channels);
  const WeightOrder order = weight_order(config, blocked, values);
  EncodedSlice slice;
  slice.part_kernel = order.traversal == Traversal::part_kernel;
  const CodedSlice coded = code_slice(config, values, order, encoder);
  const std::vector<ConstantBytes> bytes = coded.bytes();
  slice.format = {coded.fast, order.sparse};
  for (std::int32_t core = 0; core < order.streams; ++core) {
    ConstantBytes scales;
    const RecordChannels records = channels_of_stream(config, core, order.streams);
    for (std::int32_t c = records.first; c < channels; c += records.step) {
      append_record(kernels, first_channel + c, op, scales);
    }
    scales.resize(static_cast<std::size_t>(scale_record_bytes(config, order, channels, core)));
    const ConstantBytes& weights = at(bytes, core);
    slice.streams.push_back(
        {static_cast<Bytes>(scales.size()), static_cast<Bytes>(weights.size())});
    slice.bytes.insert(slice.bytes.end(), scales.begin(), scales.end());
    slice.bytes.insert(slice.bytes.end(), weights.begin(), weights.end());
  }
  return slice;
}

}  // namespace spillway::ethosu
