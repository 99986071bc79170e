// SPDX-License-Identifier: Apache-2.0
#include "experiments/rows/sweep_rows.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "base/files/files.h"
#include "base/text.h"
#include "experiments/point/options_cell.h"
#include "experiments/rows/sweep_columns.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

constexpr std::string_view capacity_suffix = "_capacity_bytes";

const std::vector<std::string>& identity_names() {
  static const std::vector<std::string> names = split(sweep_identity_columns, ',');
  if (names.size() != identity_cells) throw std::logic_error("other identity columns");
  return names;
}

std::vector<CsvReader::Column> capacity_columns(const CsvReader& reader) {
  std::vector<CsvReader::Column> columns;
  for (std::size_t i = 0; i < reader.header().size(); ++i) {
    if (ends_with(reader.header()[i], capacity_suffix)) columns.push_back(i);
  }
  return columns;
}

// Returns the column with the capacity of the target's fastest memory for the current row. The
// columns of memories begin with the fastest memory. Cells of memories that the target does not
// have are empty. So the result is the first column whose cell is not empty.
std::optional<CsvReader::Column> fastest_memory(const CsvReader& reader,
                                                const std::vector<CsvReader::Column>& capacities) {
  const auto found =
      std::find_if(capacities.begin(), capacities.end(),
                   [&](CsvReader::Column column) { return !reader.cell(column).empty(); });
  return found == capacities.end() ? std::nullopt : std::optional(*found);
}

std::string memory_name(const std::string& column) {
  return column.substr(0, column.size() - capacity_suffix.size());
}

// Returns a cell like "sram=65536 dram=1048576" without the memory `left_out`.
std::string without_memory(const std::string& memories, const std::string& left_out) {
  std::string kept;
  for (const std::string& word : split(memories, ' ')) {
    if (word.empty() || word.substr(0, word.find('=')) == left_out) continue;
    kept += (kept.empty() ? "" : " ") + word;
  }
  return kept;
}

}  // namespace

SweepRows::SweepRows() { number_of(""); }

std::uint32_t SweepRows::number_of(const std::string& text) {
  const auto known = numbers_.find(text);
  if (known != numbers_.end()) return known->second;
  const auto number = static_cast<std::uint32_t>(texts_.size());
  numbers_.emplace(texts_.emplace_back(text), number);
  return number;
}

// `options` is the number (index into texts_) of the text of a cell `options`. Removes from this
// text the options for which competes() is true, such as `arena` and `weight-policy`, and returns
// the number of the remaining text. If the text has an option that this version of Spillway does
// not know, returns `options`.
std::uint32_t SweepRows::task_options_of(std::uint32_t options) {
  if (options == 0) return 0;
  const auto [entry, added] = task_options_.try_emplace(options, options);
  if (!added) return entry->second;
  try {
    entry->second = number_of(cell_of_options(std::string(texts_[options]), false));
  } catch (const UserError&) {
    entry->second = options;
  }
  return entry->second;
}

void SweepRows::add(const std::string& csv, const std::string& source) {
  CsvReader reader(csv, source);
  std::vector<CsvReader::Column> identity;
  for (const std::string& name : identity_names()) {
    identity.push_back(reader.require_column({name}));
  }
  const CsvReader::Column status = reader.require_column({"status"});
  const CsvReader::Column latency = reader.require_column({"latency_us"});
  const std::vector<CsvReader::Column> capacities = capacity_columns(reader);
  const std::size_t memories = identity_index("memories");
  const std::size_t options = identity_index("options");
  while (reader.next_row()) {
    SweepRow row;
    for (std::size_t i = 0; i < identity_cells; ++i) {
      row.identity[i] = number_of(reader.cell(identity[i]));
    }
    row.status = &texts_[number_of(reader.cell(status))];
    std::string memory;
    if (!reader.cell(latency).empty()) {
      row.latency_us = reader.number(latency);
      if (const auto fastest = fastest_memory(reader, capacities)) {
        memory = memory_name(reader.header()[*fastest]);
        row.fast_bytes = reader.integer(*fastest);
      }
    }
    row.fast_memory = &texts_[number_of(memory)];
    row.other_memories = number_of(without_memory(cell(row, memories), memory));
    row.task_options = task_options_of(row.identity[options]);
    rows_.push_back(row);
  }
}

SweepRows read_sweep_rows(const std::string& csv, const std::string& source) {
  SweepRows rows;
  rows.add(csv, source);
  return rows;
}

SweepRows read_sweep_file(const std::string& path) {
  constexpr std::size_t piece_bytes = 64 * 1024;
  std::ifstream file(path, std::ios::binary);
  std::string header, line;
  // For a file without a line, read_text() or read_sweep_rows() throws an error with the reason.
  if (!std::getline(file, header)) return read_sweep_rows(read_text(path), path);
  SweepRows rows;
  while (file) {
    std::string piece = header + "\n";
    while (piece.size() < piece_bytes && std::getline(file, line)) piece += line + "\n";
    rows.add(piece, path);
  }
  return rows;
}

std::size_t identity_index(std::string_view column) {
  const auto& names = identity_names();
  const auto found = std::find(names.begin(), names.end(), column);
  if (found == names.end()) throw std::logic_error("no identity column " + std::string(column));
  return static_cast<std::size_t>(found - names.begin());
}

IdentityKey identity_besides(const SweepRow& row, const std::vector<std::size_t>& left_out) {
  static const std::size_t memories = identity_index("memories");
  IdentityKey key = row.identity;
  key[memories] = row.other_memories;
  for (const std::size_t cell : left_out) key[cell] = 0;
  return key;
}

}  // namespace spillway
