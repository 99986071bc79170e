// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// A slice of an operation's weights, which is fetched as a whole: the weights of output channels
/// [begin, end).
struct WeightSlice {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  Bytes weights = 0;  // encoded bytes, rounded up to 16
  Bytes scales = 0;

  Bytes bytes() const { return weights + scales; }
};

/// Bytes of an operation's scale records, rounded up to 16.
Bytes scale_bytes(const NpuOp& op);

/// What the size of an operator's encoded weights follows from.
struct WeightCoding {
  double ratio = as_encoded;  // encoded bytes divided by original bytes, or as_encoded
  WeightEncoder encoder = WeightEncoder::vela_3;  // used if `ratio` is as_encoded
};

/// Returns the coding that `options` give for the weights of an operator.
WeightCoding weight_coding(const ScheduleOptions& options, const std::string& operator_name);

/// Returns the sizes of the slices that begin at output channels `depths`. If `depths` is empty,
/// returns a single slice of all channels. `op` is one of network_ops(). The sizes are those of the
/// encoder if the ratio of `coding` is as_encoded and the network contains the values of the
/// weights; otherwise they follow from the ratio.
std::vector<WeightSlice> weight_slices(const NpuOp& op, const WeightCoding& coding,
                                       const std::vector<std::int32_t>& depths);

/// Returns the bytes of the made-up operand of `op`. Its values are no tensor of the network.
Bytes made_up_operand_bytes(const NpuOp& op);

/// Returns the bytes of the made-up constants of an operation: its lookup table, its made-up
/// operand, and weights that are all 1. Each of these begins at a multiple of 16 bytes.
Bytes made_up_bytes(const NpuOp& op, const ScheduleOptions& options);

/// Returns the slices of all flows of `op` by channel, in the order in which the weights are
/// fetched. Throws UserError(run_failed) if the slices do not cover every channel of the operation
/// exactly once, in order.
std::vector<WeightSlice> slices_of(const std::vector<FlowingSlice>& flowing, const NpuOp& op);

/// Returns the streams that the cores read of a slice. If the slice has the size that an encoder
/// gives, they are this encoder's streams. Otherwise, the first stream has all scale records, and
/// each core has an equal share of the weights.
std::vector<EncodedStream> core_streams(const Config& config, const NpuOp& op,
                                        const WeightSlice& slice);

}  // namespace spillway::ethosu
