// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planner/problem.h"

namespace spillway::test {

/// Rows of a CSV of the reference data, by column name. The files hold neither quotes nor blanks.
using Row = std::map<std::string, std::string>;
std::vector<Row> read_rows(const std::string& path);

/// A vector of the reference data with one memory, "fast", of `capacity`, and with a second,
/// unlimited one, "slow", when `two_memories`.
struct Vector {
  std::string name;  // GROUP__FILE, as in the names of the expected results
  PlanningProblem problem;
  std::vector<std::optional<Bytes>> expected;  // the vector's own expected_offset column
};
Vector read_vector(const std::string& path, Bytes capacity, bool two_memories = false);

/// Path of GROUP__FILE.
std::string vector_path(const std::string& name);

/// Placements of a file of expected results, by buffer name; mem_id 1 is the fastest memory.
std::map<std::string, Placement> read_expected(const std::string& path);

/// Names of the expected results of `planner`, below planners/`folder`, sorted.
std::vector<std::string> expected_files(const std::string& folder);

}  // namespace spillway::test
