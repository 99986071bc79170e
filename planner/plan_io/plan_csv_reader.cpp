// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "base/text.h"
#include "planner/check_problem.h"
#include "planner/plan_io/plan_csv.h"
#include "traces/csv/csv_reader.h"
#include "traces/network_names.h"

namespace spillway {
namespace {

constexpr std::string_view kind_of_buffers = "weight_buffer";
constexpr std::string_view kind_of_made_up = "made_up";
constexpr std::string_view memory_outside = "outside";
constexpr std::int64_t latest_step = std::numeric_limits<TimeStep>::max() - 1;

/// Whether the text is two numbers of 0 to `most` with `separator` between them, the second larger
/// than the first.
bool is_range(std::string_view text, char separator, std::int64_t most) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return false;
  const auto low = parse_integer(text.substr(0, at));
  const auto high = parse_integer(text.substr(at + 1));
  return low && high && *low >= 0 && *low < *high && *high <= most;
}

/// Whether the word is a gap of MiniMalloc's column `gaps`: a time range during which a buffer
/// needs none of its bytes (`8-9`) or only a range of its bytes (`8-9@0:64`). Spillway's planners
/// reserve all bytes of the buffer during its gaps, which is always valid.
bool is_gap(std::string_view word) {
  const std::size_t at = word.find('@');
  const bool in_time = is_range(word.substr(0, at), '-', std::numeric_limits<TimeStep>::max());
  const bool has_window = at != std::string_view::npos;
  return in_time && (!has_window ||
                     is_range(word.substr(at + 1), ':', std::numeric_limits<std::int64_t>::max()));
}

class PlanCsv {
  using Column = std::optional<CsvReader::Column>;

 public:
  PlanCsv(std::string text, const std::string& source, const std::vector<MemorySpace>& memories)
      : source_(source), csv_(std::move(text), source), may_add_memories_(memories.empty()) {
    placed_.problem.memories = memories;
    csv_.reject_unknown_columns();
    require(id_, "id");
    require(lower_, "lower");
    require(upper_ ? upper_ : end_, "upper");
    require(size_, "size");
  }

  PlacedProblem read() {
    placed_.is_whole = flows_.has_value();
    while (csv_.next_row()) {
      read_row();
    }
    if (placed_.problem.memories.empty()) {
      placed_.problem.memories.push_back({"memory", unlimited, 1});
    }
    check_problem(placed_.problem, placed_.rows);
    return std::move(placed_);
  }

 private:
  void require(const Column& column, const char* name) const {
    if (!column) {
      throw input_error({source_, csv_.line()}, "column '{}' is missing", name);
    }
  }

  void read_row() {
    Buffer buffer;
    buffer.name = read_id();
    buffer.lower = static_cast<TimeStep>(csv_.integer(*lower_, 0, latest_step));
    buffer.upper = read_upper(buffer.lower);
    buffer.size = csv_.integer(*size_, 1, largest_buffer);
    buffer.alignment = integer(alignment_, 1, largest_alignment).value_or(1);
    buffer.tensor = static_cast<TensorIndex>(
        integer(tensor_, 0, std::numeric_limits<TensorIndex>::max()).value_or(no_tensor));
    buffer.kind = read_kind();
    buffer.reads = static_cast<std::int32_t>(integer(reads_, 0, latest_step).value_or(0));
    buffer.access_score = integer(score_, 0).value_or(0);
    buffer.offline_offset = offset(offline_);
    if (const auto layer = offset(stride2_)) {
      buffer.stride2_inplace_layer = static_cast<std::int32_t>(*layer);
    }
    check_gaps();
    placed_.whole.push_back(read_plan_row());
    placed_.placements.push_back(read_placement(placed_.whole.back()));
    placed_.expected.push_back(offset(expected_));
    placed_.rows.push_back({source_, csv_.line()});
    buffer.stays_unplaced = placed_.whole.back().outside;
    buffer.blocked_memories = blocked_memories();
    placed_.problem.buffers.push_back(std::move(buffer));
  }

