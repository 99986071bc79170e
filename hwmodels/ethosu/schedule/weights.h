// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// Output channels [begin, end) of an operation whose weights arrive together.
struct WeightSlice {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  Bytes weights = 0;  // encoded, in whole granules of 16 bytes
  Bytes scales = 0;

  Bytes bytes() const { return weights + scales; }
};

/// Scale records of an operation, in whole granules.
Bytes scale_bytes(const NpuOp& op);

/// Encoded / original weight bytes of an operator, or as_encoded.
double weight_ratio(const ScheduleOptions& options, const std::string& operator_name);

/// The weights and scales of the slices that begin at `depths`; one slice of everything when it is
/// empty. `op` is one of network_ops(). As encoded where `ratio` says so and the network has the
/// values of the weights.
std::vector<WeightSlice> weight_slices(const NpuOp& op, double ratio,
                                       const std::vector<std::int32_t>& depths);

/// Of the operand of `op` that is made up: values that the network does not have as a tensor.
Bytes made_up_operand_bytes(const NpuOp& op);

/// Bytes of the constants that an operation reads without the network having them: its table, a
/// made-up operand, weights of ones. Each begins at a whole granule.
Bytes made_up_bytes(const NpuOp& op, const ScheduleOptions& options);

/// The slices of all flows of `op`, by channel, as its weights arrive. Throws UserError(run_failed)
/// when they are not channels of the operation, each once and from 0 on.
std::vector<WeightSlice> slices_of(const std::vector<FlowingSlice>& flowing, const NpuOp& op);

/// What each core reads of a slice: what the encoder gives it where the slice is as large as the
/// encoder makes it, else equal shares behind all scale records.
std::vector<EncodedStream> core_streams(const Config& config, const NpuOp& op,
                                        const WeightSlice& slice);

}  // namespace spillway::ethosu
