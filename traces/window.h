// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/network.h"

namespace spillway {

/// Outputs along one axis of a window with `extent` (dilated kernel) and `stride` over `input`
/// elements: every position that begins inside (same), or that lies inside (valid).
std::int32_t window_outputs(std::int32_t input, std::int32_t extent, std::int32_t stride,
                            PaddingScheme scheme);

/// Sets the padding of `window` from its scheme and the extents of input and output: nothing for
/// `valid`; for `same` what the output needs beyond the input, the odd row at the bottom and right.
/// A `given` padding stays.
void resolve_padding(Window& window, const Tensor& ifm, const Tensor& ofm);

/// Likewise for a transposed convolution, whose window slides over the output: from the output's
/// extents alone, as runtimes do it. What the input reaches beyond the output is left out.
void resolve_transposed_padding(Window& window, const Tensor& ofm);

}  // namespace spillway
