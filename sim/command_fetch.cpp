// SPDX-License-Identifier: Apache-2.0
#include "sim/command_fetch.h"

#include <algorithm>

namespace spillway::sim {
namespace {

// Fitted on the single operators of the U85's FVP (docs/validation.md); taken for all.
constexpr std::int32_t piece_bytes = 256;
constexpr std::int32_t word_bytes = 4;

}  // namespace

void CommandFetch::configure(const RunContext& context) {
  context_ = &context;
  next_stream_ = 0;
  rest_ = {};
  rest_.run = 0;
  words_come_ = 0;
  op_ = 0;
}

void CommandFetch::begin_command(std::uint32_t number) {
  const std::vector<CommandStream>& streams = context_->program->streams;
  if (next_stream_ == streams.size() || streams[next_stream_].first_command != number) return;
  finish();
  rest_ = streams[next_stream_++].words;
  words_come_ = 0;
}

void CommandFetch::parse(std::int32_t words, OperatorIndex op) {
  op_ = op;
  while (rest_.run > 0 && words_come_ <= words) {
    words -= words_come_;
    pass(words_come_);
    read_piece();
  }
  pass(words);
}

void CommandFetch::finish() {
  while (rest_.run > 0) read_piece();
}

void CommandFetch::pass(std::int32_t words) {
  if (words <= 0) return;
  wait_until(*context_, context_->now() + context_->clock.to_time(words));
  context_->log->append(context_->now(), overhead);
  words_come_ -= std::min(words, words_come_);
}

void CommandFetch::read_piece() {
  Access piece = rest_;
  piece.run = std::min(rest_.run, piece_bytes);
  rest_.address += static_cast<Address>(piece.run);
  rest_.run -= piece.run;
  Request request;
  request.accesses = &piece;
  request.count = 1;
  request.op = op_;
  request.master = Master::commands;
  request.window = static_cast<std::uint8_t>(request.master);
  request.finished = &granted_;
  context_->port_of(piece.memory).submit(request);
  wait_for(*context_, request, granted_);
  wait_until(*context_, request.done);
  context_->log->append(context_->now(), static_cast<Category>(stall_base + piece.memory));
  words_come_ += piece.run / word_bytes;
}

}  // namespace spillway::sim
