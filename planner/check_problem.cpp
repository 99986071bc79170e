// SPDX-License-Identifier: Apache-2.0
#include "planner/check_problem.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/blocks.h"

namespace spillway {
namespace {

class ProblemChecker {
 public:
  ProblemChecker(const PlanningProblem& problem, const std::vector<SourceLocation>& rows,
                 ExitCode code = ExitCode::input_file)
      : problem_(problem), rows_(rows), code_(code) {}

  void check() const {
    check_names();
    check_common_alignment();
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      check_size(i);
      check_lifetime(i);
      check_memories(i);
      check_outer(i);
      check_offset(i);
    }
    check_fixed_overlaps();
  }

  void check_pins() const {
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      check_alignment(i);
      check_memories(i);
      check_offset(i);
    }
    check_fixed_overlaps();
  }

  void check_capacity() const {
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      const Bytes capacity = largest_memory_for(problem_.buffers[i]);
      if (!problem_.buffers[i].stays_unplaced && problem_.buffers[i].size > capacity) {
        fail(ExitCode::run_failed, i,
             fmt::format(
                 "its {} bytes exceed the largest memory it may use, {} bytes: {} bytes over",
                 with_thousands(problem_.buffers[i].size), with_thousands(capacity),
                 with_thousands(problem_.buffers[i].size - capacity)));
      }
    }
  }

 private:
  [[noreturn]] void fail(ExitCode code, std::size_t index, const std::string& what) const {
    const std::string& name = problem_.buffers[index].name;
    if (index < rows_.size()) {
      throw UserError(code, rows_[index], fmt::format("buffer '{}': {}", name, what));
    }
    throw UserError(code, fmt::format("buffer '{}' (number {}): {}", name, index + 1, what));
  }

  [[noreturn]] void fail(std::size_t index, const std::string& what) const {
    fail(code_, index, what);
  }

  std::string place_of(std::size_t index) const {
    return index < rows_.size() && rows_[index].line > 0 ? fmt::format("line {}", rows_[index].line)
                                                         : fmt::format("number {}", index + 1);
  }

  void check_names() const {
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      const auto [first, added] = seen.emplace(problem_.buffers[i].name, i);
      if (!added) {
        fail(i,
             fmt::format("the id is used twice; it is also that of {}", place_of(first->second)));
      }
    }
  }

  /// Checks the common multiple of all alignments: some planners align a group of buffers to the
  /// common multiple of their alignments.
  void check_common_alignment() const {
    Bytes common = 1;
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      check_alignment(i);
      common = std::lcm(common, problem_.buffers[i].alignment);
      if (common > largest_alignment) {
        fail(i, fmt::format("alignment {} and those before it have no common multiple up to 2^30",
                            problem_.buffers[i].alignment));
      }
    }
  }

  void check_size(std::size_t i) const {
    const Bytes size = problem_.buffers[i].size;
    if (size < 1 || size > largest_buffer) {
      fail(i, fmt::format("size {}; expected 1 to 2^40 bytes", size));
    }
  }

  void check_lifetime(std::size_t i) const {
    const Buffer& buffer = problem_.buffers[i];
    if (buffer.lower < 0) {
      fail(i, fmt::format("lifetime starts at {}; expected 0 or later", buffer.lower));
    }
    if (buffer.upper <= buffer.lower) {
      fail(i, fmt::format("lifetime [{}, {}) ends before it starts; the upper end is exclusive",
                          buffer.lower, buffer.upper));
    }
  }

  void check_alignment(std::size_t i) const {
    const Bytes alignment = problem_.buffers[i].alignment;
    if (alignment < 1 || alignment > largest_alignment) {
      fail(i, fmt::format("alignment {}; expected 1 to 2^30", alignment));
    }
  }

  bool exists(MemoryIndex memory) const {
    return memory >= 0 && static_cast<std::size_t>(memory) < problem_.memories.size();
  }

  void check_memories(std::size_t i) const {
    const Buffer& buffer = problem_.buffers[i];
    if (buffer.pinned_memory && !exists(*buffer.pinned_memory)) {
      fail(i, "it is pinned to a memory that does not exist");
    }
    for (std::size_t m = 0; m < problem_.memories.size(); ++m) {
      if (may_use(buffer, static_cast<MemoryIndex>(m))) {
        return;
      }
    }
    if (!problem_.memories.empty()) {
      fail(i, "every memory is blocked for it");
    }
  }

  void check_outer(std::size_t i) const {
    const auto inside_of = [&](BufferIndex buffer) {
      return at(problem_.buffers, buffer).placed_inside;
    };
    auto inside = problem_.buffers[i].placed_inside;
    for (std::size_t depth = 0; inside; ++depth) {
      if (inside->inside < 0 ||
          static_cast<std::size_t>(inside->inside) >= problem_.buffers.size()) {
        fail(i, "it is placed inside a buffer that does not exist");
      }
      if (depth >= problem_.buffers.size()) {
        fail(i, "it is placed inside itself");
      }
      const Buffer& outer = at(problem_.buffers, inside->inside);
      if (depth == 0 && !inside->behind &&
          (inside->offset < 0 || inside->offset + problem_.buffers[i].size > outer.size)) {
        fail(i, fmt::format("it sticks out of '{}', inside which it is placed", outer.name));
      }
      inside = inside_of(inside->inside);
    }
  }

  void check_offset(std::size_t i) const {
    const Buffer& buffer = problem_.buffers[i];
    if (buffer.pinned_offset &&
        (*buffer.pinned_offset < 0 || *buffer.pinned_offset % buffer.alignment != 0)) {
      fail(i, fmt::format("fixed offset {}; expected a multiple of {}, 0 or above",
                          *buffer.pinned_offset, buffer.alignment));
    }
  }

  void check_fixed_overlaps() const {
    std::vector<std::size_t> fixed;
    for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
      if (problem_.buffers[i].pinned_offset && !problem_.buffers[i].stays_unplaced) {
        fixed.push_back(i);
      }
    }
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const bool share = root_of(fixed[i]) == root_of(fixed[j]);
        if (!share && collide(problem_.buffers[fixed[i]], problem_.buffers[fixed[j]])) {
          fail(fixed[i], fmt::format("its fixed offset makes it overlap '{}' ({})",
                                     problem_.buffers[fixed[j]].name, place_of(fixed[j])));
        }
      }
    }
  }

  /// Returns the buffer that is reached from buffer `i` by following relative placements; `i`
  /// itself if it has none.
  std::size_t root_of(std::size_t i) const {
    while (const auto& inside = problem_.buffers[i].placed_inside) {
      i = static_cast<std::size_t>(inside->inside);
    }
    return i;
  }

  static bool collide(const Buffer& a, const Buffer& b) {
    return a.pinned_memory.value_or(0) == b.pinned_memory.value_or(0) && live_together(a, b) &&
           *a.pinned_offset < *b.pinned_offset + b.size &&
           *b.pinned_offset < *a.pinned_offset + a.size;
  }

  Bytes largest_memory_for(const Buffer& buffer) const {
    Bytes largest = 0;
    for (std::size_t m = 0; m < problem_.memories.size(); ++m) {
      if (may_use(buffer, static_cast<MemoryIndex>(m))) {
        largest = std::max(largest, problem_.memories[m].capacity);
      }
    }
    return largest;
  }

  const PlanningProblem& problem_;
  const std::vector<SourceLocation>& rows_;
  ExitCode code_;
};

}  // namespace

void check_problem(const PlanningProblem& problem, const std::vector<SourceLocation>& rows) {
  ProblemChecker(problem, rows).check();
}

void check_capacity(const PlanningProblem& problem, const std::vector<SourceLocation>& rows) {
  ProblemChecker(problem, rows).check_capacity();
}

void check_pins(const PlanningProblem& problem) {
  ProblemChecker(problem, {}, ExitCode::usage).check_pins();
}

}  // namespace spillway
