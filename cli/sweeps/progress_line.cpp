// SPDX-License-Identifier: Apache-2.0
#include "cli/sweeps/progress_line.h"

#include <cmath>
#include <ostream>

#include <fmt/format.h>

#include "base/terminal_text.h"
#include "traces/csv/csv_reader.h"

namespace spillway::cli {
namespace {

constexpr std::size_t terminal_columns = 79;

std::string duration_text(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

}  // namespace

ProgressLine::ProgressLine(std::ostream& out, bool watched, std::string header)
    : out_(out), watched_(watched), header_(std::move(header)) {}

ProgressLine::~ProgressLine() {
  if (started_) out_ << '\n';
}

void ProgressLine::note_best(std::string_view row) {
  CsvReader reader(fmt::format("{}{}\n", header_, row), "row");
  const auto latency = reader.require_column({"latency_us"});
  const auto memories = reader.require_column({"memories"});
  const auto planner = reader.require_column({"planner"});
  if (!reader.next_row() || reader.cell(latency).empty()) return;
  const double microseconds = reader.number(latency);
  if (!best_.empty() && microseconds >= best_us_) return;
  best_us_ = microseconds;
  best_ = fmt::format("{:.3f} ms {} {}", microseconds / 1e3, reader.cell(planner),
                      reader.cell(memories));
}

void ProgressLine::update(std::size_t done, std::size_t total, std::string_view row) {
  if (!watched_) return;
  if (!row.empty()) note_best(row);
  const Clock::time_point now = Clock::now();
  if (!started_) finished_before_ = done;
  if (started_ && done < total && now - shown_ < std::chrono::milliseconds(100)) return;
  started_ = true;
  shown_ = now;
  const std::chrono::duration<double> spent = now - start_;
  std::string line = fmt::format("{}/{}", done, total);
  if (done > finished_before_) {
    const double rate = static_cast<double>(done - finished_before_) / spent.count();
    line += fmt::format("  {:.1f} points/s  {} left", rate,
                        duration_text(static_cast<double>(total - done) / rate));
  }
  if (!best_.empty()) line += "  best " + best_;
  write_past_guard(out_, fmt::format("\r{:<{}}", terminal_text(line).substr(0, terminal_columns),
                                     terminal_columns));
  out_ << std::flush;
}

}  // namespace spillway::cli
