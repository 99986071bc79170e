// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "experiments/answers/explain.h"

namespace spillway {
namespace {

constexpr std::size_t most_named = 8;

// Returns the number of the operator with the name `name`, or of the only operator whose name
// contains `name`.
std::size_t operator_named(const std::string& name, const Timing& timing) {
  std::vector<std::size_t> whole, part;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < timing.operators.size(); ++i) {
    const std::string& candidate = timing.operators[i].name;
    names.push_back(candidate);
    if (candidate == name) whole.push_back(i);
    if (candidate.find(name) != std::string::npos) part.push_back(i);
  }
  const std::vector<std::size_t>& found = whole.empty() ? part : whole;
  if (found.size() == 1) return found[0];
  if (found.empty()) {
    const std::string near = nearest_name(name, names);
    throw usage_error(
        near.empty()
            ? fmt::format(
                  "--op: no operator is called '{}'; 'spillway run --group-by op' lists them", name)
            : fmt::format("--op: no operator is called '{}'; did you mean '{}'?", name, near));
  }
  std::string list;
  for (std::size_t i = 0; i < found.size() && i < most_named; ++i) {
    list += fmt::format("{}{} {}", i == 0 ? "" : ", ", found[i], names[found[i]]);
  }
  throw usage_error("--op: '{}' is the name of {} operators; give a number: {}{}", name,
                    found.size(), list, found.size() > most_named ? ", ..." : "");
}

}  // namespace

std::size_t find_operator(const std::string& text, const Timing& timing) {
  const auto number = parse_integer(text);
  if (!number) return operator_named(text, timing);
  const auto count = static_cast<std::int64_t>(timing.operators.size());
  if (*number >= 0 && *number < count) return static_cast<std::size_t>(*number);
  throw usage_error("--op {}: the network has operators 0 to {}", *number, count - 1);
}

}  // namespace spillway
