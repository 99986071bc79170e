// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/point/option_values.h"
#include "experiments/sweep/sweep_spec.h"

namespace spillway {
namespace {

constexpr Bytes most_sizes = 100'000;

[[noreturn]] void bad_range(const std::string& text) {
  throw usage_error(
      "--memory: '{}' is not NAME=SIZE, NAME=FIRST:LAST:STEP, NAME=50%, NAME=auto or "
      "NAME=SIZE+SIZE, like sram=64K:512K:64K",
      text);
}

[[noreturn]] void mistake(const std::string& text, const std::string& what) {
  throw usage_error("--memory: the range '{}' {}", text, what);
}

Bytes size_of(const std::string& word, const std::string& text) {
  const std::optional<Bytes> size = parse_size(word);
  if (!size) bad_range(text);
  return *size;
}

std::vector<Bytes> range_sizes(const std::vector<std::string>& bounds, const std::string& text) {
  const Bytes first = size_of(bounds[0], text);
  const Bytes last = size_of(bounds[1], text);
  const Bytes step = size_of(bounds[2], text);
  if (step == 0) mistake(text, "has a step of 0; the sizes would never end");
  if (last < first) {
    mistake(text, fmt::format("ends below its beginning; expected {}={}:{}:{}",
                              text.substr(0, text.find('=')), bounds[1], bounds[0], bounds[2]));
  }
  const Bytes count = (last - first) / step + 1;
  if (count > most_sizes) {
    throw usage_error("--memory: '{}' are {} sizes; expected {} at most", text,
                      with_thousands(count), with_thousands(most_sizes));
  }
  std::vector<Bytes> sizes;
  for (Bytes size = first; size <= last; size += step) sizes.push_back(size);
  return sizes;
}

double percent_of(const std::string& word, const std::string& text) {
  constexpr double most_percent = 10'000;
  const std::optional<double> percent = parse_number(word.substr(0, word.size() - 1));
  if (!percent || !(*percent > 0) || !(*percent <= most_percent)) bad_range(text);
  return *percent;
}

}  // namespace

MemoryRange parse_memory_range(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) bad_range(text);
  MemoryRange range;
  range.memory = lower_case(text.substr(0, equals));
  const std::vector<std::string> parts = split(text.substr(equals + 1), '+');
  // The texts in `parts` with sizes in bytes, so that `4K` and `4096` count as equal.
  std::vector<std::string> spelled;
  for (const std::string& part : parts) {
    const std::optional<Bytes> size = parse_size(part);
    spelled.push_back(size ? std::to_string(*size) : part);
  }
  require_each_once("memory", spelled);
  for (const std::string& part : parts) {
    const std::vector<std::string> bounds = split(part, ':');
    if (part == "auto") {
      range.automatic = true;
    } else if (!part.empty() && part.back() == '%') {
      range.percents.push_back(percent_of(part, text));
    } else if (bounds.size() == 1) {
      range.sizes.push_back(size_of(bounds[0], text));
    } else if (bounds.size() == 3) {
      for (const Bytes size : range_sizes(bounds, text)) range.sizes.push_back(size);
    } else if (bounds.size() == 2) {
      mistake(text, fmt::format("has no step; expected FIRST:LAST:STEP, like {}:{}:16K", bounds[0],
                                bounds[1]));
    } else {
      bad_range(text);
    }
  }
  return range;
}

}  // namespace spillway
