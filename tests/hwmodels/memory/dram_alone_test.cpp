// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"

namespace spillway {
namespace {

/// Returns random sequences of 1 to 40 cache lines of `bytes` bytes, in a few rows and banks. A
/// sequence has an earliest start. For most sequences, it is at most 399 ns after that of the
/// preceding sequence; for some sequences, it is up to 39.9 us later, which is longer than a
/// refresh interval.
std::vector<LineMove> lone_moves(const std::vector<std::uint32_t>& seeds, std::int32_t bytes) {
  std::vector<LineMove> moves;
  Picoseconds at = 0;
  for (const std::uint32_t seed : seeds) {
    LineMove move;
    move.address =
        Address{seed % 64} * static_cast<Address>(bytes) + Address{seed / 64 % 8} * 2'048;
    move.lines = 1 + static_cast<std::int32_t>(seed % 40);
    move.write = seed / 512 % 3 == 0;
    const Picoseconds unit = seed / 4'000'000 % 8 == 7 ? 100'000 : 1'000;
    at += seed / 4'096 % 2 == 0 ? 1'000 : Picoseconds{seed / 8'192 % 400} * unit;
    move.ready = at;
    moves.push_back(move);
  }
  return moves;
}

/// The times at which a burst arrives and completes, in picoseconds.
struct Stepped {
  Picoseconds requested = 0;
  Picoseconds done = 0;
};

std::vector<Stepped> step_through(DramMemory& memory, const std::vector<LineMove>& moves,
                                  std::int32_t bytes, Picoseconds overhead) {
  std::vector<Stepped> steps;
  Picoseconds waited = 0;
  for (const LineMove& move : moves) {
    for (std::int32_t i = 0; i < move.lines; ++i) {
      Burst burst;
      burst.address = move.address + static_cast<Address>(i) * static_cast<Address>(bytes);
      burst.bytes = bytes;
      burst.write = move.write;
      burst.arrival = move.ready + waited;
      memory.submit(burst);
      steps.push_back({burst.arrival, memory.complete_one().done + overhead});
      waited += steps.back().done - steps.back().requested;
    }
  }
  return steps;
}

// The first memory serves the bursts as one chain, in portions that end at arbitrary times. The
// second memory serves the same bursts one by one. The two memories must complete the bursts at the
// same times and have equal statistics.
RC_GTEST_PROP(DramAlone, AChainTakesTheTimeOfItsBurstsOneByOne, ()) {
  const auto name = *rc::gen::element<std::string>("LPDDR1-200-512Mb-x16", "LPDDR1-175-512Mb-x16",
                                                   "DDR3-1600K-x16", "LPDDR4-3200-x16");
  const auto queue = *rc::gen::element<std::string>("per-bank", "shared", "dramsim3");
  const auto seeds =
      *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  DramParameters parameters = std::get<DramParameters>(load_part(name));
  apply_queue_setting(queue, parameters);
  const Picoseconds overhead = *rc::gen::inRange<Picoseconds>(0, 400'000);
  const Picoseconds width = *rc::gen::inRange<Picoseconds>(10'000, 9'000'000);
  const auto bytes = static_cast<std::int32_t>(parameters.geometry.burst_bytes());
  DramMemory quick(parameters), whole(parameters);
  if (!quick.moves_chains(bytes)) return;
  const std::vector<LineMove> moves = lone_moves(seeds, bytes);
  const std::vector<Stepped> steps = step_through(whole, moves, bytes, overhead);
  LineChain chain;
  chain.moves = moves.data();
  chain.count = moves.size();
  chain.line_bytes = bytes;
  while (!chain.finished()) {
    quick.move_chain(chain, chain.asks_at() + width, overhead);
    const auto served = static_cast<std::size_t>(chain.lines[0] + chain.lines[1]);
    RC_ASSERT(served > 0U);
    RC_ASSERT(chain.last_requested == steps[served - 1].requested);
    RC_ASSERT(chain.done == steps[served - 1].done);
    if (served < steps.size()) RC_ASSERT(chain.asks_at() == steps[served].requested);
  }
  const MemoryStatistics a = quick.statistics(), b = whole.statistics();
  RC_ASSERT(a.bursts == b.bursts);
  RC_ASSERT(a.row_hits == b.row_hits);
  RC_ASSERT(a.activates == b.activates);
  RC_ASSERT(a.refreshes == b.refreshes);
  RC_ASSERT(a.last_data == b.last_data);
}

TEST(DramAlone, ChannelsThatReorderNothingMoveChains) {
  for (const char* name : {"LPDDR1-200-512Mb-x16", "LPDDR1-175-512Mb-x16", "DDR3-1600K-x16"}) {
    const DramParameters parameters = std::get<DramParameters>(load_part(name));
    const auto bytes = static_cast<std::int32_t>(parameters.geometry.burst_bytes());
    EXPECT_TRUE(DramMemory(parameters).moves_chains(bytes)) << name;
    EXPECT_FALSE(DramMemory(parameters).moves_chains(2 * bytes)) << name;
  }
}

}  // namespace
}  // namespace spillway
