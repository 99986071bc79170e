// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "sim/run_context.h"

namespace spillway::sim {

/// Reads the words of command streams for the parser: piece after piece, the next one when those
/// before have been parsed. A word is parsed in a cycle. Called from the parser's process.
class CommandFetch {
 public:
  void configure(const RunContext& context);

  /// Goes on with the stream that begins at the command with this number, if there is one.
  void begin_command(std::uint32_t number);
  /// Suspends the parser until it has parsed `words` more words and holds the one behind them,
  /// which is the command's own. Words that no stream tells of are at hand.
  void parse(std::int32_t words, OperatorIndex op);
  /// Reads what is left of the stream.
  void finish();

 private:
  void pass(std::int32_t words);
  void read_piece();

  const RunContext* context_ = nullptr;
  std::size_t next_stream_ = 0;
  Access rest_;                  // of the stream, not read yet
  std::int32_t words_come_ = 0;  // and not parsed yet
  OperatorIndex op_ = 0;         // of the command parsed last
  sc_core::sc_event granted_;
};

}  // namespace spillway::sim
