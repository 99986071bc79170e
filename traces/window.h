// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/network.h"

namespace spillway {

/// The number of outputs of a window along one axis. `extent` is the extent of the dilated kernel,
/// `input` the number of input elements. With the scheme `same`, the window has every position that
/// begins inside the input. With `valid`, it has every position that lies inside the input.
std::int32_t window_outputs(std::int32_t input, std::int32_t extent, std::int32_t stride,
                            PaddingScheme scheme);

/// Sets the amounts of padding of `window`. With the scheme `valid` there is no padding. With
/// `same` the padding is what the output needs beyond the input; if the number is odd, the bottom
/// and the right get one more. With `given` the amounts stay as they are.
void resolve_padding(Window& window, const Tensor& ifm, const Tensor& ofm);

/// Sets the amounts of padding for a transposed convolution, whose window slides over the output.
/// As in runtimes, they follow from the output's extents alone. The part of the result that lies
/// beyond the output is cut off.
void resolve_transposed_padding(Window& window, const Tensor& ofm);

}  // namespace spillway
