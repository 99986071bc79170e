// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/block/weight_format.h"
#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"

namespace spillway::ethosu {

/// Scale records and weights of a slice of output channels, encoded core by core.
struct EncodedSlice {
  std::vector<EncodedStream> streams;  // one per core
  WeightFormat format;                 // in the fast format, the first stream has all weights
  bool part_kernel = false;            // the weights are in part-kernel-first order
  ConstantBytes bytes;  // scales and weights of the first core, then of the next ones
};

/// Encodes the slice of weights that `operation` reads. `operation` is a part of `op` and begins at
/// output channel `first_channel`. The weights come from the network. The scale records come from
/// `kernels`, which together compute all of `op`. Weights for a U85 are always encoded by
/// WeightEncoder::vela_4. Throws UserError(run_failed) if the network has
/// no values for the weights.
EncodedSlice encode_slice(const Config& config, const NpuOp& op, const Operation& operation,
                          const std::vector<CompiledKernel>& kernels, std::int32_t first_channel,
                          WeightEncoder encoder);

}  // namespace spillway::ethosu
