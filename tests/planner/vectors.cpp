// SPDX-License-Identifier: Apache-2.0
#include "tests/planner/vectors.h"

#include <algorithm>
#include <filesystem>

#include "base/files/files.h"
#include "base/text.h"
#include "tests/reference.h"

namespace spillway::test {
namespace {

std::optional<std::int64_t> cell(const Row& row, const std::string& column) {
  const auto found = row.find(column);
  return found == row.end() ? std::nullopt : parse_integer(found->second);
}

Buffer to_buffer(const Row& row) {
  Buffer buffer;
  buffer.name = row.at("buffer");
  buffer.lower = static_cast<TimeStep>(*cell(row, "lower"));
  buffer.upper = static_cast<TimeStep>(*cell(row, "upper"));
  buffer.size = *cell(row, "size");
  buffer.alignment = cell(row, "alignment").value_or(1);
  buffer.reads = static_cast<std::int32_t>(cell(row, "reads").value_or(0));
  buffer.access_score = cell(row, "access_score").value_or(0);
  const auto offline = cell(row, "offline");
  if (offline && *offline >= 0) {
    buffer.offline_offset = *offline;
  }
  const auto stride2 = cell(row, "stride2_inplace_idx");
  if (stride2 && *stride2 >= 0) {
    buffer.stride2_inplace_layer = static_cast<std::int32_t>(*stride2);
  }
  return buffer;
}

void read_operators(const std::string& path, PlanningProblem& problem) {
  std::map<std::string, BufferIndex> index;
  for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
    index[problem.buffers[i].name] = static_cast<BufferIndex>(i);
  }
  for (const Row& row : read_rows(path)) {
    BufferOperator op;
    op.name = row.at("op");
    for (const std::string& input : split(row.at("inputs"), ' ')) {
      op.inputs.push_back(index.at(input));
    }
    op.outputs = {index.at(row.at("output"))};
    op.overlappable = row.at("memory_overlappable") == "1";
    problem.operators.push_back(std::move(op));
  }
}

}  // namespace

std::vector<Row> read_rows(const std::string& path) {
  std::vector<Row> rows;
  std::vector<std::string> header;
  for (const std::string& line : split(read_text(path), '\n')) {
    const std::vector<std::string> cells = split(trim(line), ',');
    if (trim(line).empty()) {
      continue;
    }
    if (header.empty()) {
      header = cells;
      continue;
    }
    Row row;
    for (std::size_t i = 0; i < header.size() && i < cells.size(); ++i) {
      row[header[i]] = cells[i];
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Vector read_vector(const std::string& path, Bytes capacity, bool two_memories) {
  const std::filesystem::path file(path);
  Vector vector;
  vector.name = file.parent_path().filename().string() + "__" + file.stem().string();
  for (const Row& row : read_rows(path)) {
    vector.problem.buffers.push_back(to_buffer(row));
    vector.expected.push_back(cell(row, "expected_offset"));
  }
  vector.problem.memories = {{"fast", capacity, 1}};
  if (two_memories) {
    vector.problem.memories.push_back({"slow", unlimited, 1});
  }
  const std::string operators = path.substr(0, path.size() - 4) + ".ops.csv";
  if (std::filesystem::exists(operators)) {
    read_operators(operators, vector.problem);
  }
  return vector;
}

std::string vector_path(const std::string& name) {
  const std::size_t split_at = name.find("__");
  return shared_path("reference/planners/vectors/" + name.substr(0, split_at) + "/" +
                     name.substr(split_at + 2) + ".csv");
}

std::map<std::string, Placement> read_expected(const std::string& path) {
  std::map<std::string, Placement> placements;
  for (const Row& row : read_rows(path)) {
    const auto memory = cell(row, "mem_id").value_or(1) - 1;
    placements[row.at("buffer")] = {static_cast<MemoryIndex>(memory), *cell(row, "offset")};
  }
  return placements;
}

std::vector<std::string> expected_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(shared_path("reference/planners/" + folder))) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace spillway::test
