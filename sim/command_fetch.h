// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "sim/engines/run_context.h"

namespace spillway::sim {

/// Reads the words of command streams for the parser, piece after piece: one is read while the
/// parser works through the one before. A word is parsed in a cycle. All but the reading itself is
/// called from the parser's process.
class CommandFetch : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(CommandFetch);
  explicit CommandFetch(const sc_core::sc_module_name& name);

  void configure(const RunContext& context);
  void keep_in(Checkpoint& checkpoint) {
    checkpoint.keep(next_stream_, rest_, reading_, words_come_, op_);
  }
  /// The words that no piece has been asked for yet.
  const Access& rest() const { return rest_; }
  /// Goes on with other words in place of rest().
  void replace_rest(const Access& words) { rest_ = words; }

  /// Goes on with the stream that begins at the command with this number, if there is one.
  void begin_command(std::uint32_t number, OperatorIndex op);
  /// Suspends the parser until it has parsed `words` more words and holds the one behind them,
  /// which is the command's own. Words that no stream tells of are at hand.
  void parse(std::int32_t words);
  /// Reads what is left of the stream.
  void finish();

 private:
  void read_loop();
  void read_piece();
  void pass(std::int32_t words);
  void wait_for_words();
  bool any_to_come() const { return rest_.run > 0 || reading_; }

  const RunContext* context_ = nullptr;
  std::size_t next_stream_ = 0;
  Access rest_;                  // of the stream, not asked for yet
  bool reading_ = false;         // a piece
  std::int32_t words_come_ = 0;  // and not parsed yet
  OperatorIndex op_ = 0;         // of the command that is parsed
  Event room_, granted_, arrived_;
};

}  // namespace spillway::sim
