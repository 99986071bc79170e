// SPDX-License-Identifier: Apache-2.0
// To save time, the scheduler of a DRAM stores the next command of each bank until something
// changes this command, and issues all column commands of a burst together. The result must be the
// same as that of a scheduler that examines all banks for each command.
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"

namespace spillway {
namespace {

using Page = DramController::PagePolicy;
using Refresh = DramController::Refresh;

/// Returns random bursts. Some bursts have random addresses, the others continue one of three
/// sequential streams.
std::vector<Burst> arbitrary_bursts() {
  std::vector<Burst> bursts;
  std::array<Address, 3> streams{0, Address{1} << 16U, Address{3} << 20U};
  Picoseconds at = 0;
  const auto streamed = *rc::gen::inRange(0U, 9U);
  const auto seeds = *rc::gen::container<std::vector<std::uint32_t>>(
      *rc::gen::inRange<std::size_t>(1, 200), rc::gen::inRange(0U, 1U << 30U));
  for (const std::uint32_t seed : seeds) {
    Burst burst;
    burst.address = Address{seed % 32} * 64 + Address{seed / 32 % 64} * 2'048;
    burst.bytes = 1 + static_cast<std::int32_t>(seed / 2'048 % 300);
    burst.write = seed / 4'096 % 3 == 0;
    if (seed / 128 % 8 < streamed) {
      Address& stream = streams.at(seed % streams.size());
      burst.address = stream;
      burst.write = seed % streams.size() == 1;
      stream += static_cast<Address>(burst.bytes);
    }
    burst.tag = static_cast<std::uint32_t>(bursts.size());
    at += seed / 16'384 % 4 == 0 ? Picoseconds{seed / 65'536 % 4'000} * 1'000 : 1'000;
    burst.arrival = at;
    bursts.push_back(burst);
  }
  return bursts;
}

/// Serves the bursts as a port does. Before the function submits a burst, it completes all
/// decisions that are due before the burst's arrival.
std::vector<Completion> served(DramMemory& memory, const std::vector<Burst>& bursts) {
  std::vector<Completion> completions;
  for (const Burst& burst : bursts) {
    while (memory.pending() > 0 && (memory.full() || memory.next_decision() < burst.arrival)) {
      completions.push_back(memory.complete_one());
    }
    memory.submit(burst);
  }
  while (memory.pending() > 0) completions.push_back(memory.complete_one());
  return completions;
}

/// Serves the bursts without calls of next_decision(). At most `most` bursts are pending at a time.
std::vector<Completion> served_unasked(DramMemory& memory, const std::vector<Burst>& bursts,
                                       int most) {
  std::vector<Completion> completions;
  for (const Burst& burst : bursts) {
    while (memory.full() || memory.pending() >= most) completions.push_back(memory.complete_one());
    memory.submit(burst);
  }
  while (memory.pending() > 0) completions.push_back(memory.complete_one());
  return completions;
}

DramParameters arbitrary_parameters() {
  const auto part = *rc::gen::element<std::string>(
      "LPDDR4-3200-x16", "LPDDR4-3200-x32", "DDR3-1600K-x16", "DDR4-2400-x16", "LPDDR5-6400-x16",
      "LPDDR1-200-512Mb-x16", "LPDDR2-1066-x32");
  DramParameters parameters = std::get<DramParameters>(load_part(part));
  apply_queue_setting(*rc::gen::elementOf(queue_setting_names()), parameters);
  DramController& controller = parameters.controller;
  controller.queue_depth = *rc::gen::inRange(1, 9);
  controller.page_policy = *rc::gen::element(Page::open, Page::open, Page::closed);
  controller.refresh = *rc::gen::element(Refresh::all_bank, Refresh::all_bank, Refresh::none);
  if (parameters.clocks.rfc_bank > 0 && *rc::gen::inRange(0, 4) == 0) {
    controller.refresh = Refresh::per_bank;
  } else if (parameters.clocks.cke > 0 && *rc::gen::inRange(0, 3) == 0) {
    controller.power_down_after = 100;
    controller.self_refresh_after = 1'500;
  }
  return parameters;
}

void same_completions(const std::vector<Completion>& a, const std::vector<Completion>& b) {
  RC_ASSERT(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    RC_ASSERT(a[i].tag == b[i].tag);
    RC_ASSERT(a[i].first_data == b[i].first_data);
    RC_ASSERT(a[i].done == b[i].done);
  }
}

void same_statistics(const MemoryStatistics& a, const MemoryStatistics& b) {
  RC_ASSERT(a.bursts == b.bursts);
  RC_ASSERT(a.reads == b.reads);
  RC_ASSERT(a.row_hits == b.row_hits);
  RC_ASSERT(a.activates == b.activates);
  RC_ASSERT(a.refreshes == b.refreshes);
  RC_ASSERT(a.last_data == b.last_data);
}

RC_GTEST_PROP(DramPlans, StoredCommandsEqualASearchOfEveryBank, ()) {
  const DramParameters parameters = arbitrary_parameters();
  const std::vector<Burst> bursts = arbitrary_bursts();
  DramMemory kept(parameters), plain(parameters);
  plain.look_at_every_bank();
  same_completions(served(kept, bursts), served(plain, bursts));
  same_statistics(kept.statistics(), plain.statistics());
}

RC_GTEST_PROP(DramPlans, DoNotDependOnAskingForTheNextDecision, ()) {
  const DramParameters parameters = arbitrary_parameters();
  const std::vector<Burst> bursts = arbitrary_bursts();
  const int most = *rc::gen::inRange(1, 40);
  DramMemory kept(parameters), plain(parameters);
  plain.look_at_every_bank();
  same_completions(served_unasked(kept, bursts, most), served_unasked(plain, bursts, most));
  same_statistics(kept.statistics(), plain.statistics());
}

using Commands = std::vector<std::array<std::int64_t, 5>>;

void record(DramMemory& memory, Commands& commands) {
  memory.record_commands([&commands](int channel, const dram::CommandRecord& command) {
    commands.push_back(
        {channel, command.clock, static_cast<int>(command.command), command.bank, command.row});
  });
}

RC_GTEST_PROP(DramPlans, GiveTheSameCommands, ()) {
  const DramParameters parameters = arbitrary_parameters();
  const std::vector<Burst> bursts = arbitrary_bursts();
  DramMemory kept(parameters), plain(parameters), unwatched(parameters);
  plain.look_at_every_bank();
  Commands a, b;
  record(kept, a);
  record(plain, b);
  const std::vector<Completion> completions = served(kept, bursts);
  same_completions(completions, served(plain, bursts));
  same_completions(completions, served(unwatched, bursts));
  RC_ASSERT(a == b);
}

}  // namespace
}  // namespace spillway
