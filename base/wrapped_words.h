// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace spillway {

/// Breaks a text at blanks into lines of at most `width` columns. The first line begins in the
/// column `indent`, and the others are indented by as many blanks. All lines but the last end with
/// `line_end`. A word that is longer than a line stays whole.
std::string wrapped_words(const std::string& text, std::size_t indent, std::size_t width,
                          const std::string& line_end = "");

}  // namespace spillway
