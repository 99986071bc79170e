// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/units.h"
#include "hwmodels/xcore/kernels/load_names.h"
#include "hwmodels/xcore/parameters.h"
#include "traces/network.h"

namespace spillway::xcore {

/// Constants of at most this size stay on the tile (xformer's option
/// xcore-load-externally-if-larger).
constexpr Bytes load_threshold = 96;

enum class LoadSource : std::uint8_t { flash, external_ram };

/// Puts loads (operators that copy constants into the arena) before every operator with large
/// constants. The outputs of the loads are the arena tensors that receive the constants.
/// * From flash, an operator has one XC_ld_flash for all constants that no other operator uses. A
///   constant that several operators use has an XC_ld_flash of its own.
/// * From external RAM, there is one XC_ld_weights per constant.
/// * A load from flash of at most `early` bytes for a convolution starts before the previous
///   convolution. In this case, an XC_ld_weights_wait stands before the convolution that uses the
///   load.
void add_loads(Network& network, LoadSource source, Bytes early);

/// Divides convolutions whose weights are loaded from flash into ranges of complete groups of 16
/// output channels. Each range has its own load before it. The weights and biases of a range take
/// at most `max_load_bytes` bytes; if a single group is larger, a range is one group. XC_concat
/// joins the ranges. Not divided are depthwise and binary convolutions, convolutions that first
/// copy their input windows together into scratch memory, and phases (convolutions that each
/// compute a part of the output) of transposed convolutions.
void group_loads(Network& network, Bytes max_load_bytes);

constexpr const char* store_tensor_name = "XC_store_tensor";
constexpr const char* load_tensor_name = "XC_load_tensor";

/// Pages feature maps that are unused during more than `operators` operators between two uses. An
/// XC_store_tensor after the last use (or the producer) before the first such pause copies the map
/// to external memory. After each such pause, an XC_load_tensor before the next use copies the map
/// back. During the pause, the map takes no space in the arena. Inputs and outputs of the network
/// and results of loads are not paged.
void page_tensors(Network& network, std::int32_t operators);

/// Changes a compiled network as the user demands. If the user wants weights in SRAM, the loads
/// (operators that copy weights into the arena) are removed and the weights become constants of the
/// program. If the user wants another number of threads, the scratch tensors get another size. This
/// function does not change kernels, because kernels are computed from `core` when the program is
/// made.
void replan(Network& network, const XcoreParameters& core);

/// Throws UserError(input_file) if an operator lacks an operand that its kernel or its lowering
/// rule needs, or if such an operand of a plain operator has no elements. The message names the
/// operator.
void require_operands(const Network& network);

/// Throws UserError for a tensor that is larger than any memory of the chip, and for a window that
/// has more than 4096 rows or columns, or strides or dilations that do not fit, in bytes, into 32
/// bits.
void require_addressable(const Network& network);

}  // namespace spillway::xcore
