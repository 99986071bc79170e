// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "fuzz/harness.h"
#include "hwmodels/memory/dram/command_file.h"
#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/memory/trace_reader.h"
#include "hwmodels/target/select_target.h"
#include "hwmodels/target/vela_ini.h"
#include "hwmodels/toml/builtin_targets.h"

namespace spillway::fuzz {
namespace {

// Checks for every memory of a target that all bursts complete, and that completion times never
// decrease.
void expect_usable(const Target& target) {
  for (const MemorySpec& spec : target.memories) {
    const auto memory = make_memory_timing(spec);
    Picoseconds last = 0;
    for (int i = 0; i < 8; ++i) {
      Burst burst;
      burst.bytes = 32;
      burst.address = static_cast<Address>(i) * 32;
      burst.arrival = last;
      memory->submit(burst);
      const Completion completion = memory->complete_one();
      if (completion.done < last) report_finding("time goes back in " + spec.name);
      last = completion.done;
    }
  }
}

void run_target(ByteView input) {
  catch_user_error([&] { expect_usable(parse_target(text_of(input), "fuzz.toml")); });
}

std::vector<std::string> target_seeds() {
  std::vector<std::string> seeds;
  for (const BuiltinTarget& target : builtin_targets()) {
    if (target.toml.size() < 16'000) seeds.push_back(target.toml);
  }
  return seeds;
}

void run_part(ByteView input) {
  catch_user_error([&] {
    MemorySpec spec;
    spec.name = "part";
    spec.timing = parse_part(text_of(input), "fuzz.toml").timing;
    Target target;
    target.memories.push_back(spec);
    expect_usable(target);
  });
}

std::vector<std::string> part_seeds() {
  std::vector<std::string> seeds;
  for (const BuiltinTarget& part : builtin_parts()) {
    if (seeds.size() < 20) seeds.push_back(part.toml);
  }
  return seeds;
}

void run_vela_ini(ByteView input) {
  static const Target target = load_target("ethos-u65-256");
  const std::string text = text_of(input);
  for (const char* mode : {"", "M"}) {
    catch_user_error([&] { expect_usable(with_vela_ini(target, text, "fuzz.ini", "A", mode)); });
  }
}

std::vector<std::string> vela_ini_seeds() {
  return {
      "; systems\n[System_Config.A]\ncore_clock=500e6\naxi0_port=Sram\naxi1_port=Dram\n"
      "Sram_clock_scale=1.0\nSram_burst_length=32\nSram_read_latency=32\nSram_write_latency=32\n"
      "Dram_clock_scale=0.234375\nDram_burst_length=128\nDram_read_latency=500\n"
      "Dram_write_latency=250\n[System_Config.B]\ninherit=System_Config.A\naxi1_port=OffChipFlash\n"
      "OffChipFlash_clock_scale=0.125\nOffChipFlash_burst_length=128\n"
      "OffChipFlash_read_latency=64\nOffChipFlash_write_latency=64\n"
      "[Memory_Mode.M]\nconst_mem_area=Axi1\narena_mem_area=Axi1\ncache_mem_area=Axi0\n"
      "arena_cache_size=393216\n"};
}

void run_memory_trace(ByteView input) {
  std::istringstream stream(text_of(input));
  catch_user_error([&] {
    TraceReader reader(stream, "fuzz.csv", {});
    Picoseconds last = 0;
    while (const auto request = reader.next()) {
      if (request->bytes <= 0) report_finding("a request without bytes");
      if (request->time < last) report_finding("times decrease");
      last = request->time;
    }
  });
}

std::vector<std::string> memory_trace_seeds() {
  return {"op,addr,bytes,time_ns\nR,0x100,64,0\nW,256,32,10.5\n", "R,0,64\nW,64,64\n",
          "# clkMhz 800\n0: (64) read 0x40\n10: (32) write 0x80\n", "0x40 READ 1\n0x80 WRITE 12\n",
          "LD 0x40\nST 0x80\n"};
}

void run_dram_commands(ByteView input) {
  static const MemoryParameters part = load_part("LPDDR4-3200-x16");
  std::istringstream stream(text_of(input));
  catch_user_error(
      [&] { dram::check_commands(stream, "fuzz.csv", std::get<DramParameters>(part)); });
}

std::vector<std::string> dram_command_seeds() {
  return {
      "clock,channel,command,bank,row\n0,0,ACT,0,1\n29,0,RD,0,1\n100,0,PRE,0,\n200,0,REF,,\n"
      "900,0,ACT,3,7\n940,0,WRA,3,\n2000,0,PREA,,\n3000,0,REFpb,2,\n"};
}

}  // namespace

std::vector<Harness> target_harnesses() {
  return {{"target", Shape::text, run_target, target_seeds},
          {"part", Shape::text, run_part, part_seeds},
          {"vela_ini", Shape::text, run_vela_ini, vela_ini_seeds},
          {"memory_trace", Shape::text, run_memory_trace, memory_trace_seeds},
          {"dram_commands", Shape::text, run_dram_commands, dram_command_seeds}};
}

}  // namespace spillway::fuzz
