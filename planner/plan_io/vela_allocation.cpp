// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"
#include "planner/check_problem.h"
#include "planner/plan_io/tool_plans.h"

namespace spillway {
namespace {

/// Parses one row: `START - END: ADDRESS - ADDRESS: SIZE: USAGE: PURPOSE: NAME`, where the field
/// USAGE may be missing. The name is the last field and may contain colons.
class AllocationRow {
 public:
  AllocationRow(const std::string& line, SourceLocation where)
      : line_(line), where_(std::move(where)) {}

  Buffer buffer() {
    Buffer buffer;
    buffer.lower = static_cast<TimeStep>(number(field("-"), latest));
    buffer.upper = static_cast<TimeStep>(number(field(":"), latest) + 1);
    begin_ = number(field("-"), largest_buffer);
    const Bytes end = number(field(":"), largest_buffer);
    buffer.size = number(field(":"), largest_buffer);
    if (buffer.size > end - begin_ && end != begin_) {
      reject(fmt::format("the size {} exceeds the address range", buffer.size));
    }
    std::string_view purpose = field(":");
    if (parse_integer(purpose)) {
      purpose = field(":");  // the field that was read first is the memory use
    }
    buffer.kind = kind_of(purpose);
    buffer.name = trim(std::string_view(line_).substr(at_));
    return buffer;
  }

  Bytes offset() const { return begin_; }

 private:
  static constexpr std::int64_t latest = std::numeric_limits<TimeStep>::max() - 1;

  std::string_view field(std::string_view separator) {
    start_ = at_;
    const std::size_t end = line_.find(separator, at_);
    if (end == std::string::npos) {
      reject(fmt::format("expected '{}' behind this field", separator));
    }
    at_ = end + separator.size();
    return trim(std::string_view(line_).substr(start_, end - start_));
  }

  std::int64_t number(std::string_view text, std::int64_t greatest) const {
    const auto value = parse_integer(text);
    if (!value || *value < 0 || *value > greatest) {
      reject(fmt::format("'{}': expected a number from 0 to {}", text, greatest));
    }
    return *value;
  }

  static TensorKind kind_of(std::string_view purpose) {
    if (purpose == "Weights" || purpose == "FSBias") {
      return purpose == "Weights" ? TensorKind::weight : TensorKind::bias;
    }
    return purpose == "Scratch" ? TensorKind::scratch : TensorKind::activation;
  }

  [[noreturn]] void reject(const std::string& message) const {
    SourceLocation where = where_;
    where.column = static_cast<int>(start_) + 1;
    throw input_error(where, message);
  }

  const std::string& line_;
  SourceLocation where_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  Bytes begin_ = 0;
};

bool looks_like_a_row(std::string_view line) {
  const std::string_view text = trim(line);
  return !text.empty() && text.front() >= '0' && text.front() <= '9' &&
         std::count(text.begin(), text.end(), ':') >= 4;
}

bool same_word(std::string_view a, std::string_view b) {
  const auto same_letter = [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_letter);
}

/// Returns the name of the memory area in a table's heading, in the spelling of `memories`.
std::string area_of(std::string_view heading, const std::vector<MemorySpace>& memories) {
  const std::string_view rest = heading.substr(vela_table_heading.size());
  const std::string area(trim(rest.substr(0, rest.find(','))));
  const auto same = std::find_if(memories.begin(), memories.end(), [&](const MemorySpace& memory) {
    return same_word(memory.name, area);
  });
  return same == memories.end() ? area : same->name;
}

/// Makes ids unique by adding "#2", "#3", ..., because several tables may contain the same name.
void make_ids_unique(PlanningProblem& problem) {
  std::vector<std::string> seen;
  for (Buffer& buffer : problem.buffers) {
    const std::string name = buffer.name;
    const auto uses = std::count(seen.begin(), seen.end(), name);
    seen.push_back(name);
    if (uses > 0) {
      buffer.name = fmt::format("{}#{}", name, uses + 1);
    }
  }
}

}  // namespace

PlacedProblem read_vela_allocation(const std::string& text, const std::string& source,
                                   const std::vector<MemorySpace>& memories) {
  PlacedProblem placed;
  placed.problem.memories = memories;
  MemoryIndex memory = no_memory;
  int number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    const std::string_view words = trim(line);
    if (words.rfind(vela_table_heading, 0) == 0) {
      memory = memory_named(placed.problem, area_of(words, memories), memories.empty(),
                            {source, number});
    } else if (memory != no_memory && looks_like_a_row(line)) {
      AllocationRow row(line, {source, number});
      placed.problem.buffers.push_back(row.buffer());
      placed.placements.push_back({memory, row.offset()});
      placed.rows.push_back({source, number});
    }
  }
  if (memory == no_memory) {
    throw input_error({source},
                      "holds no table 'Tensor Allocation for mem_area ...'; expected the output of "
                      "vela --verbose-allocation");
  }
  placed.expected.resize(placed.placements.size());
  make_ids_unique(placed.problem);
  check_problem(placed.problem, placed.rows);
  return placed;
}

}  // namespace spillway
