// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/target/stronger.h"

#include <functional>

#include <gtest/gtest.h>

namespace spillway {
namespace {

LatencyBandwidthParameters& rate_of(MemorySpec& memory) {
  return std::get<LatencyBandwidthParameters>(memory.timing);
}

// Returns functions that each make the hardware of a target faster or larger in one respect.
const std::vector<std::function<void(Target&)>>& improvements() {
  static const std::vector<std::function<void(Target&)>> all = {
      [](Target& target) { target.clock_khz *= 2; },
      [](Target& target) { target.memories[0].capacity *= 2; },
      [](Target& target) { rate_of(target.memories[1]).bytes_per_cycle *= 2; },
      [](Target& target) { rate_of(target.memories[1]).read_latency /= 2; },
      [](Target& target) { rate_of(target.memories[1]).write_latency /= 2; },
      [](Target& target) { rate_of(target.memories[1]).max_reads *= 2; },
      [](Target& target) { rate_of(target.memories[1]).max_writes = 0; },
  };
  return all;
}

Target with_limits() {
  Target target = load_target("ethos-u65-256");
  MemorySpec& dram = target.memories.at(1);
  dram.timing = LatencyBandwidthParameters{target.clock_khz, 2, 500, 250, 0, 4, 4};
  target.ports[static_cast<std::size_t>(dram.port)].max_reads = 32;
  target.ports[static_cast<std::size_t>(dram.port)].max_writes = 32;
  return target;
}

TEST(Stronger, ATargetWithOneBetterPropertyIsStronger) {
  const Target target = with_limits();
  EXPECT_FALSE(is_stronger(target, target));
  for (std::size_t i = 0; i < improvements().size(); ++i) {
    SCOPED_TRACE(i);
    Target better = target;
    improvements()[i](better);
    EXPECT_TRUE(is_stronger(better, target));
    EXPECT_FALSE(is_stronger(target, better));
  }
}

TEST(Stronger, ATargetWithOneBetterAndOneWorsePropertyIsStronger) {
  const Target target = with_limits();
  Target other = target;
  improvements()[1](other);
  rate_of(other.memories[1]).read_latency *= 2;
  EXPECT_TRUE(is_stronger(other, target));
  EXPECT_TRUE(is_stronger(target, other));
}

TEST(Stronger, ATargetWithALargerProcessorIsStronger) {
  EXPECT_TRUE(is_stronger(load_target("ethos-u65-512"), load_target("ethos-u65-256")));
}

}  // namespace
}  // namespace spillway
