// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/toy_family/toy_family.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/lower.h"
#include "hwmodels/plan_choices.h"
#include "hwmodels/program.h"
#include "hwmodels/schedule.h"
#include "hwmodels/target/target.h"
#include "hwmodels/toml/toml_reader.h"
#include "tests/experiments/toy_family/toy_engine.h"

namespace spillway::test {
namespace {

struct ToyParameters {
  std::int32_t macs_per_cycle = 1;
};

ProcessorSpec read(TomlTable& table, int /*kind*/) {
  return {toy_family(), ToyParameters{table.integer32("macs_per_cycle", 1, 1024)}};
}

Network keep(const Network& network, const Target& /*target*/, MemoryIndex /*constants*/,
             const FamilyOptions& /*options*/) {
  return network;
}

const Residency& home_of(const Plan& plan, TensorIndex tensor, TimeStep time) {
  const auto found =
      std::find_if(plan.residencies.begin(), plan.residencies.end(), [&](const Residency& home) {
        return home.tensor == tensor && home.lower <= time && time < home.upper;
      });
  if (found == plan.residencies.end()) throw std::logic_error("operand without a place");
  return *found;
}

Access whole(const Residency& home, bool write) {
  Access access;
  // The plan lists the memories in the order of the target, so the two indices are equal.
  access.memory = static_cast<std::uint8_t>(home.memory);
  access.address = static_cast<Address>(home.offset);
  access.run = static_cast<std::int32_t>(home.size);
  access.write = write;
  access.data = write ? DataClass::ofm : DataClass::ifm;
  return access;
}

Range add_operands(const Plan& plan, const std::vector<TensorIndex>& operands, TimeStep time,
                   bool write, Program& program) {
  const std::size_t first = program.accesses.size();
  for (const TensorIndex tensor : operands) {
    if (tensor != no_tensor) program.accesses.push_back(whole(home_of(plan, tensor, time), write));
  }
  return {static_cast<std::uint32_t>(first),
          static_cast<std::uint32_t>(program.accesses.size() - first)};
}

Program schedule_whole(const Network& network, const Plan& plan, const Target& target,
                       const FamilyOptions& /*options*/) {
  const auto& toy = *target.processor.parameters<ToyParameters>();
  Program program;
  program.target = target.name;
  program.peak_bytes.assign(target.memories.size(), 0);
  for (const Residency& home : plan.residencies) {
    Bytes& peak = at(program.peak_bytes, home.memory);
    peak = std::max(peak, home.offset + home.size);
  }
  for (std::size_t i = 0; i < network.operators.size(); ++i) {
    const Operator& op = network.operators[i];
    const auto number = static_cast<std::uint32_t>(i);
    const auto index = static_cast<OperatorIndex>(i);
    Block block;
    block.compute = static_cast<std::int32_t>(op.macs / toy.macs_per_cycle);
    block.reads = add_operands(plan, op.inputs, index + 1, false, program);
    block.writes = add_operands(plan, op.outputs, index + 1, true, program);
    program.blocks.push_back(block);
    program.kernels.push_back({index, {number, 1}});
    program.commands.push_back({CommandKind::kernel, number, index, 0});
    program.operators.push_back({op.name, op.type_name, op.macs, ""});
  }
  return program;
}

TableClock table_clock(const Target& target) { return {"toy cycles", target.clock_khz}; }

ProcessorFamily make_family() {
  ProcessorFamily family;
  family.name = "Toy";
  family.kinds = {"toy"};
  family.read = read;
  family.lower = keep;
  family.plan = plan_in_memories;
  family.schedule = schedule_whole;
  family.engine = ToyEngine::name;
  family.table_clock = table_clock;
  return family;
}

}  // namespace

const ProcessorFamily& toy_family() {
  static const ProcessorFamily family = make_family();
  return family;
}

std::string toy_target(int macs_per_cycle, int sram_bytes) {
  return fmt::format(R"(name = "toy"
description = "an accelerator for the tests"
default_system_config = "bench"

[processor]
kind = "toy"
macs_per_cycle = {}

[dma]
channels = 1
outstanding = 1
queue_depth = 1
start_cycles = 0

[[mode]]
name = "Shared"
constants = ["dram"]
arena = ["dram"]
cache = ["sram"]

[[system_config]]
name = "bench"
clock_mhz = 100
default_mode = "Shared"
[[system_config.memory]]
name = "sram"
port = "bus"
capacity = "{}"
timing = {{ kind = "latency_bandwidth", bytes_per_cycle = 8, read_latency = 1, write_latency = 1 }}
[[system_config.memory]]
name = "dram"
port = "bus"
capacity = "16M"
timing = {{ kind = "latency_bandwidth", bytes_per_cycle = 1, read_latency = 20, write_latency = 20 }}

[[port]]
name = "bus"
beat_bytes = 8
burst_bytes = 64
max_reads = 4
max_writes = 4
separate_channels = false
arbitration = "fifo"
)",
                     macs_per_cycle, sram_bytes);
}

}  // namespace spillway::test
