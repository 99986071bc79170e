// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <fmt/format.h>

#include "base/text.h"
#include "planner/check_problem.h"
#include "planner/plan_io/tool_plans.h"

namespace spillway {
namespace {

/// Reads the numbers of one line of the planner's output. Each number is found by the text in front
/// of it.
class PrintedBuffer {
 public:
  PrintedBuffer(const std::string& line, SourceLocation where)
      : line_(line), where_(std::move(where)) {}

  std::int64_t number(const std::string& before, std::int64_t greatest) const {
    const std::size_t found = line_.find(before);
    if (found == std::string::npos) reject(0, "expected '" + before + "'");
    const std::size_t begin = found + before.size();
    const std::size_t end = line_.find_first_not_of("0123456789-", begin);
    const std::string_view digits = std::string_view(line_).substr(begin, end - begin);
    const auto value = parse_integer(digits);
    if (value && *value >= 0 && *value <= greatest) return *value;
    reject(begin, fmt::format("'{}': expected a number from 0 to {}", digits, greatest));
  }

 private:
  [[noreturn]] void reject(std::size_t at, const std::string& message) const {
    SourceLocation where = where_;
    where.column = static_cast<int>(at) + 1;
    throw input_error(where, message);
  }

  const std::string& line_;
  SourceLocation where_;
};

}  // namespace

PlacedProblem read_tflm_plan(const std::string& text, const std::string& source,
                             const std::vector<MemorySpace>& memories) {
  constexpr std::int64_t latest = std::numeric_limits<TimeStep>::max() - 1;
  PlacedProblem placed;
  placed.problem.memories = memories;
  if (memories.empty()) placed.problem.memories.push_back({"arena"});
  int number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    if (line.find(tflm_last_field) == std::string::npos) continue;
    const PrintedBuffer row(line, {source, number});
    Buffer buffer;
    buffer.name = fmt::format("id {}", row.number("(id=", latest));
    buffer.size = row.number("size=", largest_buffer);
    buffer.lower = static_cast<TimeStep>(row.number("first_used=", latest));
    const std::string last(tflm_last_field);
    buffer.upper = static_cast<TimeStep>(row.number(last, latest) + 1);
    placed.problem.buffers.push_back(buffer);
    placed.placements.push_back({0, row.number("offset=", largest_buffer)});
    placed.rows.push_back({source, number});
  }
  if (placed.rows.empty()) {
    throw input_error({source},
                      "holds no line 'X (id=0): size=..., offset=..., first_used=... "
                      "last_used=...'; expected the output of TFLM's PrintMemoryPlan()");
  }
  placed.expected.resize(placed.placements.size());
  check_problem(placed.problem, placed.rows);
  return placed;
}

}  // namespace spillway