  std::string read_id() const {
    const auto name = text_from_cell(csv_.cell(*id_));
    if (!name || name->empty()) {
      csv_.reject(*id_, "expected a name; a backslash begins an escape");
    }
    return name_text(*name);
  }

  TimeStep read_upper(TimeStep lower) const {
    const CsvReader::Column column = upper_ ? *upper_ : *end_;
    const std::int64_t inclusive = upper_ ? 0 : 1;
    const std::int64_t upper = csv_.integer(column, 0, latest_step - inclusive) + inclusive;
    if (upper <= lower) {
      csv_.reject(column, fmt::format("the lifetime ends before it starts at {}", lower));
    }
    return static_cast<TimeStep>(upper);
  }

  std::optional<std::int64_t> integer(
      const Column& column, std::int64_t least,
      std::int64_t greatest = std::numeric_limits<std::int64_t>::max()) const {
    if (csv_.cell(column).empty()) {
      return std::nullopt;
    }
    return csv_.integer(*column, least, greatest);
  }

  /// Returns the offset in the cell; nothing if the cell is empty or has the value -1.
  std::optional<Bytes> offset(const Column& column) const {
    const std::optional<std::int64_t> value = integer(column, -1, largest_buffer);
    return value && *value >= 0 ? value : std::nullopt;
  }

  PlanRow read_plan_row() {
    PlanRow row;
    if (csv_.cell(kind_) == kind_of_buffers) row.kind = ResidencyKind::weight_buffer;
    if (csv_.cell(kind_) == kind_of_made_up) row.kind = ResidencyKind::made_up;
    row.outside = csv_.cell(memory_) == memory_outside;
    row.memory = named_memory();
    row.place_column = column_of_place();
    row.inside = name(inside_);
    row.behind = name(behind_);
    const Column& other = row.behind.empty() ? inside_ : behind_;
    if (other) row.other_column = csv_.position(*other);
    row.shared_until = static_cast<TimeStep>(integer(shared_until_, 0, latest_step).value_or(0));
    row.copied_from = name(from_);
    row.copy_after = static_cast<TimeStep>(integer(copy_after_, 0, latest_step).value_or(0));
    row.copy_before = static_cast<TimeStep>(integer(copy_before_, 0, latest_step).value_or(0));
    row.flows = csv_.cell(flows_);
    row.serves = csv_.cell(serves_);
    row.cascade = csv_.cell(cascade_);
    row.format = format();
    row.blocks = blocks();
    return row;
  }

  OperatorBlocks blocks() const {
    OperatorBlocks blocks;
    for (const std::string& item : split(std::string(csv_.cell(block_)), ' ')) {
      if (item.empty()) continue;
      const auto block = parse_block_text(item);
      if (!block) {
        csv_.reject(*block_, fmt::format("expected OPERATOR=HEIGHTxWIDTHxDEPTH, not '{}'",
                                         terminal_text(item)));
      }
      blocks.insert(*block);
    }
    return blocks;
  }

  std::optional<TensorLayout> format() const {
    const std::string_view text = csv_.cell(format_);
    if (text.empty()) return std::nullopt;
    if (text != "nhwc" && text != "nhcwb16") {
      csv_.reject(*format_, fmt::format("expected nhwc or nhcwb16, not '{}'", terminal_text(text)));
    }
    return text == "nhwc" ? TensorLayout::nhwc : TensorLayout::nhcwb16;
  }

  /// Returns the name of another row that the cell contains; empty if the cell is empty.
  std::string name(const Column& column) const {
    if (csv_.cell(column).empty()) return "";
    const auto text = text_from_cell(csv_.cell(column));
    if (!text) csv_.reject(*column, "expected a name; a backslash begins an escape");
    return name_text(*text);
  }

