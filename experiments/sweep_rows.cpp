// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep_rows.h"

#include <algorithm>
#include <stdexcept>

#include "base/text.h"
#include "experiments/sweep_table.h"
#include "traces/csv_reader.h"

namespace spillway {
namespace {

constexpr std::string_view capacity_suffix = "_capacity_bytes";

const std::vector<std::string>& identity_names() {
  static const std::vector<std::string> names = split(sweep_identity_columns, ',');
  return names;
}

std::vector<CsvReader::Column> capacity_columns(const CsvReader& reader) {
  std::vector<CsvReader::Column> columns;
  for (std::size_t i = 0; i < reader.header().size(); ++i) {
    const std::string_view name = reader.header()[i];
    if (name.size() > capacity_suffix.size() &&
        name.substr(name.size() - capacity_suffix.size()) == capacity_suffix) {
      columns.push_back(i);
    }
  }
  return columns;
}

// Memories are listed fastest first, and a row has no cells for those that its target lacks.
void read_fastest(const CsvReader& reader, const std::vector<CsvReader::Column>& capacities,
                  SweepRow& row) {
  for (const CsvReader::Column column : capacities) {
    if (reader.cell(column).empty()) continue;
    const std::string& name = reader.header()[column];
    row.fast_memory = name.substr(0, name.size() - capacity_suffix.size());
    row.fast_bytes = reader.integer(column);
    return;
  }
}

// `sram=65536 dram=1048576` without one memory.
std::string without_memory(const std::string& memories, const std::string& left_out) {
  std::string kept;
  for (const std::string& word : split(memories, ' ')) {
    if (word.empty() || word.substr(0, word.find('=')) == left_out) continue;
    kept += (kept.empty() ? "" : " ") + word;
  }
  return kept;
}

}  // namespace

std::vector<SweepRow> read_sweep_rows(const std::string& csv, const std::string& source) {
  CsvReader reader(csv, source);
  std::vector<CsvReader::Column> identity;
  for (const std::string& name : identity_names())
    identity.push_back(reader.require_column({name}));
  const CsvReader::Column status = reader.require_column({"status"});
  const CsvReader::Column latency = reader.require_column({"latency_us"});
  const std::vector<CsvReader::Column> capacities = capacity_columns(reader);
  std::vector<SweepRow> rows;
  while (reader.next_row()) {
    SweepRow row;
    for (const CsvReader::Column column : identity) row.identity.push_back(reader.cell(column));
    row.status = reader.cell(status);
    if (!reader.cell(latency).empty()) {
      row.latency_us = reader.number(latency);
      read_fastest(reader, capacities, row);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::size_t identity_index(std::string_view column) {
  const auto& names = identity_names();
  const auto found = std::find(names.begin(), names.end(), column);
  if (found == names.end()) throw std::logic_error("no identity column " + std::string(column));
  return static_cast<std::size_t>(found - names.begin());
}

std::vector<std::string> identity_besides(const SweepRow& row,
                                          const std::vector<std::size_t>& left_out) {
  std::vector<std::string> cells = row.identity;
  std::string& memories = cells[identity_index("memories")];
  memories = without_memory(memories, row.fast_memory);
  for (const std::size_t cell : left_out) cells[cell].clear();
  return cells;
}

}  // namespace spillway
