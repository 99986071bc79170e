// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planner/problem.h"

namespace spillway::test {

/// A row of a CSV of the reference data, as a map from column to cell. read_rows() returns all rows
/// of the CSV `path`. It does not interpret quotes, because these files have none.
using Row = std::map<std::string, std::string>;
std::vector<Row> read_rows(const std::string& path);

/// A vector of the reference data: a planning problem, and the offsets that the original tool gives
/// its buffers. The problem has a memory "fast" of `capacity` bytes and, if `two_memories`, an
/// unlimited memory "slow".
struct Vector {
  std::string name;  // name of the vector: GROUP__FILE, as in the expected results
  PlanningProblem problem;
  std::vector<std::optional<Bytes>> expected;  // the column expected_offset of the vector
};
Vector read_vector(const std::string& path, Bytes capacity, bool two_memories = false);

/// Returns the path of the vector (a planning problem of the reference data) whose name is `name`,
/// of the form GROUP__FILE.
std::string vector_path(const std::string& name);

/// Reads a file of expected results. Returns the placements by the names of buffers. In these
/// files, mem_id 1 is the fastest memory.
std::map<std::string, Placement> read_expected(const std::string& path);

/// Returns the paths of all files in the folder planners/`folder` of the reference data, sorted.
std::vector<std::string> expected_files(const std::string& folder);

}  // namespace spillway::test
