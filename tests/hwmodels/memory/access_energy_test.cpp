// SPDX-License-Identifier: Apache-2.0
// Tests the energy of memories other than DRAM. This energy is either a sum of powers (voltage
// times current) times durations, or the number of bytes times picojoules per byte.
#include "hwmodels/memory/access_energy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/memory/parts.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

// Returns the energy in picojoules of a memory part during a run of `elapsed` picoseconds. In this
// run, the part reads `bytes` bytes in consecutive bursts of `burst` bytes.
double read_energy(const MemoryPart& part, Bytes bytes, std::int32_t burst, Picoseconds elapsed) {
  const auto memory = make_memory_timing(part.timing);
  memory->reset();
  Burst read;
  read.bytes = burst;
  for (Bytes moved = 0; moved < bytes; moved += burst) {
    read.address = static_cast<Address>(moved);
    read.arrival = memory->serve_at_once(read).done;
  }
  return energy_of(part.energy.value(), {bytes, 0, memory->active(), elapsed});
}

TEST(AccessEnergy, APsramDrawsDifferentCurrentsWhileSelectedAndIdle) {
  const MemoryPart part = load_memory_part("S27KS0641");
  constexpr Picoseconds millisecond = 1'000'000'000;
  // The access takes 3 + 6 clocks before its data and 16 clocks for its data. These 25 clocks of 6
  // ns (166.666 MHz) are 150 ns. During the access, the part draws 60 mA at 1.8 V.
  const double selected = 1.8 * 60 * 150;
  const double idle = 1.8 * 0.3 * (1e6 - 150);
  EXPECT_NEAR(read_energy(part, 32, 32, millisecond), selected + idle, 0.001 * selected);
  EXPECT_NEAR(read_energy(part, 0, 32, millisecond), 1.8 * 0.3 * 1e6, 1);
}

TEST(AccessEnergy, ShortBurstsTakeMoreForTheSameBytes) {
  const MemoryPart part = load_memory_part("S27KS0641");
  double before = 0;
  for (const std::int32_t burst : {512, 128, 32, 8}) {
    const double now = read_energy(part, 4096, burst, 1'000'000'000);
    EXPECT_GT(now, before) << burst;
    before = now;
  }
}

TEST(AccessEnergy, AnSramTakesItsEnergyPerByteWhateverTheTime) {
  const MemoryPart part = load_memory_part("SRAM-1M-45nm");
  EXPECT_DOUBLE_EQ(read_energy(part, 64, 64, 1), 8 * 100);
  EXPECT_DOUBLE_EQ(read_energy(part, 64, 64, 1'000'000), 8 * 100);
}

// While a flash reads ahead, it draws its active current, even if no request waits for the data.
TEST(AccessEnergy, ReadAheadCountsAsWork) {
  NorFlashParameters flash;
  flash.clock_khz = 100'000;
  flash.address_clocks = 10;
  flash.line_bytes = 32;
  const auto active_of = [](const NorFlashParameters& parameters) {
    const auto memory = make_memory_timing(parameters);
    memory->reset();
    Burst read;
    read.bytes = 128;
    memory->serve_at_once(read);
    return memory->active();
  };
  const Picoseconds alone = active_of(flash);
  EXPECT_EQ(alone, 4 * (10 + 64) * 10'000);
  flash.read_ahead = true;
  EXPECT_EQ(active_of(flash), (10 + 4 * 64) * 10'000);
}

TEST(AccessEnergy, PartsHaveAllEnergiesOrNone) {
  EXPECT_FALSE(load_memory_part("QSPI-NOR-104").energy.has_value());
  EXPECT_FALSE(load_memory_part("LPDDR4-3200-x16").energy.has_value());
  const std::string part =
      "kind = \"ideal\"\ndescription = \"-\"\n[energy]\nread_pj_per_byte = 1\n";
  EXPECT_THAT(test::user_error([&] { parse_part(part, "part.toml"); }),
              HasSubstr("write_pj_per_byte"));
}

}  // namespace
}  // namespace spillway
