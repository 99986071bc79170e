// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/ops/npu_op.h"
#include "hwmodels/schedule.h"

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

/// Encoded / original weight bytes of an operator.
double weight_ratio(const ScheduleOptions& options, const std::string& operator_name);

/// The weights and scales of the slices that begin at `depths`; one slice of everything when it is
/// empty.
std::vector<WeightSlice> weight_slices(const NpuOp& op, double ratio,
                                       const std::vector<std::int32_t>& depths);

/// Bytes of the constants that an operation reads without the network having them: its table, a
/// scalar operand, weights of ones. Each begins at a whole granule.
Bytes made_up_bytes(const NpuOp& op, const ScheduleOptions& options);

/// The slices in which `flow` has the weights of `op` arrive. Throws UserError(run_failed) when
/// they are not channels of the operation in ascending order, from 0 on.
std::vector<WeightSlice> slices_of(const WeightFlow& flow, const NpuOp& op);

}  // namespace spillway::ethosu
