// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace spillway {

/// Returns a text, broken at blanks into lines of at most `width` bytes. The first line is
/// assumed to begin in column `indent`; all further lines begin with `indent` blanks. `line_end` is
/// appended to all lines but the last one. A word that is longer than a line is not broken.
std::string wrapped_words(const std::string& text, std::size_t indent, std::size_t width,
                          const std::string& line_end = "");

}  // namespace spillway
