// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Output channels [begin, end) of an operation whose weights are fetched together.
struct WeightSlice {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  Bytes weights = 0;  // encoded, rounded up to 16 bytes
  Bytes scales = 0;

  Bytes bytes() const { return weights + scales; }
};

/// Bytes of an operation's scale records, rounded up to 16.
Bytes scale_bytes(const NpuOp& op);

/// Returns encoded bytes over original bytes of an operator's weights, or as_encoded.
double weight_ratio(const ScheduleOptions& options, const std::string& operator_name);

/// Returns the weights and scales of the slices that begin at `depths`; if `depths` is empty, one
/// slice of everything. `op` is one of network_ops(). The sizes are those of the encoder if `ratio`
/// is as_encoded and the network contains the values of the weights.
std::vector<WeightSlice> weight_slices(const NpuOp& op, double ratio,
                                       const std::vector<std::int32_t>& depths);

/// Bytes of the made-up operand of `op`: values that the network does not have as a tensor.
Bytes made_up_operand_bytes(const NpuOp& op);

/// Bytes of the constants of an operation that the network does not contain: its table, a made-up
/// operand, weights of ones. Each begins at a multiple of 16 bytes.
Bytes made_up_bytes(const NpuOp& op, const ScheduleOptions& options);

/// Returns the slices of all flows of `op` by channel, in the order in which its weights are
/// fetched. Throws UserError(run_failed) unless the slices cover the operation's channels from 0
/// on, each once.
std::vector<WeightSlice> slices_of(const std::vector<FlowingSlice>& flowing, const NpuOp& op);

/// Returns the stream that each core reads of a slice. If the slice has the encoder's size, these
/// are the encoder's streams; otherwise equal shares, after all scale records.
std::vector<EncodedStream> core_streams(const Config& config, const NpuOp& op,
                                        const WeightSlice& slice);

}  // namespace spillway::ethosu
