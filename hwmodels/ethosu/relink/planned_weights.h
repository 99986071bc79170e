// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/block/weight_format.h"
#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"

namespace spillway::ethosu {

/// The encoded scale records (bias, scale and shift of each channel) and weights of a slice of
/// output channels.
struct EncodedSlice {
  std::vector<EncodedStream> streams;  // one per core (U55, U65) or weight decoder (U85)
  WeightFormat format;                 // in the fast format, the first stream has all weights
  bool part_kernel = false;            // whether the weights are in part-kernel-first order
  ConstantBytes bytes;                 // per stream in order: scales, then weights
};

/// Returns the encoded weights and scale records (bias, scale and shift of each channel) that
/// `operation` reads. `operation` is the part of `op` that begins at output channel
/// `first_channel`. The weights come from the network. The scale records come from `kernels`, which
/// together compute all channels of `op`. `encoder` must be one of weight_encoders(). Throws
/// UserError(run_failed) if the network does not contain the values of the weights, or if `kernels`
/// lack a scale record.
EncodedSlice encode_slice(const Config& config, const NpuOp& op, const Operation& operation,
                          const std::vector<CompiledKernel>& kernels, std::int32_t first_channel,
                          WeightEncoder encoder);

}  // namespace spillway::ethosu
