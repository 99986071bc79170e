// SPDX-License-Identifier: Apache-2.0
// A DRAM's scheduler keeps what each bank would do next until something changes it. Looking at
// every bank for every command is the plain way of the same, so the two must agree.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"

namespace spillway {
namespace {

std::vector<Burst> arbitrary_bursts() {
  std::vector<Burst> bursts;
  Picoseconds at = 0;
  const auto seeds = *rc::gen::container<std::vector<std::uint32_t>>(
      *rc::gen::inRange<std::size_t>(1, 200), rc::gen::inRange(0U, 1U << 30U));
  for (const std::uint32_t seed : seeds) {
    Burst burst;
    burst.address = Address{seed % 32} * 64 + Address{seed / 32 % 64} * 2'048;
    burst.bytes = 1 + static_cast<std::int32_t>(seed / 2'048 % 300);
    burst.write = seed / 4'096 % 3 == 0;
    burst.tag = static_cast<std::uint32_t>(bursts.size());
    at += seed / 16'384 % 4 == 0 ? Picoseconds{seed / 65'536 % 4'000} * 1'000 : 1'000;
    burst.arrival = at;
    bursts.push_back(burst);
  }
  return bursts;
}

/// Takes the bursts as a port does: whatever is decided before the next arrival is taken first.
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

/// Channel, clock, command, bank and row.
using Given = std::tuple<int, Cycles, dram::Command, int, std::int64_t>;

dram::CommandSink into(std::vector<Given>& given) {
  return [&given](int channel, const dram::CommandRecord& command) {
    given.emplace_back(channel, command.clock, command.command, command.bank, command.row);
  };
}

RC_GTEST_PROP(DramPlans, AreWhatLookingAtEveryBankFinds, ()) {
  const auto part =
      *rc::gen::element<std::string>("LPDDR4-3200-x16", "LPDDR4-3200-x32", "DDR3-1600K-x16",
                                     "LPDDR1-200-512Mb-x16", "DDR4-2400-x16", "LPDDR5-6400-x16");
  DramParameters parameters = std::get<DramParameters>(load_part(part));
  apply_queue_setting(*rc::gen::elementOf(queue_setting_names()), parameters);
  parameters.controller.queue_depth = *rc::gen::inRange(1, 9);
  const std::vector<Burst> bursts = arbitrary_bursts();
  DramMemory kept(parameters);
  DramMemory plain(parameters);
  plain.look_at_every_bank();
  std::vector<Given> given, expected;
  if (*rc::gen::arbitrary<bool>()) {
    kept.record_commands(into(given));
    plain.record_commands(into(expected));
  }
  const std::vector<Completion> a = served(kept, bursts);
  const std::vector<Completion> b = served(plain, bursts);
  RC_ASSERT(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    RC_ASSERT(a[i].tag == b[i].tag);
    RC_ASSERT(a[i].first_data == b[i].first_data);
    RC_ASSERT(a[i].done == b[i].done);
  }
  for (std::vector<Given>* commands : {&given, &expected}) {
    std::stable_sort(commands->begin(), commands->end(), [](const Given& a, const Given& b) {
      return std::get<0>(a) < std::get<0>(b);
    });
  }
  RC_ASSERT(given == expected);
  RC_ASSERT(kept.statistics().activates == plain.statistics().activates);
  RC_ASSERT(kept.statistics().refreshes == plain.statistics().refreshes);
}

}  // namespace
}  // namespace spillway
