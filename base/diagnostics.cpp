// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/readable_message.h"
#include "base/terminal_text.h"
#include "base/text.h"

namespace spillway {
namespace {

std::string located(const SourceLocation& where, const std::string& message) {
  const std::string file = name_text(where.file);
  if (where.line <= 0) return fmt::format("{}: {}", file, message);
  if (where.column <= 0) return fmt::format("{}:{}: {}", file, where.line, message);
  return fmt::format("{}:{}:{}: {}", file, where.line, where.column, message);
}

// Returns the smallest number of insertions, deletions, replacements and swaps of neighbouring
// characters that turn one text into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

// Returns the largest edit distance between `name` and a candidate that is still suggested.
std::size_t largest_suggested_distance(std::string_view name) {
  constexpr std::size_t shortest = 3, short_word = 5;
  if (name.size() < shortest) return 0;
  return name.size() <= short_word ? 1 : std::max<std::size_t>(2, name.size() / 3);
}

// Whether two names begin alike, apart from leading dashes and a probable typing mistake: the first
// letter of one name must be the first or second letter of the other name. People who mistype the
// first letter mostly omit it, double it, or swap it with the second letter; they seldom replace it
// by another letter.
bool begins_alike(std::string_view a, std::string_view b) {
  const auto begin = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of('-'), text.size()), 2);
  };
  const std::string_view x = begin(a), y = begin(b);
  return x.substr(0, 1) == y.substr(0, 1) ||
         x.substr(0, 1) == y.substr(std::min<std::size_t>(1, y.size())) ||
         y.substr(0, 1) == x.substr(std::min<std::size_t>(1, x.size()));
}

}  // namespace

UserError::UserError(ExitCode code, const SourceLocation& where, const std::string& message)
    : std::runtime_error(readable_message(located(where, message))), code_(code) {}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = largest_suggested_distance(name) + 1;
  const std::string typed = lower_case(name);
  for (const std::string& candidate : candidates) {
    if (typed == lower_case(candidate)) return candidate;
    if (!begins_alike(typed, lower_case(candidate))) continue;
    const std::size_t longer = std::max(name.size(), candidate.size());
    const std::size_t shorter = std::min(name.size(), candidate.size());
    if (longer - shorter >= best_distance) continue;
    const std::size_t distance = edit_distance(typed, lower_case(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

namespace {

// Returns the candidates that begin with `name` and a separator: ethos-u55-128 for ethos-u55.
std::vector<std::string> members_of(std::string_view name,
                                    const std::vector<std::string>& candidates) {
  std::vector<std::string> members;
  for (const std::string& candidate : candidates) {
    const bool longer = !name.empty() && candidate.size() > name.size();
    if (!longer || candidate.compare(0, name.size(), name) != 0) continue;
    const char next = candidate[name.size()];
    if (next == '-' || next == '_' || next == '.') members.push_back(candidate);
  }
  return members;
}

}  // namespace

std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 const std::vector<std::string>& candidates) {
  const std::vector<std::string> members = members_of(name, candidates);
  if (members.size() > 1) {
    return fmt::format("unknown {} '{}'; there are: {}", kind, name, fmt::join(members, ", "));
  }
  const std::string near = members.size() == 1 ? members[0] : nearest_name(name, candidates);
  if (!near.empty()) return fmt::format("unknown {} '{}'; did you mean '{}'?", kind, name, near);
  if (candidates.empty()) return fmt::format("unknown {} '{}'; none is known here", kind, name);
  return fmt::format("unknown {} '{}'; expected one of: {}", kind, name,
                     fmt::join(candidates, ", "));
}

}  // namespace spillway
