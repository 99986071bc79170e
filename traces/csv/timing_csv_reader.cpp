// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "traces/csv/csv_reader.h"
#include "traces/csv/timing_csv.h"

namespace spillway {
namespace {

// Returns the memory names in columns such as stall_SRAM_cycles, in the order of the columns.
std::vector<std::string> memory_names(const CsvReader& csv) {
  constexpr std::string_view before = "stall_";
  constexpr std::string_view after = "_cycles";
  std::vector<std::string> names;
  for (const std::string& column : csv.header()) {
    if (column.size() <= before.size() + after.size()) continue;
    const std::size_t middle = column.size() - before.size() - after.size();
    if (column.compare(0, before.size(), before) != 0) continue;
    if (column.compare(before.size() + middle, after.size(), after) != 0) continue;
    names.push_back(column.substr(before.size(), middle));
  }
  return names;
}

// Upper limits of the numbers in a row. Numbers of real runs are smaller. Sums and products of
// smaller numbers do not overflow 64 bits.
constexpr Kilohertz most_khz = 100'000'000;
constexpr std::int64_t longest_run_ms = 100'000'000;
constexpr Bytes most_bytes = Bytes{1} << 60;
constexpr std::int64_t most_macs = std::int64_t{1} << 56;

class TimingCsv {
 public:
  TimingCsv(const std::string& text, const std::string& source) : csv_(text, source) {
    for (const std::string& name : memory_names(csv_)) {
      MemoryActivity memory;
      memory.name = name;
      timing_.memories.push_back(std::move(memory));
      stall_.push_back(csv_.require_column({fmt::format("stall_{}_cycles", name)}));
      read_.push_back(csv_.require_column({fmt::format("{}_read_bytes", name)}));
      write_.push_back(csv_.require_column({fmt::format("{}_write_bytes", name)}));
      useful_.push_back(csv_.find_column({fmt::format("{}_useful_bytes", name)}));
    }
    // The columns `operator`, `latency_us` and `ticks` are permitted but not read, because their
    // numbers follow from the order of the rows and from the cycles.
    csv_.find_column({"operator"});
    csv_.find_column({"latency_us"});
    csv_.find_column({"ticks"});
    csv_.reject_unknown_columns();
  }

  Timing read() {
    while (csv_.next_row()) read_row();
    return std::move(timing_);
  }

 private:
  void read_row() {
    OperatorTiming op;
    op.name = text(name_);
    op.type = text(type_);
    op.note = text(note_);
    op.start = csv_.integer(start_, timing_.total, timing_.total);
    read_clock();
    op.end = csv_.integer(end_, op.start, timing_.clock.khz * longest_run_ms);
    op.compute = csv_.integer(compute_);
    op.dma_wait = csv_.integer(dma_wait_);
    op.overhead = csv_.integer(overhead_);
    if (host_) op.host = csv_.integer(*host_);
    op.macs = csv_.integer(macs_, 0, most_macs);
    for (std::size_t m = 0; m < timing_.memories.size(); ++m) {
      op.memory_stall.push_back(csv_.integer(stall_[m]));
      op.read_bytes.push_back(bytes(read_[m], timing_.memories[m].read_bytes));
      op.write_bytes.push_back(bytes(write_[m], timing_.memories[m].write_bytes));
      if (useful_[m]) {
        op.useful_bytes.push_back(bytes(*useful_[m], timing_.memories[m].useful_bytes));
      }
    }
    check_sum(op);
    timing_.total = op.end;
    timing_.operators.push_back(std::move(op));
  }

  // Returns the bytes in a cell of the current row, and adds them to `all`, which sums up the
  // column.
  Bytes bytes(CsvReader::Column column, Bytes& all) const {
    const Bytes bytes = csv_.integer(column, 0, most_bytes - all);
    all += bytes;
    return bytes;
  }

  // Throws unless compute, stalls, DMA wait, overhead and host of an operator add up to its total.
  // The function subtracts these cycles from the total and stops when the difference becomes
  // negative. Because none of the subtracted numbers is negative, the subtraction cannot overflow.
  void check_sum(const OperatorTiming& op) const {
    Cycles rest = csv_.integer(total_, op.total(), op.total());
    const auto take = [&](Cycles part) { rest = rest < 0 ? rest : rest - part; };
    for (const Cycles part : {op.compute, op.dma_wait, op.overhead, op.host}) take(part);
    for (const Cycles stall : op.memory_stall) take(stall);
    if (rest != 0) {
      csv_.reject(total_, "differs from the sum of compute, stalls, DMA wait, overhead and host");
    }
  }

  void read_clock() {
    const Kilohertz khz = csv_.integer(clock_, 1, most_khz);
    if (!timing_.operators.empty() && khz != timing_.clock.khz) {
      csv_.reject(clock_, "differs from the rows above");
    }
    timing_.clock.khz = khz;
  }

  std::string text(CsvReader::Column column) const {
    const std::optional<std::string> text = text_from_cell(csv_.cell(column));
    if (!text) csv_.reject(column, "has a malformed backslash escape");
    return *text;
  }

  CsvReader csv_;
  CsvReader::Column name_ = csv_.require_column({"name"});
  CsvReader::Column type_ = csv_.require_column({"type"});
  CsvReader::Column start_ = csv_.require_column({"start_cycles"});
  CsvReader::Column end_ = csv_.require_column({"end_cycles"});
  CsvReader::Column total_ = csv_.require_column({"total_cycles"});
  CsvReader::Column compute_ = csv_.require_column({"compute_cycles"});
  CsvReader::Column dma_wait_ = csv_.require_column({"dma_wait_cycles"});
  CsvReader::Column overhead_ = csv_.require_column({"overhead_cycles"});
  // Absent in tables of earlier versions, which counted the time of the host CPU as compute.
  std::optional<CsvReader::Column> host_ = csv_.find_column({"host_cycles"});
  CsvReader::Column macs_ = csv_.require_column({"macs"});
  CsvReader::Column clock_ = csv_.require_column({"clock_khz"});
  CsvReader::Column note_ = csv_.require_column({"note"});
  std::vector<CsvReader::Column> stall_, read_, write_;  // one column per memory
  // One column per memory; absent in tables of earlier versions.
  std::vector<std::optional<CsvReader::Column>> useful_;
  Timing timing_;
};

}  // namespace

Timing parse_timing_csv(const std::string& text, const std::string& source) {
  return TimingCsv(text, source).read();
}

}  // namespace spillway
