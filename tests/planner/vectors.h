// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planner/problem.h"

namespace spillway::test {

/// The rows of a CSV of the reference data, by column name. These files contain no quotes and no
/// blanks.
using Row = std::map<std::string, std::string>;
std::vector<Row> read_rows(const std::string& path);

/// A vector of the reference data. It has a memory "fast" of `capacity` and, if `two_memories`, an
/// unlimited memory "slow".
struct Vector {
  std::string name;  // GROUP__FILE, as in the names of the expected results
  PlanningProblem problem;
  std::vector<std::optional<Bytes>> expected;  // the column expected_offset of the vector
};
Vector read_vector(const std::string& path, Bytes capacity, bool two_memories = false);

/// The path of the vector GROUP__FILE.
std::string vector_path(const std::string& name);

/// The placements in a file of expected results, by name of the buffer; mem_id 1 is the fastest
/// memory.
std::map<std::string, Placement> read_expected(const std::string& path);

/// The names of the expected results of all planners below planners/`folder`, sorted.
std::vector<std::string> expected_files(const std::string& folder);

}  // namespace spillway::test
