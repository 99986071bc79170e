// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/weights.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway::ethosu {
namespace {

constexpr Bytes granule = 16;             // streams are padded to it
constexpr Bytes scale_record_bytes = 10;  // 40-bit bias, 32-bit scale, 6-bit shift

Bytes round_up(Bytes bytes) { return (bytes + granule - 1) / granule * granule; }

}  // namespace

Bytes scale_bytes(const NpuOp& op) { return round_up(scale_record_bytes * op.operation.ofm.depth); }

double weight_ratio(const ScheduleOptions& options, const std::string& operator_name) {
  const auto found = options.operator_weight_ratios.find(operator_name);
  return found == options.operator_weight_ratios.end() ? options.weight_ratio : found->second;
}

std::vector<WeightSlice> weight_slices(const NpuOp& op, double ratio,
                                       const std::vector<std::int32_t>& depths) {
  const std::int32_t channels = op.operation.ofm.depth;
  const double per_channel = static_cast<double>(op.weight_elements) / channels * ratio;
  std::vector<std::int32_t> begins = depths;
  if (begins.empty()) begins.push_back(0);
  std::vector<WeightSlice> slices;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    WeightSlice slice;
    slice.begin = begins[i];
    slice.end = i + 1 < begins.size() ? begins[i + 1] : channels;
    const std::int32_t count = slice.end - slice.begin;
    slice.weights = round_up(static_cast<Bytes>(std::ceil(per_channel * count)));
    slice.scales = round_up(scale_record_bytes * count);
    slices.push_back(slice);
  }
  return slices;
}

Bytes made_up_bytes(const NpuOp& op, const ScheduleOptions& options) {
  Bytes bytes = op.table ? round_up(op.table_bytes) : 0;
  if (op.constant_operand) bytes += granule;
  if (op.weight_elements > 0 && op.weights == no_tensor) {
    bytes += weight_slices(op, weight_ratio(options, op.name), {}).front().bytes();
  }
  return bytes;
}

std::vector<WeightSlice> slices_of(const WeightFlow& flow, const NpuOp& op) {
  std::vector<WeightSlice> slices;
  const std::int32_t channels = op.operation.ofm.depth;
  std::int32_t begin = 0;
  for (std::size_t i = 0; i < flow.slices.size(); ++i) {
    const bool last = i + 1 == flow.slices.size();
    const std::int32_t end = last ? channels : flow.slices[i + 1].first_channel;
    if (flow.slices[i].first_channel != begin || end <= begin || end > channels) {
      throw UserError(ExitCode::run_failed,
                      fmt::format("plan: the slices of the weights of operator '{}' are not its {} "
                                  "output channels in order",
                                  op.name, channels));
    }
    slices.push_back({begin, end, flow.slices[i].weights, flow.slices[i].scales});
    begin = end;
  }
  return slices;
}

}  // namespace spillway::ethosu
