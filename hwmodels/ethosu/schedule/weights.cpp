// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/weights.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/rounding.h"
#include "hwmodels/ethosu/encoding/coded_slice.h"
#include "hwmodels/ethosu/encoding/operation_weights.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes granule = 16;  // streams are padded to multiples of this number
// An upper bound of the rounding error of a product of original bytes and weight ratio. The bound
// is subtracted before std::ceil(). Otherwise a product that should be a whole number of bytes
// could become one byte too large.
constexpr double rounding_error = 1e-6;

bool can_encode(const NpuOp& op) {
  return op.network != nullptr && has_weight_values(*op.network, op);
}

Bytes sum_of(const std::vector<EncodedStream>& streams, Bytes EncodedStream::*member) {
  Bytes bytes = 0;
  for (const EncodedStream& stream : streams) bytes += stream.*member;
  return bytes;
}

}  // namespace

Bytes scale_bytes(const NpuOp& op) {
  return round_up(record_bytes * op.operation.ofm.depth, granule);
}

WeightCoding weight_coding(const ScheduleOptions& options, const std::string& operator_name) {
  const auto found = options.operator_weight_ratios.find(operator_name);
  const bool own = found != options.operator_weight_ratios.end();
  const double ratio = own ? found->second : options.weight_ratio;
  if (options.weight_encoding == WeightEncoding::smallest) return {ratio, WeightEncoder::smallest};
  const bool vela_5 = options.rules == CompilerRules::vela_5_0;
  return {ratio, vela_5 ? WeightEncoder::vela_4 : WeightEncoder::vela_3};
}

std::vector<WeightSlice> weight_slices(const NpuOp& op, const WeightCoding& coding,
                                       const std::vector<std::int32_t>& depths) {
  const double ratio = coding.ratio;
  const std::int32_t channels = op.operation.ofm.depth;
  const bool encoded = ratio == as_encoded && can_encode(op);
  const double known_ratio = ratio == as_encoded ? ratio_without_values : ratio;
  const double per_channel = static_cast<double>(op.weight_elements) / channels * known_ratio;
  std::vector<std::int32_t> begins = depths;
  if (begins.empty()) begins.push_back(0);
  std::vector<WeightSlice> slices;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    WeightSlice slice;
    slice.begin = begins[i];
    slice.end = i + 1 < begins.size() ? begins[i + 1] : channels;
    const std::int32_t count = slice.end - slice.begin;
    if (encoded) {
      const auto streams =
          encoded_streams(*op.config, *op.network, op, slice.begin, slice.end, coding.encoder);
      slice.weights = sum_of(streams, &EncodedStream::weights);
      slice.scales = sum_of(streams, &EncodedStream::scales);
    } else {
      slice.weights =
          round_up(static_cast<Bytes>(std::ceil(per_channel * count - rounding_error)), granule);
      slice.scales = round_up(record_bytes * count, granule);
    }
    slices.push_back(slice);
  }
  return slices;
}

Bytes made_up_operand_bytes(const NpuOp& op) {
  const auto of = [](const Operand& operand, const FeatureMap& map) {
    return operand.tensor == made_up_operand
               ? round_up(Bytes{map.height} * map.width * map.depth * map.element_bytes, granule)
               : 0;
  };
  return of(op.ifm, op.operation.ifm) + of(op.ifm2, op.operation.ifm2);
}

Bytes made_up_bytes(const NpuOp& op, const ScheduleOptions& options) {
  Bytes bytes = op.table ? round_up(op.table_bytes, granule) : 0;
  bytes += made_up_operand_bytes(op);
  if (op.weight_elements > 0 && op.weights == no_tensor) {
    bytes += weight_slices(op, weight_coding(options, op.name), {}).front().bytes();
  }
  return bytes;
}

std::vector<WeightSlice> slices_of(const std::vector<FlowingSlice>& flowing, const NpuOp& op) {
  std::vector<WeightSlice> slices;
  const std::int32_t channels = op.operation.ofm.depth;
  std::int32_t begin = 0;
  for (std::size_t i = 0; i < flowing.size(); ++i) {
    const WeightFlowSlice& slice = flowing[i].slice();
    const bool last = i + 1 == flowing.size();
    const std::int32_t end = last ? channels : flowing[i + 1].slice().first_channel;
    if (slice.first_channel != begin || end <= begin || end > channels) {
      throw UserError(ExitCode::run_failed,
                      fmt::format("plan: the slices of the weights of operator '{}' are not its {} "
                                  "output channels in order",
                                  op.name, channels));
    }
    slices.push_back({begin, end, slice.weights, slice.scales});
    begin = end;
  }
  return slices;
}

std::vector<EncodedStream> core_streams(const Config& config, const NpuOp& op,
                                        const WeightSlice& slice) {
  const bool several = weight_streams(config, op.operation.ofm.depth) > 1;
  if (several && can_encode(op)) {
    for (const WeightEncoder encoder : weight_encoders(config)) {
      std::vector<EncodedStream> streams =
          encoded_streams(config, *op.network, op, slice.begin, slice.end, encoder);
      if (sum_of(streams, &EncodedStream::weights) == slice.weights &&
          sum_of(streams, &EncodedStream::scales) == slice.scales) {
        return streams;
      }
    }
  }
  const Bytes cores = std::min<Bytes>(config.cores, max_weight_streams);
  const Bytes share = slice.weights / cores / granule * granule;
  std::vector<EncodedStream> streams(static_cast<std::size_t>(cores), EncodedStream{0, share});
  streams.front().scales = slice.scales;
  streams.back().weights = slice.weights - share * (cores - 1);
  return streams;
}

}  // namespace spillway::ethosu
