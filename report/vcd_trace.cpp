// SPDX-License-Identifier: Apache-2.0
#include "report/vcd_trace.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "base/index.h"
#include "base/version.h"

namespace spillway {
namespace {

constexpr std::int32_t no_operator = -1;

// Returns a name as an identifier that waveform viewers accept: letters, digits and underscores, no
// digit at the beginning.
std::string identifier(const std::string& name) {
  std::string text;
  for (const char c : name) text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  const bool starts_well = !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0;
  return starts_well ? text : "_" + text;
}

// Returns a text that is safe in the $comment section of a VCD file, which ends at the word $end:
// each `$` is replaced by an underscore, and each control character, such as a line break, by a
// blank.
std::string comment(std::string text) {
  std::replace(text.begin(), text.end(), '$', '_');
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return text;
}

// Returns the short name of a variable in the file: its number, written with the 94 printable
// characters as digits (base 94).
std::string code(std::size_t number) {
  constexpr std::size_t base = 94;
  std::string text;
  do {
    text += static_cast<char>('!' + number % base);
    number /= base;
  } while (number > 0);
  return text;
}

std::string binary(std::int32_t value) {
  if (value == no_operator) return "bx";
  return fmt::format("b{:b}", value);
}

/// An event at which a lane of an engine or port becomes busy or idle. An engine has several lanes
/// if it works on several tasks at the same time.
struct Change {
  Picoseconds time = 0;
  std::size_t lane = 0;
  bool busy = false;
  std::int32_t op = no_operator;
};

/// The lanes of all engines and ports, and the values of their variables over time.
class Waves {
 public:
  explicit Waves(const Timing& timing) : timing_(timing) {
    for (const TraceSlice& slice : timing.slices) add(slice);
    end_last_slice();
    // Slices are sorted by lane and, within a lane, by time. This sort orders the changes of all
    // lanes by time.
    std::stable_sort(changes_.begin(), changes_.end(),
                     [](const Change& a, const Change& b) { return a.time < b.time; });
    initial_states_.resize(lanes_.size());
    for (const Change& change : changes_) {
      if (change.time == 0) initial_states_[change.lane] = change;
    }
  }

  std::string declarations() const;
  std::string initial_values() const;
  std::string changes() const;

 private:
  struct Lane {
    std::uint16_t track, index;
  };

  void add(const TraceSlice& slice);
  void end_last_slice();

  const Timing& timing_;
  std::vector<Lane> lanes_;
  Picoseconds last_end_ = 0;
  std::vector<Change> changes_;
  std::vector<Change> initial_states_;  // state of each lane (row of an engine or port) at time 0
};

// Adds a slice. If the lane's previous slice ends exactly when this slice begins, no idle state is
// added between the two slices.
void Waves::add(const TraceSlice& slice) {
  const bool new_lane =
      lanes_.empty() || lanes_.back().track != slice.track || lanes_.back().index != slice.lane;
  if (new_lane) {
    end_last_slice();
    lanes_.push_back({slice.track, slice.lane});
  } else if (last_end_ < slice.start) {
    end_last_slice();
  }
  changes_.push_back({slice.start, lanes_.size() - 1, true, slice.operator_index});
  last_end_ = slice.end;
}

void Waves::end_last_slice() {
  if (!lanes_.empty()) changes_.push_back({last_end_, lanes_.size() - 1, false, no_operator});
}

std::string Waves::declarations() const {
  std::string text;
  std::set<std::string> names;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const std::string& engine = timing_.engines[lanes_[i].track].name;
    std::string scope = identifier(
        lanes_[i].index == 0 ? engine : fmt::format("{}_{}", engine, lanes_[i].index + 1));
    while (!names.insert(scope).second) scope += "_";
    text += fmt::format(
        "$scope module {} $end\n$var wire 1 {} busy $end\n$var integer 32 {} operator $end\n"
        "$upscope $end\n",
        scope, code(2 * i), code(2 * i + 1));
  }
  return text;
}

std::string Waves::initial_values() const {
  std::string text;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    text += fmt::format("{:d}{}\n{} {}\n", initial_states_[i].busy, code(2 * i),
                        binary(initial_states_[i].op), code(2 * i + 1));
  }
  return text;
}

// Returns the changes of values in the order of time, as text in the format of VCD. Changes that
// leave the value as it is are left out.
std::string Waves::changes() const {
  std::string text;
  std::vector<Change> values = initial_states_;
  Picoseconds time = 0;
  for (const Change& change : changes_) {
    Change& value = values[change.lane];
    if (value.busy == change.busy && value.op == change.op) continue;
    if (change.time != time) text += fmt::format("#{}\n", change.time);
    time = change.time;
    if (value.busy != change.busy) {
      text += fmt::format("{}{}\n", change.busy ? 1 : 0, code(2 * change.lane));
    }
    if (value.op != change.op) {
      text += fmt::format("{} {}\n", binary(change.op), code(2 * change.lane + 1));
    }
    value = change;
  }
  const Picoseconds end = timing_.total > 0 ? timing_.clock.to_time(timing_.total) : 0;
  return end > time ? text + fmt::format("#{}\n", end) : text;
}

}  // namespace

std::string vcd_trace(const std::string& title, const Timing& timing) {
  const Waves waves(timing);
  return fmt::format(
      "$comment {} $end\n$version spillway {} $end\n$timescale 1 ps $end\n"
      "$scope module npu $end\n{}$upscope $end\n$enddefinitions $end\n"
      "#0\n$dumpvars\n{}$end\n{}",
      comment(title), version(), waves.declarations(), waves.initial_values(), waves.changes());
}

}  // namespace spillway
