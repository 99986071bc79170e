// SPDX-License-Identifier: Apache-2.0
#include "planner/plan_io/gaps.h"

#include <limits>
#include <utility>

#include "base/text.h"

namespace spillway {
namespace {

/// Parses two numbers with `separator` between them, the second larger than the first. Returns
/// nothing if the text is malformed.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_pair(std::string_view text,
                                                                char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const auto low = parse_integer(text.substr(0, at));
  const auto high = parse_integer(text.substr(at + 1));
  if (!low || !high || *low < 0 || *high <= *low) {
    return std::nullopt;
  }
  return std::make_pair(*low, *high);
}

std::optional<LifetimeGap> parse_gap(std::string_view text) {
  const std::size_t at = text.find('@');
  const auto slot = parse_pair(text.substr(0, at), '-');
  if (!slot || slot->second > std::numeric_limits<TimeStep>::max()) {
    return std::nullopt;
  }
  LifetimeGap gap;
  gap.lower = static_cast<TimeStep>(slot->first);
  gap.upper = static_cast<TimeStep>(slot->second);
  if (at != std::string_view::npos) {
    const auto window = parse_pair(text.substr(at + 1), ':');
    if (!window) {
      return std::nullopt;
    }
    gap.window_begin = window->first;
    gap.window_end = window->second;
  }
  return gap;
}

}  // namespace

std::optional<std::vector<LifetimeGap>> parse_gaps(std::string_view text) {
  std::vector<LifetimeGap> gaps;
  for (const std::string& word : split(text, ' ')) {
    if (word.empty()) {
      continue;
    }
    const auto gap = parse_gap(word);
    if (!gap) {
      return std::nullopt;
    }
    gaps.push_back(*gap);
  }
  return gaps;
}

}  // namespace spillway
