// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/least_commands.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "hwmodels/command_chunks.h"
#include "hwmodels/ethosu/schedule/weights.h"

namespace spillway::ethosu {
namespace {

constexpr std::int32_t most_words_at_hand = most_unparsed_words + command_chunk_words;

/// The state of the parser after it has parsed the command of a kernel. The parser requests the
/// next chunk (command_chunk_words words) of the stream when at most most_unparsed_words fetched
/// words are not parsed yet.
struct Parsing {
  std::int32_t at_hand = most_words_at_hand;  // words that were fetched and not yet parsed
  // The parser's present time, and the time at which the requested chunk of the stream arrives.
  double now = 0, comes = 0;
  // The time at which the last chunk of the stream arrived, or at which the parser began this
  // command, if that is later.
  double last_came = 0;
  // The times at which the last three kernels end.
  double two_before_last = 0, before_last = 0, last = 0;

  bool waits() const { return at_hand <= most_unparsed_words; }
};

/// Computes a lower bound of the parser's time. The parser parses one word per cycle and waits for
/// chunks of the stream (command_chunk_words words each). A real program can have more words than
/// are counted here. More words delay everything, except that a chunk may be requested earlier. So
/// the bound assumes the best case: that a chunk was requested as soon as the previous chunk
/// arrived.
class Parser {
 public:
  /// Begins in the state after the first command, before any other command is parsed.
  Parser(const std::vector<LeastCommand>& commands, double latency, double transfer)
      : latency_(latency), transfer_(transfer) {
    for (std::size_t i = 1; i < commands.size(); ++i) to_come_ += commands[i].words;
    Parsing first;
    first.last = commands.front().kernel;
    keep(first);
  }

  void run(const LeastCommand& command) {
    const States before = std::exchange(states_, {});
    for (std::optional<Parsing> state : before) {
      if (!state) continue;
      begin(*state);
      parse(*state, command);
    }
    to_come_ -= command.words;
  }

  double end() const {
    double end = std::numeric_limits<double>::infinity();
    for (const std::optional<Parsing>& state : states_) {
      if (state) end = std::min(end, state->last);
    }
    return end;
  }

 private:
  using States = std::array<std::optional<Parsing>, most_words_at_hand + 1>;

  /// Lets the parser continue after a kernel's command: the parser waits until at most two of the
  /// started kernels are still running.
  static void begin(Parsing& state) {
    state.now = std::max(state.now, state.two_before_last);
    state.last_came = state.now;
    if (state.waits() && state.comes <= state.now) take_chunk(state);
  }

  static void take_chunk(Parsing& state) {
    state.now = state.last_came = std::max(state.now, state.comes);
    state.at_hand += command_chunk_words;
  }

  void ask(Parsing& state, std::int32_t to_come) const {
    // The transfer time counts only for full chunks: the last chunk of the stream can be shorter.
    const bool whole = to_come > state.at_hand + command_chunk_words;
    state.comes = state.last_came + latency_ + (whole ? transfer_ : 0);
  }

  void parse(Parsing state, const LeastCommand& command) {
    std::int32_t to_come = to_come_;
    for (std::int32_t words = command.words; words > 0;) {
      if (state.at_hand == 0) take_chunk(state);
      const bool waits = state.waits();
      const std::int32_t above = waits ? state.at_hand : state.at_hand - most_unparsed_words;
      const std::int32_t parsed = std::min(words, above);
      state.now += parsed;
      state.at_hand -= parsed;
      words -= parsed;
      to_come -= parsed;
      if (waits && state.comes <= state.now) take_chunk(state);
      if (!waits && state.waits()) ask(state, to_come);
    }
    const double end = std::max(state.last, state.now) + command.kernel;
    state.two_before_last = std::exchange(state.before_last, std::exchange(state.last, end));
    keep(state);
    if (state.waits()) return;
    state.at_hand = most_unparsed_words;
    ask(state, to_come);
    keep(state);
  }

  /// Merges `state` with the kept state that has the same number of unparsed words: each time in
  /// the result is the smaller one of the two states' times.
  void keep(const Parsing& state) {
    std::optional<Parsing>& kept = states_.at(static_cast<std::size_t>(state.at_hand));
    if (!kept) kept = state;
    kept->now = std::min(kept->now, state.now);
    kept->comes = std::min(kept->comes, state.comes);
    kept->last_came = std::min(kept->last_came, state.last_came);
    kept->two_before_last = std::min(kept->two_before_last, state.two_before_last);
    kept->before_last = std::min(kept->before_last, state.before_last);
    kept->last = std::min(kept->last, state.last);
  }

  double latency_, transfer_;
  std::int32_t to_come_ = 0;  // number of words of the commands that are not parsed yet
  States states_;
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

// Sets the region and the base address of `map` in words_, which counts the command words. Returns
// a correction of the number of words that words_ counts:
// * If words_ counts words for a changed base address, they are subtracted, because a plan can give
//   the two tensors the same address.
// * If the present or the preceding map is no tensor of the network, the two maps cannot have the
//   same place. So the region or the base must change, and at least one word is added.
std::int32_t LeastWords::place(const Operand& operand, FeatureMap& map,
                               PlaceInRegisters& registers) const {
  constexpr std::int32_t words_of_base = 2;
  const auto shares = [](TensorIndex tensor) { return tensor >= 0; };
  Operand now = operand;
  if (now.tensor == made_up_operand) now.offset += made_up_;
  const Operand before = std::exchange(registers.now, now);
  const bool known = std::exchange(registers.known, true);
  map.region = 0;
  map.base = {static_cast<Address>(now.offset)};
  if (!known || before.tensor == now.tensor) return 0;
  const std::int32_t counted = before.offset != now.offset ? words_of_base : 0;
  return (shares(before.tensor) && shares(now.tensor) ? 0 : 1) - counted;
}

double end_of_commands(const std::vector<LeastCommand>& commands, double latency, double transfer) {
  if (commands.empty()) return 0;
  Parser parser(commands, latency, transfer);
  for (std::size_t i = 1; i < commands.size(); ++i) parser.run(commands[i]);
  return parser.end();
}

}  // namespace spillway::ethosu
