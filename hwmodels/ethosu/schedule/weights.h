// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/encoding/encoded_weights.h"
#include "hwmodels/ethosu/ops/npu_ops.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

constexpr std::int32_t slice_channels = 16;  // slices begin at multiples of this number of channels

/// The sizes of a slice of an operation's weights: the weights of output channels [begin, end). A
/// slice is fetched as a whole.
struct WeightSlice {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  Bytes weights = 0;  // encoded bytes, rounded up to a multiple of 16
  Bytes scales = 0;

  Bytes bytes() const { return weights + scales; }
};

/// Returns the bytes of an operation's scale records (bias, scale and shift of each channel),
/// rounded up to a multiple of 16.
Bytes scale_bytes(const NpuOp& op);

/// The values that determine the size of an operator's encoded weights.
struct WeightCoding {
  double ratio = as_encoded;  // encoded bytes divided by original bytes, or as_encoded
  WeightEncoder encoder = WeightEncoder::vela_3;  // used if `ratio` is as_encoded
};

/// Returns the coding that `options` give for the weights of the operator `operator_name`.
WeightCoding weight_coding(const ScheduleOptions& options, const std::string& operator_name);

/// Returns the sizes of the slices that begin at output channels `depths`. If `depths` is empty,
/// there is a single slice with all channels. `op` is one of network_ops(). If the ratio of
/// `coding` is as_encoded and the network contains the values of the weights, they are encoded to
/// find the sizes. Otherwise, the sizes follow from the ratio.
std::vector<WeightSlice> weight_slices(const NpuOp& op, const WeightCoding& coding,
                                       const std::vector<std::int32_t>& depths);

/// Returns the bytes of the made-up operand of `op`, whose values the network does not contain; 0
/// if `op` has no such operand.
Bytes made_up_operand_bytes(const NpuOp& op);

/// Returns the bytes of the made-up constants of an operation: its lookup table, its made-up
/// operand, and weights that are all 1. Each of these constants begins at a multiple of 16 bytes.
Bytes made_up_bytes(const NpuOp& op, const ScheduleOptions& options);

/// Returns the sizes of the slices `flowing`, which belong to `op` and are in the order in which
/// they are fetched. Throws UserError(run_failed) if the slices do not cover every channel of the
/// operation exactly once, in order.
std::vector<WeightSlice> slices_of(const std::vector<FlowingSlice>& flowing, const NpuOp& op);

/// Returns, for each core, the sizes of the stream that the core reads for a slice. If the size of
/// `slice` was found by encoding, the sizes of the streams come from the encoder, too. Otherwise,
/// the first stream has all scale records (bias, scale and shift of each channel), and each core
/// has an equal share of the weights (in units of 16 bytes; the last core also has the remainder).
std::vector<EncodedStream> core_streams(const Config& config, const NpuOp& op,
                                        const WeightSlice& slice);

}  // namespace spillway::ethosu
