// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/dram_memory.h"

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/index.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/toml/builtin_targets.h"
#include "tests/hwmodels/memory/dram_part.h"

namespace spillway {
namespace {

using test::dram_part;

// Bytes between the addresses of two banks in parts with 16 data lines.
constexpr Address bank_distance = 2048;
constexpr Address row_distance = 8 * 2048;

std::vector<DramParameters> all_parts() {
  std::vector<DramParameters> parts;
  for (const BuiltinTarget& file : builtin_parts()) {
    const MemoryParameters parameters = load_part(file.name);
    if (const auto* dram = std::get_if<DramParameters>(&parameters)) parts.push_back(*dram);
  }
  return parts;
}

Burst burst_at(Address address, Picoseconds arrival, std::uint32_t tag = 0, bool write = false,
               std::int32_t bytes = 16) {
  return {address, bytes, write, tag, arrival};
}

// These functions return the clocks from the start of a request's first command to its first data.
// In some parts, a command takes several clocks, and timing parameters count from the last of these
// clocks.
Cycles read_after_activate(const DramParameters& p) {
  return p.command_clocks.activate - 1 + p.clocks.rcd + p.clocks.cl + p.clocks.dqsck;
}
Cycles read_of_open_row(const DramParameters& p) {
  return p.command_clocks.column - 1 + p.clocks.cl + p.clocks.dqsck;
}
Cycles write_after_activate(const DramParameters& p) {
  return p.command_clocks.activate - 1 + p.clocks.rcd + p.clocks.cwl + p.clocks.dqss;
}

Completion serve_alone(DramMemory& memory, const Burst& burst) {
  memory.submit(burst);
  return memory.complete_one();
}

// Submits each burst at its arrival. Returns the completions in the order in which the memory
// decides them.
std::vector<Completion> serve(DramMemory& memory, const std::vector<Burst>& bursts) {
  std::vector<Completion> completions;
  std::size_t next = 0;
  while (completions.size() < bursts.size()) {
    while (next < bursts.size() && !memory.full() &&
           (memory.pending() == 0 || bursts[next].arrival <= memory.next_decision())) {
      memory.submit(bursts[next++]);
    }
    completions.push_back(memory.complete_one());
  }
  return completions;
}

TEST(DramMemory, UnloadedLatencyOfEveryPartFollowsFromItsParameters) {
  for (const DramParameters& parameters : all_parts()) {
    const DramClocks& t = parameters.clocks;
    const Cycles data = parameters.geometry.burst_clocks();
    const auto bytes = static_cast<std::int32_t>(parameters.geometry.burst_bytes());
    DramMemory memory(parameters);

    const Completion read = serve_alone(memory, burst_at(0, 0, 7, false, bytes));
    EXPECT_EQ(read.tag, 7U);
    EXPECT_EQ(read.first_data, read_after_activate(parameters) * t.tck);
    EXPECT_EQ(read.done, (read_after_activate(parameters) + data) * t.tck);

    const Picoseconds later = t.refi / 2 * t.tck;  // before the first refresh, which closes the row
    const Completion hit = serve_alone(memory, burst_at(0, later, 0, false, bytes));
    EXPECT_EQ(hit.done - later, (read_of_open_row(parameters) + data) * t.tck);

    memory.reset();
    const Completion write = serve_alone(memory, burst_at(0, 0, 0, true, bytes));
    EXPECT_EQ(write.done, (write_after_activate(parameters) + data) * t.tck);
  }
}

TEST(DramMemory, ClosingAnotherRowCostsAPrechargeMore) {
  const DramParameters parameters = dram_part("DDR3-1600K-x16");
  const DramClocks& t = parameters.clocks;
  DramMemory memory(parameters);
  serve_alone(memory, burst_at(0, 0));
  const Picoseconds later = 1000 * t.tck;
  const Completion miss = serve_alone(memory, burst_at(row_distance, later));
  EXPECT_EQ(miss.done - later, (t.rp + t.rcd + t.cl + 4) * t.tck);
}

TEST(DramMemory, ClosedPagesCostNoPrechargeAfterAPause) {
  DramParameters parameters = dram_part("DDR3-1600K-x16");
  parameters.controller.page_policy = DramController::PagePolicy::closed;
  const DramClocks& t = parameters.clocks;
  DramMemory memory(parameters);
  serve_alone(memory, burst_at(0, 0));
  const Picoseconds later = 1000 * t.tck;
  const Completion miss = serve_alone(memory, burst_at(row_distance, later));
  EXPECT_EQ(miss.done - later, (t.rcd + t.cl + 4) * t.tck);
}

TEST(DramMemory, PeakBandwidthOfEveryPartIsThatOfItsBus) {
  for (const DramParameters& parameters : all_parts()) {
    const DramGeometry& geometry = parameters.geometry;
    const std::int64_t bytes_per_clock =
        geometry.words_per_clock * geometry.width_bits / 8 * geometry.channels;
    EXPECT_EQ(DramMemory(parameters).peak_bytes_per_second(),
              bytes_per_clock * 1'000'000'000'000 / parameters.clocks.tck);
  }
}

TEST(DramMemory, ARowStreamsWithoutAGap) {
  for (const DramParameters& parameters : all_parts()) {
    if (parameters.geometry.channels != 1 || parameters.geometry.bank_groups != 1) continue;
    const DramClocks& t = parameters.clocks;
    const Cycles data = parameters.geometry.burst_clocks();
    const Bytes bytes = parameters.geometry.burst_bytes();
    constexpr int count = 16;  // few enough bursts for the smallest page (DRAM row)
    std::vector<Burst> bursts;
    for (int i = 0; i < count; ++i) {
      bursts.push_back(
          burst_at(static_cast<Address>(i * bytes), 0, 0, false, static_cast<std::int32_t>(bytes)));
    }
    DramMemory memory(parameters);
    EXPECT_EQ(
        serve(memory, bursts).back().done,
        (read_after_activate(parameters) + (count - 1) * std::max(t.ccd, data) + data) * t.tck);
  }
}

TEST(DramMemory, ARefreshDelaysABurstByItsOwnTime) {
  const DramParameters parameters = dram_part("DDR3-1600K-x16");
  const DramClocks& t = parameters.clocks;
  DramMemory memory(parameters);
  const Picoseconds due = t.refi * t.tck;
  const Completion burst = serve_alone(memory, burst_at(0, due));
  EXPECT_EQ(burst.done - due, (t.rfc + t.rcd + t.cl + 4) * t.tck);
}

TEST(DramMemory, APerBankRefreshLeavesTheOtherBanksAlone) {
  DramParameters parameters = dram_part("LPDDR4-3200-x16");
  parameters.controller.refresh = DramController::Refresh::per_bank;
  const DramClocks& t = parameters.clocks;
  const Picoseconds due = t.refi_bank * t.tck;
  const auto latency_of_bank = [&](Address bank) {
    DramMemory memory(parameters);
    return serve_alone(memory, burst_at(bank * bank_distance, due, 0, false, 32)).done - due;
  };
  const Cycles unloaded = read_after_activate(parameters) + 8;
  // An activate command takes two clocks more than a refresh command, so it begins two clocks
  // earlier.
  constexpr Cycles longer = 2;
  EXPECT_EQ(latency_of_bank(0), (t.rfc_bank - longer + unloaded) * t.tck);
  EXPECT_EQ(latency_of_bank(1), (t.rrd - longer + unloaded) * t.tck);
}

TEST(DramMemory, PostponedRefreshesLetRequestsGoFirstUpToTheLimit) {
  DramParameters parameters = dram_part("LPDDR4-3200-x16");
  parameters.controller.refresh = DramController::Refresh::per_bank;
  const DramClocks& t = parameters.clocks;
  const auto latency_at = [&](int postponed, Cycles clock) {
    parameters.controller.postponed_refreshes = postponed;
    DramMemory memory(parameters);
    const Picoseconds arrival = clock * t.tck;
    return (serve_alone(memory, burst_at(0, arrival, 0, false, 32)).done - arrival) / t.tck;
  };
  const Cycles unloaded = read_after_activate(parameters) + 8;
  // The refresh of bank 0 is due at clock `refi_bank`. If refreshes are not postponed, a request at
  // this clock must wait for the refresh.
  const Cycles early = t.refi_bank - unloaded / 2;
  EXPECT_GT(latency_at(0, t.refi_bank), unloaded);
  EXPECT_EQ(latency_at(8, t.refi_bank), unloaded);
  EXPECT_EQ(latency_at(8, early), unloaded);
}

TEST(DramMemory, BankGroupsFillTheBusOnlyInTurn) {
  const DramParameters parameters = dram_part("DDR4-2400-x16");
  const auto bytes = static_cast<Address>(parameters.geometry.burst_bytes());
  const auto clocks_per_burst = [&](Address step) {
    constexpr int count = 64;
    std::vector<Burst> bursts;
    for (Address i = 0; i < count; ++i) bursts.push_back(burst_at(i * step * bytes, 0));
    DramMemory memory(parameters);
    const std::vector<Completion> done = serve(memory, bursts);
    return static_cast<double>(done.back().done - done[count / 2].done) /
           static_cast<double>((count / 2 - 1) * parameters.clocks.tck);
  };
  EXPECT_NEAR(clocks_per_burst(1), static_cast<double>(parameters.clocks.ccd), 0.1);
  EXPECT_NEAR(clocks_per_burst(2), static_cast<double>(parameters.clocks.ccd_long), 0.1);
}

TEST(DramMemory, EnergyFollowsFromCurrentsAndClocks) {
  const DramParameters parameters = dram_part("DDR3-1600K-x16");
  DramMemory memory(parameters);
  const DramSupply& supply = parameters.supplies.at(0);
  const DramClocks& t = parameters.clocks;
  const double unit = supply.volts * 1.25;  // picojoules per milliampere and clock
  // A read opens a row at clock 0. No other request follows until clock 1000.
  serve_alone(memory, burst_at(0, 0));
  const MemoryEnergy energy = memory.energy(1000 * t.tck).value();
  EXPECT_DOUBLE_EQ(energy.read, unit * 4 * (supply.idd4r - supply.idd3n));
  EXPECT_DOUBLE_EQ(energy.activate,
                   unit * (supply.idd0 * 39 - supply.idd3n * 28 - supply.idd2n * 11));
  EXPECT_DOUBLE_EQ(energy.active_standby, unit * 1000 * supply.idd3n);
  EXPECT_EQ(energy.precharge_standby + energy.refresh + energy.write, 0);
  // Without accesses, the memory draws only the standby current of closed banks.
  memory.reset();
  EXPECT_DOUBLE_EQ(memory.energy(1000 * t.tck)->total(), unit * 1000 * supply.idd2n);
  EXPECT_FALSE(DramMemory(dram_part("LPDDR1-400-x16")).energy(1).has_value());
}

TEST(DramMemory, ABurstIsSplitIntoTheDevicesOwnBursts) {
  const DramParameters parameters = dram_part("DDR3-1600K-x16");
  const DramClocks& t = parameters.clocks;
  DramMemory memory(parameters);
  const Completion whole = serve_alone(memory, burst_at(0, 0, 3, false, 64));
  EXPECT_EQ(whole.tag, 3U);
  EXPECT_EQ(whole.first_data, (t.rcd + t.cl) * t.tck);
  EXPECT_EQ(whole.done, (t.rcd + t.cl + 4 * 4) * t.tck);
  EXPECT_EQ(memory.statistics().bursts, 4);
  EXPECT_EQ(memory.pending(), 0);
}

TEST(DramMemory, TwoChannelsServeABurstTogether) {
  const DramParameters parameters = dram_part("LPDDR4-3200-x32");
  const DramClocks& t = parameters.clocks;
  DramMemory memory(parameters);
  const Completion both = serve_alone(memory, burst_at(0, 0, 0, false, 128));
  EXPECT_EQ(both.done, (read_after_activate(parameters) + 2 * 8) * t.tck);
}

TEST(DramMemory, AnActivateNeverComesBeforeItsRequest) {
  const DramParameters parameters = dram_part("DDR3-1600K-x16");
  const DramClocks& t = parameters.clocks;
  DramMemory memory(parameters);
  std::vector<dram::CommandRecord> trace;
  memory.record_commands(
      [&](int /*channel*/, const dram::CommandRecord& command) { trace.push_back(command); });
  // The second request is for another bank. It arrives while the bank of the first request opens
  // its row.
  const auto completions = serve(memory, {burst_at(0, 0), burst_at(bank_distance, 8 * t.tck)});
  ASSERT_EQ(trace.size(), 4U);
  EXPECT_EQ(trace[1].command, dram::Command::activate);
  EXPECT_EQ(trace[1].clock, 8);
  EXPECT_EQ(completions[1].done, (8 + t.rcd + t.cl + 4) * t.tck);
}

TEST(DramMemory, RowHitsOvertakeAMissUnlessTheSchedulerIsFifo) {
  const std::vector<Burst> bursts{burst_at(0, 0, 0), burst_at(row_distance, 0, 1),
                                  burst_at(16, 0, 2)};
  const auto order = [&](const char* queue) {
    DramMemory memory(dram_part("DDR3-1600K-x16", queue));
    std::vector<std::uint32_t> tags;
    for (const Completion& completion : serve(memory, bursts)) tags.push_back(completion.tag);
    return tags;
  };
  EXPECT_THAT(order("per-bank"), testing::ElementsAre(0, 2, 1));
  EXPECT_THAT(order("shared"), testing::ElementsAre(0, 2, 1));
  EXPECT_THAT(order("dramsys-fifo"), testing::ElementsAre(0, 1, 2));
}

TEST(DramMemory, AnAcknowledgedWriteIsDoneWhenItIsTaken) {
  const DramParameters parameters = dram_part("DDR3-1600K-x16", "dramsim3");
  DramMemory memory(parameters);
  EXPECT_EQ(serve_alone(memory, burst_at(0, 0, 0, true)).done,
            parameters.controller.latency * parameters.clocks.tck);
  EXPECT_EQ(memory.pending(), 0);
}

TEST(DramMemory, RefusesSettingsThatContradictEachOther) {
  DramParameters parameters = dram_part("DDR3-1600K-x16");
  parameters.controller.refresh = DramController::Refresh::per_bank;
  EXPECT_THROW(make_dram_timing(parameters), std::invalid_argument);
  parameters = dram_part("DDR3-1600K-x16");
  parameters.controller.acknowledge_on_acceptance = true;
  EXPECT_THROW(make_dram_timing(parameters), std::invalid_argument);
  parameters = dram_part("DDR3-1600K-x16", "ramulator");
  parameters.controller.queue = DramController::Queue::per_bank;
  EXPECT_THROW(make_dram_timing(parameters), std::invalid_argument);
}

std::vector<Burst> arbitrary_bursts(Picoseconds tck) {
  const int count = *rc::gen::inRange(1, 400);
  std::vector<Burst> bursts;
  Picoseconds now = 0;
  for (int i = 0; i < count; ++i) {
    now += *rc::gen::element<Picoseconds>(0, 0, 0, tck, 7 * tck, 40 * tck, 3000 * tck);
    const Address row = *rc::gen::inRange<Address>(0, 3) * row_distance;
    const Address bank = *rc::gen::inRange<Address>(0, 3) * bank_distance;
    const Address column = *rc::gen::inRange<Address>(0, 8) * 16;
    bursts.push_back(burst_at(row + bank + column, now, static_cast<std::uint32_t>(i),
                              *rc::gen::arbitrary<bool>(),
                              *rc::gen::element<std::int32_t>(8, 16, 16, 32, 64)));
  }
  return bursts;
}

DramParameters arbitrary_memory() {
  DramParameters parameters =
      dram_part(*rc::gen::element<std::string>("DDR3-1600K-x16", "LPDDR4-3200-x16",
                                               "LPDDR4-3200-x32", "LPDDR1-400-x16"),
                *rc::gen::elementOf(queue_setting_names()));
  if (*rc::gen::arbitrary<bool>()) {
    parameters.controller.page_policy = DramController::PagePolicy::closed;
  }
  if (parameters.clocks.rfc_bank > 0 && *rc::gen::arbitrary<bool>()) {
    parameters.controller.refresh = DramController::Refresh::per_bank;
  }
  return parameters;
}

RC_GTEST_PROP(DramMemoryProperty, EveryBurstIsServedOnceAndNeverBeforeItArrives, ()) {
  const DramParameters parameters = arbitrary_memory();
  const std::vector<Burst> bursts = arbitrary_bursts(parameters.clocks.tck);
  DramMemory memory(parameters);
  std::map<std::uint32_t, Completion> by_tag;
  for (const Completion& completion : serve(memory, bursts)) by_tag[completion.tag] = completion;
  RC_ASSERT(by_tag.size() == bursts.size());
  for (const Burst& burst : bursts) {
    const Completion& completion = by_tag.at(burst.tag);
    RC_ASSERT(completion.first_data >= burst.arrival);
    RC_ASSERT(completion.done >= completion.first_data);
  }
}

RC_GTEST_PROP(DramMemoryProperty, LookingAheadChangesNothing, ()) {
  const DramParameters parameters = arbitrary_memory();
  std::vector<Burst> bursts = arbitrary_bursts(parameters.clocks.tck);
  // All bursts arrive at time 0. Calls of next_decision() before bursts are submitted must not
  // change the result.
  for (Burst& burst : bursts) burst.arrival = 0;
  const auto run = [&](bool curious) {
    DramMemory memory(parameters);
    std::vector<std::vector<std::int64_t>> traces(
        static_cast<std::size_t>(parameters.geometry.channels));
    memory.record_commands([&](int channel, const dram::CommandRecord& command) {
      std::vector<std::int64_t>& trace = at(traces, channel);
      trace.insert(trace.end(), {command.clock, static_cast<std::int64_t>(command.command),
                                 command.bank, command.row});
    });
    std::vector<Completion> completions;
    for (std::size_t next = 0; completions.size() < bursts.size();) {
      while (next < bursts.size() && !memory.full()) {
        if (curious && memory.pending() > 0) memory.next_decision();
        memory.submit(bursts[next++]);
      }
      if (curious) memory.next_decision();
      completions.push_back(memory.complete_one());
    }
    std::vector<std::int64_t> all;
    for (const Completion& c : completions) all.insert(all.end(), {c.tag, c.first_data, c.done});
    for (const auto& trace : traces) all.insert(all.end(), trace.begin(), trace.end());
    return all;
  };
  RC_ASSERT(run(false) == run(true));
}

RC_GTEST_PROP(DramMemoryProperty, ARunAfterAResetIsTheSame, ()) {
  const DramParameters parameters = arbitrary_memory();
  const std::vector<Burst> bursts = arbitrary_bursts(parameters.clocks.tck);
  DramMemory memory(parameters);
  const auto run = [&] {
    std::vector<Picoseconds> done;
    for (const Completion& completion : serve(memory, bursts)) done.push_back(completion.done);
    return done;
  };
  const std::vector<Picoseconds> first = run();
  memory.reset();
  RC_ASSERT(first == run());
}

// While the memory finds out which channel decides next, a channel may accept a write and so
// complete it. Even if this write is the last pending request, complete_one() must return it.
TEST(DramMemory, ReturnsWritesThatChannelsAcceptDuringADecision) {
  DramParameters parameters = std::get<DramParameters>(load_part("LPDDR4-3200-x32"));
  apply_queue_setting("dramsim3", parameters);
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    DramMemory memory(parameters);
    Picoseconds at = 0;
    for (int i = 0; i < 300; ++i) {
      Burst burst;
      burst.address = random() % 16 * 1'048'576 + random() % 4'096;
      burst.bytes = 1 + static_cast<std::int32_t>(random() % 500);
      burst.write = random() % 2 == 0;
      burst.arrival = at;
      memory.submit(burst);
      const Completion completion = memory.complete_one();
      ASSERT_GE(completion.done, at);
      ASSERT_EQ(memory.pending(), 0U);
      at = std::max(at, completion.done) + random() % 3 * 20'000;
    }
  }
}

}  // namespace
}  // namespace spillway
