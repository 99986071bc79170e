// SPDX-License-Identifier: Apache-2.0
#include "sim/command_fetch.h"

#include <algorithm>

#include "hwmodels/command_chunks.h"

namespace spillway::sim {
CommandFetch::CommandFetch(const sc_core::sc_module_name& name) : sc_module(name) {
  SPILLWAY_THREAD(read_loop);
}

void CommandFetch::configure(const RunContext& context) {
  context_ = &context;
  next_stream_ = 0;
  rest_ = {};
  reading_ = false;
  words_come_ = 0;
  op_ = 0;
}

void CommandFetch::begin_command(std::uint32_t number, OperatorIndex op) {
  op_ = op;
  const std::vector<CommandStream>& streams = context_->program->streams;
  if (next_stream_ == streams.size() || streams[next_stream_].first_command != number) return;
  finish();
  rest_ = streams[next_stream_++].words;
  room_.notify();
}

void CommandFetch::parse(std::int32_t words) {
  while (words_come_ <= words && any_to_come()) {
    const std::int32_t at_hand = words_come_;
    pass(at_hand);
    words -= at_hand;
    if (words_come_ == 0) wait_for_words();
  }
  pass(words);
}

void CommandFetch::finish() {
  while (any_to_come()) {
    words_come_ = 0;
    room_.notify();
    wait_for_words();
  }
  words_come_ = 0;
}

// Lets the time pass in which the parser parses `words` words. If the buffer gets space for another
// chunk before all words are parsed, the read of this chunk must start at that time. The time of
// the words then passes in two steps.
void CommandFetch::pass(std::int32_t words) {
  const std::int32_t above = words_come_ - most_unparsed_words;
  if (above > 0 && above < words) {
    pass(above);
    words -= above;
  }
  if (words <= 0) return;
  wait_until(*context_, context_->now() + context_->clock.to_time(words));
  context_->log->append(context_->now(), overhead);
  words_come_ -= std::min(words, words_come_);
  if (rest_.run > 0) room_.notify();
}

void CommandFetch::wait_for_words() {
  const std::uint8_t memory = rest_.memory;
  await(arrived_);
  context_->log->append(context_->now(), static_cast<Category>(stall_base + memory));
}

void CommandFetch::read_loop() {
  for (;;) {
    while (rest_.run == 0 || words_come_ > most_unparsed_words) await(room_);
    read_chunk();
  }
}

void CommandFetch::read_chunk() {
  Access chunk = rest_;
  chunk.run = std::min(rest_.run, command_chunk_bytes);
  rest_.address += static_cast<Address>(chunk.run);
  rest_.run -= chunk.run;
  reading_ = true;
  Request request;
  request.accesses = &chunk;
  request.count = 1;
  request.op = op_;
  request.master = Master::commands;
  request.window = static_cast<std::uint8_t>(request.master);
  request.finished = &granted_;
  context_->port_of(chunk.memory).submit(request);
  wait_for(*context_, request, granted_);
  wait_until(*context_, request.done);
  reading_ = false;
  words_come_ += chunk.run / command_word_bytes;
  arrived_.notify();
}

}  // namespace spillway::sim
