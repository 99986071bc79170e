// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Returns the quantisation of a tensor as words NAME=VALUE with blanks between them:
/// "scale=0.5 zero_points=-3". Values that are 0 and empty lists are left out.
std::string quantization_words(const Tensor& tensor);

/// Sets scale and zero point of a tensor from words in the form of quantization_words(), and
/// `zero_points` to the list, to which the caller makes Tensor::zero_points point. Returns an empty
/// text, or what was expected if the words are malformed.
std::string read_quantization_words(std::string_view words, Tensor& tensor,
                                    std::vector<std::int64_t>& zero_points);

}  // namespace spillway
