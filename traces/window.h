// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traces/network.h"

namespace spillway {

/// Returns the number of output elements along one axis. `extent` is the extent of the dilated
/// kernel, `input` the number of input elements. With the scheme `same`, the window takes every
/// position that begins inside the input. With `valid`, the window takes every position that lies
/// entirely inside the input.
std::int32_t window_outputs(std::int32_t input, std::int32_t extent, std::int32_t stride,
                            PaddingScheme scheme);

/// Sets the padding of `window`. With the scheme `valid`, the padding is 0. With `same`, the
/// padding is the number of elements that the window needs outside of the input; half of them are
/// added on each side. If their number is odd, the last one is added at the bottom or at the right.
/// With `given`, the padding does not change.
void resolve_padding(Window& window, const Tensor& ifm, const Tensor& ofm);

/// Sets the padding of a transposed convolution, whose window slides over the output. As in
/// runtimes, the padding depends only on the extents of the output. Results outside of the output
/// are cut off.
void resolve_transposed_padding(Window& window, const Tensor& ofm);

}  // namespace spillway
