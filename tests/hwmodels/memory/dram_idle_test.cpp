// SPDX-License-Identifier: Apache-2.0
// The refreshes of an idle DRAM repeat periodically, so the model computes many refreshes in one
// step. The result must be the same as if the model issued each refresh separately.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"

namespace spillway {
namespace {

using Refresh = DramController::Refresh;

DramParameters idle_part() {
  const auto part =
      *rc::gen::element<std::string>("LPDDR4-3200-x16", "LPDDR4-3200-x32", "DDR3-1600K-x16",
                                     "DDR4-2400-x16", "LPDDR5-6400-x16", "LPDDR1-200-512Mb-x16");
  DramParameters parameters = std::get<DramParameters>(load_part(part));
  apply_queue_setting(*rc::gen::elementOf(queue_setting_names()), parameters);
  DramController& controller = parameters.controller;
  const bool by_bank = parameters.clocks.refi_bank > 0 && *rc::gen::arbitrary<bool>();
  controller.refresh = by_bank ? Refresh::per_bank : Refresh::all_bank;
  if (by_bank) controller.postponed_refreshes = *rc::gen::inRange(0, 4);
  if (by_bank || parameters.clocks.cke == 0 || parameters.clocks.xp == 0) return parameters;
  controller.power_down_after = *rc::gen::element<Cycles>(0, 64, 50'000);
  if (parameters.clocks.cke_self > 0 && parameters.clocks.xs > 0) {
    controller.self_refresh_after = *rc::gen::element<Cycles>(0, 0, 100'000, 3'000'000);
  }
  return parameters;
}

/// Returns groups of closely spaced bursts with pauses between the groups. A pause lasts at most
/// `most` refresh intervals.
std::vector<Burst> bursts_with_pauses(const DramParameters& parameters, Cycles most) {
  std::vector<Burst> bursts;
  Picoseconds at = 0;
  const int groups = *rc::gen::inRange(1, 6);
  for (int group = 0; group < groups; ++group) {
    const Cycles refreshes = *rc::gen::inRange<Cycles>(0, most);
    at += (refreshes * parameters.clocks.refi + *rc::gen::inRange<Cycles>(0, 5'000)) *
          parameters.clocks.tck;
    const int count = *rc::gen::inRange(1, 6);
    for (int i = 0; i < count; ++i) {
      Burst burst;
      burst.address = *rc::gen::inRange<Address>(0, Address{1} << 22U);
      burst.bytes = *rc::gen::inRange(1, 300);
      burst.write = *rc::gen::arbitrary<bool>();
      burst.tag = static_cast<std::uint32_t>(bursts.size());
      burst.arrival = at += *rc::gen::inRange<Picoseconds>(0, 40'000);
      bursts.push_back(burst);
    }
  }
  return bursts;
}

std::vector<Picoseconds> times_of(DramMemory& memory, const std::vector<Burst>& bursts) {
  std::vector<Picoseconds> times(bursts.size());
  const auto take = [&] {
    const Completion completion = memory.complete_one();
    times.at(completion.tag) = completion.done;
  };
  for (const Burst& burst : bursts) {
    while (memory.pending() > 0 && (memory.full() || memory.next_decision() < burst.arrival)) {
      take();
    }
    memory.submit(burst);
  }
  while (memory.pending() > 0) take();
  return times;
}

RC_GTEST_PROP(IdleDram, ManyRefreshesInOneStepEqualRefreshesOneByOne, ()) {
  const DramParameters parameters = idle_part();
  const std::vector<Burst> bursts = bursts_with_pauses(parameters, 300);
  DramMemory plain(parameters), jumping(parameters);
  plain.reset();
  jumping.reset();
  plain.refresh_one_by_one();
  const std::vector<Picoseconds> times = times_of(plain, bursts);
  RC_ASSERT(times_of(jumping, bursts) == times);
  const MemoryStatistics expected = plain.statistics(), found = jumping.statistics();
  RC_ASSERT(found.refreshes == expected.refreshes);
  RC_ASSERT(found.activates == expected.activates);
  RC_ASSERT(found.row_hits == expected.row_hits);
  const Picoseconds end = *std::max_element(times.begin(), times.end()) + 100'000'000;
  const auto energy = jumping.energy(end);
  RC_ASSERT(energy.has_value() == plain.energy(end).has_value());
  if (energy) RC_ASSERT(energy->total() == plain.energy(end)->total());
}

// A run ends some time after its last request. The refreshes until then take energy, as they do if
// another request follows.
TEST(IdleDram, RefreshesUntilTheEndTakeEnergyWithoutALaterRequest) {
  for (const Refresh refresh : {Refresh::all_bank, Refresh::per_bank}) {
    DramParameters parameters = std::get<DramParameters>(load_part("LPDDR4-3200-x16"));
    parameters.controller.refresh = refresh;
    DramMemory idle(parameters), used(parameters);
    idle.reset();
    used.reset();
    Burst burst;
    burst.bytes = 32;
    idle.serve_at_once(burst);
    used.serve_at_once(burst);
    const Picoseconds end = (100 * parameters.clocks.refi + 300) * parameters.clocks.tck;
    burst.arrival = end;
    used.serve_at_once(burst);
    const MemoryEnergy without = idle.energy(end).value(), with = used.energy(end).value();
    EXPECT_GT(without.refresh, 0);
    EXPECT_DOUBLE_EQ(without.refresh, with.refresh);
    // The first refresh closes the row that the first read has opened.
    EXPECT_LT(without.active_standby, without.precharge_standby);
  }
}

/// Serves two reads with more than a day between them, and compares their latencies. More than ten
/// thousand million refreshes are due between the reads, so the model must not compute these
/// refreshes one by one.
void expect_a_read_after_a_day(DramParameters parameters) {
  DramMemory memory(parameters);
  memory.reset();
  constexpr Picoseconds day = 100'000'000'000'000'000;
  Burst burst;
  burst.bytes = 32;
  const Picoseconds first = memory.serve_at_once(burst).done;
  burst.arrival = day;
  const Picoseconds last = memory.serve_at_once(burst).done;
  EXPECT_LT(first, 1'000'000);
  EXPECT_LT(last - day, 2'000'000);
  const bool by_bank = parameters.controller.refresh == Refresh::per_bank;
  const Cycles interval = by_bank ? parameters.clocks.refi_bank : parameters.clocks.refi;
  const std::int64_t due = day / parameters.clocks.tck / interval;
  EXPECT_NEAR(static_cast<double>(memory.statistics().refreshes), static_cast<double>(due), 10);
}

TEST(IdleDram, IsNotSlowerToSimulateTheLongerItIsIdle) {
  DramParameters parameters = std::get<DramParameters>(load_part("LPDDR4-3200-x16"));
  expect_a_read_after_a_day(parameters);
  parameters.controller.power_down_after = 64;
  expect_a_read_after_a_day(parameters);
  parameters.controller.power_down_after = 0;
  parameters.controller.refresh = Refresh::per_bank;
  expect_a_read_after_a_day(parameters);
}

}  // namespace
}  // namespace spillway
