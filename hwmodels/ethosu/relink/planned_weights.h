// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/npu_op.h"
#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/relink/compiled_kernels.h"

namespace spillway::ethosu {

/// Scale records and weights of a slice of output channels, core by core.
struct EncodedSlice {
  std::vector<EncodedStream> streams;  // per core
  bool sparse = false;                 // of a U85: two of every four input channels are zero
  bool part_kernel = false;            // the order of the weights: part of the kernel first
  ConstantBytes bytes;                 // scales and weights of the first core, then of the next
};

/// The slice that `operation`, a part of `op` from output channel `first_channel` on, reads. The
/// weights are the network's, the scale records those of `kernels`, which compute all of `op`.
/// Throws UserError(run_failed) for weights whose values the network does not have.
EncodedSlice encode_slice(const Config& config, const NpuOp& op, const Operation& operation,
                          const std::vector<CompiledKernel>& kernels, std::int32_t first_channel);

}  // namespace spillway::ethosu
