// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/network.h"

namespace spillway {

/// The number of outputs along one axis of a window with `extent` (dilated kernel) and `stride`
/// over `input` elements: every position that begins inside the input (same), or that lies inside
/// it (valid).
std::int32_t window_outputs(std::int32_t input, std::int32_t extent, std::int32_t stride,
                            PaddingScheme scheme);

/// Sets the padding of `window` from its scheme and the extents of input and output. `valid` has
/// none. `same` has what the output needs beyond the input, with the odd row and column at the
/// bottom and right. `given` keeps its padding.
void resolve_padding(Window& window, const Tensor& ifm, const Tensor& ofm);

/// The same for a transposed convolution, whose window slides over the output. As in runtimes, the
/// padding follows from the output's extents alone; the part of the input that reaches beyond the
/// output is cut off.
void resolve_transposed_padding(Window& window, const Tensor& ofm);

}  // namespace spillway
