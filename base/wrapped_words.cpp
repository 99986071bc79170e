// SPDX-License-Identifier: Apache-2.0
#include "base/wrapped_words.h"

#include "base/text.h"

namespace spillway {

std::string wrapped_words(const std::string& text, std::size_t indent, std::size_t width,
                          const std::string& line_end) {
  std::string lines;
  std::size_t column = indent;
  for (const std::string& word : split(text, ' ')) {
    if (column > indent && column + 1 + word.size() + line_end.size() > width) {
      lines += line_end + "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

}  // namespace spillway
