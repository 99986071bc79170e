// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/csv_reader.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <libfccp/csv.h>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {

// Splits the text into numbered lines with fast-cpp-csv-parser. The class CsvReader itself splits
// lines into cells, because fast-cpp-csv-parser does not report the column of a mistake.
class CsvReader::Lines {
 public:
  Lines(std::string text, const std::string& source)
      : text_(std::move(text)), reader_(source, text_.data(), text_.data() + text_.size()) {}

  const char* next() { return reader_.next_line(); }
  int number() const { return static_cast<int>(reader_.get_file_line()); }

 private:
  std::string text_;
  io::LineReader reader_;
};

CsvReader::CsvReader(std::string text, std::string source) : source_(std::move(source)) {
  if (text.find('\0') != std::string::npos) {
    throw input_error({source_}, "is not a CSV file: it holds zero bytes");
  }
  lines_ = std::make_unique<Lines>(std::move(text), source_);
  std::vector<Cell> cells;
  if (!read_record(cells)) {
    throw input_error({source_}, "is empty, expected a line of column names");
  }
  for (const Cell& cell : cells) header_.push_back(cell.text);
  is_requested_.resize(header_.size(), false);
}

CsvReader::~CsvReader() = default;

std::optional<CsvReader::Column> CsvReader::find_column(
    std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    requested_names_.emplace_back(name);
    const auto found = std::find(header_.begin(), header_.end(), name);
    if (found == header_.end()) continue;
    if (std::find(std::next(found), header_.end(), name) != header_.end()) {
      throw input_error({source_, line_}, "column '{}' appears twice", name);
    }
    const auto column = static_cast<Column>(std::distance(header_.begin(), found));
    is_requested_[column] = true;
    return column;
  }
  return std::nullopt;
}

CsvReader::Column CsvReader::require_column(std::initializer_list<std::string_view> names) {
  if (const std::optional<Column> column = find_column(names)) return *column;
  throw input_error({source_, line_}, "column '{}' is missing", *names.begin());
}

void CsvReader::reject_unknown_columns() const {
  for (Column column = 0; column < header_.size(); ++column) {
    if (is_requested_[column]) continue;
    throw input_error({source_, line_},
                      unknown_name_message("column", header_[column], requested_names_));
  }
}

bool CsvReader::next_row() {
  if (!read_record(cells_)) return false;
  if (cells_.size() == header_.size()) return true;
  throw input_error({source_, line_}, "row has {} cells, the header {} columns", cells_.size(),
                    header_.size());
}

// Returns the next line that is neither blank nor a comment; nullopt at the end of the text.
std::optional<std::string_view> CsvReader::next_line() {
  for (;;) {
    const char* line = lines_->next();
    if (line == nullptr) return std::nullopt;
    line_ = lines_->number();
    const std::string_view text = line;
    if (!trim(text).empty() && text.front() != '#') return text;
  }
}

bool CsvReader::read_record(std::vector<Cell>& cells) {
  cells.clear();
  try {
    const std::optional<std::string_view> line = next_line();
    if (!line) return false;
    std::size_t at = 0;
    do {
      cells.push_back(take_cell(*line, at));
    } while (at++ < line->size());
  } catch (const io::error::line_length_limit_exceeded&) {
    reject_row("line is too long");
  }
  return true;
}

// Returns the cell that begins at index `at` of the line, and moves `at` to the separator after the
// cell. For the last cell, `at` becomes the length of the line.
CsvReader::Cell CsvReader::take_cell(std::string_view line, std::size_t& at) const {
  at = std::min(line.find_first_not_of(" \t", at), line.size());
  Cell cell;
  cell.position = static_cast<int>(at) + 1;
  const bool quoted = at < line.size() && line[at] == '"';
  if (quoted) cell.text = take_quoted(line, at);
  const std::size_t end = std::min(line.find(',', at), line.size());
  const std::string_view rest = trim(line.substr(at, end - at));
  if (quoted && !rest.empty()) {
    throw input_error({source_, line_, static_cast<int>(at) + 1},
                      "expected a comma after the quoted cell");
  }
  if (!quoted) cell.text = rest;
  at = end;
  return cell;
}

// Returns the text of a quoted cell. `at` is the index of the opening quote; the function moves
// `at` past the closing quote.
std::string CsvReader::take_quoted(std::string_view line, std::size_t& at) const {
  const auto position = static_cast<int>(at) + 1;
  std::string text;
  for (;;) {
    const std::size_t quote = line.find('"', at + 1);
    if (quote == std::string_view::npos) {
      throw input_error({source_, line_, position}, "quoted cell is not closed on its line");
    }
    text += line.substr(at + 1, quote - at - 1);
    at = quote + 1;
    if (at >= line.size() || line[at] != '"') return text;
    text += '"';
  }
}

std::string_view CsvReader::cell(std::optional<Column> column) const {
  return column ? std::string_view(cells_[*column].text) : std::string_view();
}

std::int64_t CsvReader::integer(Column column, std::int64_t least, std::int64_t greatest) const {
  const std::optional<std::int64_t> value = parse_integer(cell(column));
  if (!value) reject(column, "expected a whole number");
  if (*value < least || *value > greatest) {
    reject(column, greatest == std::numeric_limits<std::int64_t>::max()
                       ? fmt::format("expected at least {}", least)
                       : fmt::format("expected {} to {}", least, greatest));
  }
  return *value;
}

double CsvReader::number(Column column) const {
  const std::optional<double> value = parse_number(cell(column));
  if (!value || !std::isfinite(*value)) reject(column, "expected a number");
  return *value;
}

void CsvReader::reject(Column column, const std::string& message) const {
  throw input_error({source_, line_, cells_[column].position}, "{} '{}': {}", header_[column],
                    cells_[column].text, message);
}

void CsvReader::reject_row(const std::string& message) const {
  throw input_error({source_, line_}, message);
}

}  // namespace spillway
