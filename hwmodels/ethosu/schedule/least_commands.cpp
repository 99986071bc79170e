// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/least_commands.h"

#include <algorithm>
#include <utility>

#include "hwmodels/command_pieces.h"
#include "hwmodels/ethosu/schedule/weights.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t most_words_at_hand = most_unparsed_words + command_piece_words;

/// The parser, one word per cycle, and the pieces that it waits for.
struct Parser {
  double latency, transfer;

  /// Cycles until so many words in a row have been parsed. Of those that are at hand or on their
  /// way when it begins there are no more than room for, so the pieces with the others are asked
  /// for later: one after the other, each when no more than most_unparsed_words are left, which is
  /// as many words short of a piece's end. Only the last piece of all may be cut short.
  double parse(std::int32_t words) const {
    const std::int32_t to_come = words - most_words_at_hand;
    if (to_come <= 0) return words;
    const std::int32_t before_last = (to_come - 1) / command_piece_words;
    constexpr std::int32_t parsed_alone = command_piece_words - most_unparsed_words;
    const double between = latency + transfer + parsed_alone;
    const std::int32_t rest = to_come - before_last * command_piece_words;
    return std::max<double>(words, before_last * between + latency + rest);
  }
};

}  // namespace

std::int32_t LeastWords::of(const NpuOp& npu, const Operation& operation) {
  Operation placed = operation;
  std::int32_t sure = place(npu.ofm, placed.ofm, ofm_);
  if (operation.reads_ifm) sure += place(npu.ifm, placed.ifm, ifm_);
  if (operation.reads_ifm2) sure += place(npu.ifm2, placed.ifm2, ifm2_);
  made_up_ += made_up_bytes(npu, options_);
  return words_.of(placed) + sure;
}

// Gives what has to be added to the words of its region and base. Where the map before lies in
// another tensor, which is there at the same time, at least one of both changes, and a base takes
// two words. The operator's own input and output may share a place.
std::int32_t LeastWords::place(const Operand& operand, FeatureMap& map, Told& told) const {
  constexpr std::int32_t words_of_base = 2;
  const auto shares = [](TensorIndex tensor) { return tensor >= 0; };
  Operand now = operand;
  if (now.tensor == made_up_operand) now.offset += made_up_;
  const Operand before = std::exchange(told.now, now);
  const bool known = std::exchange(told.known, true);
  map.region = 0;
  map.base = {static_cast<Address>(now.offset)};
  if (!known || before.tensor == now.tensor) return 0;
  const std::int32_t counted = before.offset != now.offset ? words_of_base : 0;
  return (shares(before.tensor) && shares(now.tensor) ? 0 : 1) - counted;
}

double end_of_commands(const std::vector<LeastCommand>& commands, double latency, double transfer) {
  const Parser parser{latency, transfer};
  std::vector<double> begins;     // the parser goes on for a command no earlier
  double before_last = 0, last = 0;  // kernels have ended
  for (std::size_t i = 0; i < commands.size(); ++i) {
    begins.push_back(before_last);
    double parsed = 0;
    std::int32_t words = 0;
    for (std::size_t first = i; first > 0; --first) {
      words += commands[first].words;
      parsed = std::max(parsed, begins[first] + parser.parse(words));
    }
    before_last = last;
    last = std::max(last, parsed) + commands[i].kernel;
  }
  return last;
}

}  // namespace spillway::ethosu
