// SPDX-License-Identifier: Apache-2.0
// Each test reads a target file that once crashed the process or used up its memory or time.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files/files.h"
#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/target/target.h"
#include "hwmodels/target/vela_ini.h"
#include "tests/user_error.h"

namespace spillway {
namespace {

using testing::HasSubstr;

std::string refusal_of(const std::string& toml) {
  return test::user_error([&] { parse_target(toml, "my.toml"); });
}

const std::string based = "base = \"ethos-u65-256\"\nname = \"x\"\ndescription = \"x\"\n";

std::string dma(int channels, int outstanding) {
  return based +
         fmt::format("[dma]\nchannels = {}\noutstanding = {}\nqueue_depth = 1\nstart_cycles = 1\n",
                     channels, outstanding);
}

std::string system(const std::string& clock, const std::string& timing) {
  return based +
         "default_system_config = \"mine\"\n[[system_config]]\nname = \"mine\"\nclock_mhz = " +
         clock +
         "\ndefault_mode = \"Sram_Only\"\n"
         "[[system_config.memory]]\nname = \"sram\"\nport = \"axi0\"\ncapacity = \"1M\"\ntiming = "
         "{ " +
         timing +
         " }\n[[system_config.memory]]\nname = \"dram\"\nport = \"axi1\"\ncapacity = \"1M\"\n"
         "timing_of = \"sram\"\n";
}

const std::string plain_timing =
    "kind = \"latency_bandwidth\", bytes_per_cycle = 8, read_latency = 1, write_latency = 1";

TEST(HostileTarget, TooManyTransfersAreRefused) {
  for (const auto& [channels, outstanding] :
       {std::pair{1, 32}, std::pair{2, 64}, std::pair{64, 1}, std::pair{8, 3}}) {
    EXPECT_THAT(refusal_of(dma(channels, outstanding)), HasSubstr("my.toml:")) << channels;
  }
  for (const auto& [channels, outstanding] : {std::pair{8, 2}, std::pair{1, 16}}) {
    EXPECT_EQ(refusal_of(dma(channels, outstanding)), "");
  }
}

TEST(HostileTarget, ImpossibleClocksAreRefused) {
  for (const char* clock : {"2e9", "1e300", "inf", "-inf", "nan", "0", "-1", "1e-300"}) {
    EXPECT_THAT(refusal_of(system(clock, plain_timing)), HasSubstr("clock_mhz")) << clock;
  }
}

TEST(HostileTarget, TooManyBurstsInFlightAreRefused) {
  EXPECT_THAT(refusal_of(system("500", plain_timing + ", max_reads = 100000000")),
              HasSubstr("max_reads: 100000000 is above 4096"));
}

TEST(HostileTarget, CircularBasesAreRefused) {
  const std::string folder = testing::TempDir() + "spillway_ring" + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  const auto write = [&](const std::string& name, const std::string& base) {
    write_file(folder + "/" + name, "base = \"" + base + "\"\nname = \"x\"\ndescription = \"x\"\n");
  };
  write("self.toml", "self.toml");
  write("a.toml", "b.toml");
  write("b.toml", "a.toml");
  write("good.toml", "ethos-u55-128");
  for (const char* name : {"self.toml", "a.toml"}) {
    EXPECT_THAT(test::user_error([&] { load_target(folder + "/" + name); }),
                HasSubstr("are based on each other"))
        << name;
    // The reader counts and limits the number of nested bases. After a refused file, it must count
    // from zero again, so a good file must still load.
    EXPECT_EQ(load_target(folder + "/good.toml").name, "x");
  }
  std::filesystem::remove_all(folder);
}

TEST(HostileTarget, AKeyOfAHundredThousandPartsIsRefused) {
  std::string parts = "a";
  for (int i = 0; i < 100'000; ++i) parts += ".a";
  for (const std::string& key :
       {parts + " = 1\n", "[" + parts + "]\n", "[[" + parts + "]]\n", "x = { " + parts + " = 1 }\n",
        "x = '''\n'''\n" + parts + " = 1\n"}) {
    EXPECT_THAT(refusal_of(key), HasSubstr("a key has more than 16 parts"));
  }
  std::string dots = based + "# " + parts + "\n";
  EXPECT_EQ(refusal_of(dots), "");
  EXPECT_EQ(refusal_of(based + "regions = []\n"), "");
}

TEST(HostileTarget, TooManyBackgroundMastersAreRefused) {
  std::string many = based;
  for (int i = 0; i < 5; ++i) {
    many += fmt::format(
        "[[background]]\nname = \"m{}\"\nmemory = \"sram\"\nshare = 0.1\nburst_bytes = 32\n"
        "pattern = \"periodic\"\nwrites = 0\nbase = 0\nbytes = \"4K\"\n",
        i);
  }
  EXPECT_THAT(refusal_of(many), HasSubstr("5 masters; there may be 4"));
}

// The memory transfers less than one byte per second. A burst then takes longer than 64 bits of
// picoseconds can express, so the model limits the time of the burst.
TEST(HostileTarget, ServesBurstsAtTheSlowestRate) {
  LatencyBandwidthParameters slow;
  slow.clock_khz = 1;
  slow.bytes_per_cycle = 1e-6;
  MemorySpec spec;
  spec.timing = slow;
  const auto memory = make_memory_timing(spec);
  Picoseconds last = 0;
  for (const std::int32_t bytes : {1, 64, 1 << 20}) {
    Burst burst;
    burst.bytes = bytes;
    burst.arrival = 0;
    memory->submit(burst);
    const Picoseconds done = memory->complete_one().done;
    EXPECT_GT(done, last);
    last = done;
  }
}

std::string vela_error(const std::string& key, const std::string& value) {
  const std::string ini =
      "[System_Config.A]\naxi0_port=Sram\naxi1_port=OffChipFlash\nSram_clock_scale=1\n"
      "Sram_burst_length=32\nSram_read_latency=32\nSram_write_latency=32\n"
      "OffChipFlash_clock_scale=0.125\nOffChipFlash_burst_length=128\n"
      "OffChipFlash_read_latency=64\nOffChipFlash_write_latency=64\n" +
      (key == "core_clock" ? "" : std::string("core_clock=500e6\n")) + key + "=" + value + "\n";
  return test::user_error(
      [&] { with_vela_ini(load_target("ethos-u55-128"), ini, "my.ini", "A", ""); });
}

TEST(HostileVelaIni, ImpossibleClocksAndLimitsAreRefused) {
  for (const char* clock : {"2e15", "1e300", "inf", "nan", "-1", "0"}) {
    EXPECT_THAT(vela_error("core_clock", clock), HasSubstr("core_clock")) << clock;
  }
  EXPECT_THAT(vela_error("Sram_max_reads", "1000000"), HasSubstr("a whole number up to 4096"));
  EXPECT_EQ(vela_error("core_clock", "500e6"), "");
}

}  // namespace
}  // namespace spillway
