// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/least_commands.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "hwmodels/command_pieces.h"
#include "hwmodels/ethosu/schedule/weights.h"

namespace spillway::ethosu {
namespace {

/// The parser, one word per cycle, and the pieces that it waits for.
class Parser {
 public:
  /// Of `words` in all.
  Parser(std::int32_t words, std::int32_t at_hand, double latency, double transfer)
      : rest_(words - at_hand), at_hand_(at_hand), latency_(latency), transfer_(transfer) {}

  /// When it has parsed these, of which it parses none before `begin`.
  double parse(std::int32_t words, double begin) {
    now_ = std::max(now_, begin);
    while (words > 0) {
      if (at_hand_ == 0) {
        now_ = std::max(now_, comes_);
        take_piece();
      }
      const std::int32_t above = at_hand_ - most_unparsed_words;
      const std::int32_t parsed = std::min(words, above > 0 ? above : at_hand_);
      now_ += parsed;
      words -= parsed;
      at_hand_ -= parsed;
      if (parsed == above) ask_for_piece();
      if (at_hand_ <= most_unparsed_words && comes_ <= now_) take_piece();
    }
    return now_;
  }

 private:
  void take_piece() {
    at_hand_ += command_piece_words;
    rest_ -= command_piece_words;
  }

  /// The last one of all may be cut short.
  void ask_for_piece() { comes_ = now_ + latency_ + (rest_ > command_piece_words ? transfer_ : 0); }

  std::int32_t rest_, at_hand_;  // words
  double latency_, transfer_;
  double now_ = 0, comes_ = 0;  // the next piece
};

double end_of_commands(const std::vector<LeastCommand>& commands, Parser parser) {
  double before_last = 0, last = 0;  // kernels have ended
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const double parsed = i == 0 ? 0 : parser.parse(commands[i].words, before_last);
    before_last = last;
    last = std::max(last, parsed) + commands[i].kernel;
  }
  return last;
}

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
  std::int32_t words = 0;
  for (std::size_t i = 1; i < commands.size(); ++i) words += commands[i].words;
  double least = std::numeric_limits<double>::infinity();
  for (std::int32_t more = 1; more <= command_piece_words; ++more) {
    const Parser parser(words, most_unparsed_words + more, latency, transfer);
    least = std::min(least, end_of_commands(commands, parser));
  }
  return least;
}

}  // namespace spillway::ethosu
