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

/// First bursts of runs, now close together, now past a refresh, in few rows and banks.
std::vector<Burst> lone_bursts(const std::vector<std::uint32_t>& seeds, std::int32_t bytes) {
  std::vector<Burst> bursts;
  Picoseconds at = 0;
  for (const std::uint32_t seed : seeds) {
    Burst burst;
    burst.address =
        Address{seed % 64} * static_cast<Address>(bytes) + Address{seed / 64 % 8} * 2'048;
    burst.bytes = bytes;
    burst.write = seed / 512 % 3 == 0;
    burst.tag = seed;
    at += seed / 4'096 % 2 == 0 ? 1'000 : Picoseconds{seed / 8'192 % 400} * 1'000;
    burst.arrival = at;
    bursts.push_back(burst);
  }
  return bursts;
}

RC_GTEST_PROP(DramAlone, BurstsServedInTurnTakeWhatSubmittingThemTakes, ()) {
  const auto name = *rc::gen::element<std::string>("LPDDR1-200-512Mb-x16", "LPDDR1-175-512Mb-x16",
                                                   "DDR3-1600K-x16", "LPDDR4-3200-x16");
  const auto queue = *rc::gen::element<std::string>("per-bank", "shared", "dramsim3");
  const auto seeds =
      *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  DramParameters parameters = std::get<DramParameters>(load_part(name));
  apply_queue_setting(queue, parameters);
  const Picoseconds gap = *rc::gen::inRange<Picoseconds>(0, 400'000);
  const auto bytes = static_cast<std::int32_t>(parameters.geometry.burst_bytes());
  DramMemory quick(parameters), whole(parameters);
  Picoseconds end = 0;
  for (Burst burst : lone_bursts(seeds, bytes)) {
    burst.arrival = std::max(burst.arrival, end);
    std::int32_t left = 1 + static_cast<std::int32_t>(burst.tag % 40);
    while (left > 0) {
      InTurn served = quick.serve_in_turn(burst, left, gap);
      if (served.served == 0) {
        quick.submit(burst);
        served.served = 1;
        served.first = served.last = quick.complete_one();
      }
      for (std::int32_t i = 0; i < served.served; ++i) {
        whole.submit(burst);
        const Completion expected = whole.complete_one();
        if (i == 0) RC_ASSERT(served.first.first_data == expected.first_data);
        if (i + 1 == served.served) {
          RC_ASSERT(served.last.first_data == expected.first_data);
          RC_ASSERT(served.last.done == expected.done);
        }
        burst.address += static_cast<Address>(bytes);
        burst.arrival = end = expected.done + gap;
      }
      left -= served.served;
    }
  }
  const MemoryStatistics a = quick.statistics(), b = whole.statistics();
  RC_ASSERT(a.row_hits == b.row_hits);
  RC_ASSERT(a.activates == b.activates);
  RC_ASSERT(a.refreshes == b.refreshes);
  RC_ASSERT(a.last_data == b.last_data);
}

}  // namespace
}  // namespace spillway
