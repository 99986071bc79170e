// SPDX-License-Identifier: Apache-2.0
// Tests how long the command parser takes to fetch command words from a memory.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/simulate.h"
#include "tests/sim/small_platform.h"

namespace spillway {
namespace {

using test::append_kernel;
using test::distant_latency;
using test::distant_memory;
using test::ghz;
using test::KernelShape;
using test::one_kernel;
using test::small_target;

constexpr Cycles compute = 1000;
constexpr std::int32_t chunk_words = 64;  // a chunk of 256 bytes

// The cycles in which a chunk of 256 bytes is fetched: once the latency, and one cycle for each of
// its four bursts.
constexpr Cycles chunk_time = distant_latency + 4;

// Returns a program with one kernel, which has no memory accesses. The command that starts the
// kernel ends with word `word` of the command stream; the first word has the number 0. The parser
// takes one cycle for each of the `word` words before this word.
Program kernel_at(std::int32_t word) {
  Program program = one_kernel(KernelShape().with_compute(compute));
  program.commands[0].cycles = word;
  return program;
}

void add_stream(Program& program, std::int32_t words) {
  CommandStream stream;
  stream.words.run = words * 4;
  stream.words.data = DataClass::commands;
  program.streams.push_back(stream);
}

RC_GTEST_PROP(CommandFetch, TheParserWaitsForEveryChunkUpToItsCommand, ()) {
  const auto word = *rc::gen::inRange<std::int32_t>(0, 1000);
  Program program = kernel_at(word);
  const Cycles at_hand = simulate(distant_memory(), program).total;
  add_stream(program, word + 1);
  const std::int32_t chunks = word / chunk_words + 1;
  // The last chunk that the parser needs has between one and four bursts.
  const std::int32_t last_bursts = (word % chunk_words) / 16 + 1;
  const Timing timing = simulate(distant_memory(), program);
  // When the parser has read half of a chunk, it requests the next chunk. It parses the other half
  // before the next chunk arrives.
  const Cycles parsed_meanwhile = word - word % chunk_words;
  const Cycles waited = chunks * chunk_time + (chunks - 1) * (chunk_words / 2) - (4 - last_bursts);
  RC_ASSERT(timing.total == at_hand - parsed_meanwhile + waited);
  RC_ASSERT(timing.memories[0].read_bytes == (word + 1) * 4);
}

TEST(CommandFetch, WordsOfTheNextCommandAreFetchedWhileAKernelRuns) {
  Program program = kernel_at(0);
  append_kernel(program, KernelShape().with_compute(compute));
  program.commands[1].cycles = 3 * chunk_words;
  add_stream(program, 3 * chunk_words + 1);
  EXPECT_EQ(simulate(distant_memory(), program).total, chunk_time + 2 * compute);
}

TEST(CommandFetch, ReadsEachStreamFromItsStart) {
  Program program = kernel_at(0);
  append_kernel(program, KernelShape().with_compute(1));
  add_stream(program, 1);
  const Cycles one = simulate(distant_memory(), program).total;
  add_stream(program, 1);
  program.streams[1].first_command = 1;
  const Timing timing = simulate(distant_memory(), program);
  EXPECT_EQ(timing.memories[0].read_bytes, 8);
  // The second stream is fetched while the first kernel runs, so the fetch adds no time.
  EXPECT_EQ(timing.total, one);
}

TEST(CommandFetch, ReadsTheWordsBehindTheLastCommand) {
  Program program = kernel_at(0);
  add_stream(program, 10 * chunk_words);
  EXPECT_EQ(simulate(distant_memory(), program).memories[0].read_bytes, 10 * chunk_words * 4);
}

}  // namespace
}  // namespace spillway