  TensorKind read_kind() const {
    if (csv_.cell(kind_).empty()) {
      return TensorKind::activation;
    }
    if (csv_.cell(kind_) == kind_of_buffers) return TensorKind::weight;
    if (csv_.cell(kind_) == kind_of_made_up) return TensorKind::constant;
    const auto kind = tensor_kind_from_name(csv_.cell(kind_));
    if (!kind) {
      csv_.reject(*kind_, unknown_name_message("kind", csv_.cell(kind_), tensor_kind_names()));
    }
    return *kind;
  }

  void check_gaps() const {
    for (const std::string& word : split(csv_.cell(gaps_), ' ')) {
      if (word.empty() || is_gap(word)) continue;
      csv_.reject(*gaps_, "expected gaps like '2-5' or '2-5@0:64', separated by blanks");
    }
  }

  /// Returns the memory that the row names; no_memory if the cell is empty or is `outside`.
  MemoryIndex named_memory() {
    const std::string name(csv_.cell(memory_));
    if (name.empty() || name == memory_outside) return no_memory;
    return memory_named(placed_.problem, name, may_add_memories_,
                        {source_, csv_.line(), csv_.position(*memory_)});
  }

  std::vector<MemoryIndex> blocked_memories() {
    std::vector<MemoryIndex> blocked;
    for (const std::string& name : split(csv_.cell(not_in_), ' ')) {
      if (name.empty()) continue;
      blocked.push_back(memory_named(placed_.problem, name, may_add_memories_,
                                     {source_, csv_.line(), csv_.position(*not_in_)}));
    }
    return blocked;
  }

  int column_of_place() const {
    if (!csv_.cell(memory_).empty()) return csv_.position(*memory_);
    if (!csv_.cell(not_in_).empty()) return csv_.position(*not_in_);
    if (!csv_.cell(behind_).empty()) return csv_.position(*behind_);
    return offset_ ? csv_.position(*offset_) : 0;
  }

  Placement read_placement(const PlanRow& row) const {
    const std::optional<Bytes> at = offset(offset_);
    if (row.outside || !at) return {};
    return {std::max<MemoryIndex>(row.memory, 0), *at};
  }

  std::string source_;
  CsvReader csv_;
  bool may_add_memories_;
  PlacedProblem placed_;
  Column id_ = csv_.find_column({"id", "buffer_id", "buffer"});
  Column lower_ = csv_.find_column({"lower", "start", "begin"});
  Column upper_ = csv_.find_column({"upper"});
  Column end_ = csv_.find_column({"end"});
  Column size_ = csv_.find_column({"size"});
  Column alignment_ = csv_.find_column({"alignment"});
  Column hint_ = csv_.find_column({"hint"});
  Column gaps_ = csv_.find_column({"gaps"});
  Column offset_ = csv_.find_column({"offset"});
  Column tensor_ = csv_.find_column({"tensor"});
  Column memory_ = csv_.find_column({"memory"});
  Column kind_ = csv_.find_column({"kind"});
  Column reads_ = csv_.find_column({"reads"});
  Column score_ = csv_.find_column({"access_score"});
  Column offline_ = csv_.find_column({"offline"});
  Column stride2_ = csv_.find_column({"stride2_inplace_idx"});
  Column inside_ = csv_.find_column({"inside"});
  Column behind_ = csv_.find_column({"behind"});
  Column not_in_ = csv_.find_column({"not_in"});
  Column shared_until_ = csv_.find_column({"shared_until"});
  Column from_ = csv_.find_column({"copied_from"});
  Column copy_after_ = csv_.find_column({"copy_after"});
  Column copy_before_ = csv_.find_column({"copy_before"});
  Column flows_ = csv_.find_column({"flows"});
  Column serves_ = csv_.find_column({"serves"});
  Column cascade_ = csv_.find_column({"cascade"});
  Column format_ = csv_.find_column({"format"});
  Column block_ = csv_.find_column({"block"});
  Column expected_ = csv_.find_column({"expected_offset"});
};

}  // namespace

PlacedProblem read_plan_csv(std::string text, const std::string& source,
                            const std::vector<MemorySpace>& memories) {
  return PlanCsv(std::move(text), source, memories).read();
}

}  // namespace spillway
