// SPDX-License-Identifier: Apache-2.0
// Fuzzes all stages of a design point. A grammar makes a network and a target. The network is
// lowered, planned, scheduled and simulated. Then the harness checks properties that every result
// must have.
#include <fmt/format.h>

#include "base/index.h"
#include "experiments/point/plans/capacity_error.h"
#include "experiments/point/point_cache.h"
#include "fuzz/byte_source.h"
#include "fuzz/harness.h"
#include "fuzz/small_network.h"
#include "hwmodels/xcore/options.h"
#include "planner/checks/validate.h"
#include "planner/planner.h"
#include "traces/csv/network_csv.h"
#include "traces/layers/layer_table.h"

namespace spillway::fuzz {
namespace {

std::string any_layers(ByteSource& source) {
  static const std::vector<std::string> kinds = {"conv_2d",
                                                 "depthwise_conv_2d",
                                                 "fully_connected",
                                                 "average_pool_2d",
                                                 "max_pool_2d",
                                                 "add",
                                                 "mul",
                                                 "concatenation",
                                                 "reshape",
                                                 "softmax",
                                                 "relu",
                                                 "relu6",
                                                 "logistic",
                                                 "tanh",
                                                 "hard_swish"};
  std::string table = "layer,type,inputs,channels,kernel,stride,padding,activation\n";
  // Feature maps are small, because the weights of a fully connected layer grow with the layer's
  // input map, and encoding large weights takes seconds under sanitizers.
  table += fmt::format("l0,input,,{}x{}x{},,,,\n", source.number(1, 12), source.number(1, 12),
                       source.number(1, 70));
  const std::int64_t layers = source.number(1, 7);
  for (std::int64_t i = 1; i <= layers; ++i) {
    const std::string& kind = source.one_of(kinds);
    const bool has_channels = kind == "conv_2d" || kind == "fully_connected";
    const bool has_window = kind == "conv_2d" || kind == "depthwise_conv_2d" ||
                            kind == "average_pool_2d" || kind == "max_pool_2d";
    const bool takes_two = kind == "add" || kind == "mul" || kind == "concatenation";
    std::string inputs;
    if (takes_two) inputs = fmt::format("l{} l{}", i - 1, source.number(0, i - 1));
    table += fmt::format(
        "l{},{},{},{},{},{},{},\n", i, kind, inputs,
        has_channels ? std::to_string(source.number(1, 70)) : "",
        has_window ? fmt::format("{}x{}", source.number(1, 5), source.number(1, 5)) : "",
        has_window ? std::to_string(source.number(1, 3)) : "",
        has_window ? (source.chance(2) ? "same" : "valid") : "");
  }
  return table;
}

DesignPoint any_point(ByteSource& source) {
  static const std::vector<std::string> targets = {
      "ethos-u55-32",  "ethos-u55-256",  "ethos-u65-256", "ethos-u65-512",
      "ethos-u85-128", "ethos-u85-1024", "xcore.ai",      "alif-e7-hp"};
  static const std::vector<std::string> modes = {"", "Sram_Only", "Shared_Sram", "Dedicated_Sram"};
  DesignPoint point;
  point.target = source.one_of(targets);
  if (point.target.compare(0, 5, "ethos") == 0) {
    point.target_options.memory_mode = source.one_of(modes);
  }
  if (source.chance(2)) {
    point.target_options.capacities.emplace_back("sram", source.number(1, 100'000) * 16);
  }
  if (source.chance(2)) {
    const auto last = static_cast<std::int64_t>(planners().size()) - 1;
    point.planner = at(planners(), source.number(0, last)).name;
    // With a larger budget, a run would take more time but would execute the same code.
    point.planner_options.search_budget = 20;
  }
  if (point.target == "xcore.ai") {
    point.family_options.of<xcore::Options>().lowering.threads =
        static_cast<std::int32_t>(source.number(1, 5));
    if (source.chance(2)) point.arena = {"extram"};
  }
  return point;
}

void check_operators(const Timing& timing) {
  Cycles end = 0;
  for (const OperatorTiming& op : timing.operators) {
    Cycles parts = op.compute + op.dma_wait + op.overhead + op.host;
    for (const Cycles stall : op.memory_stall) parts += stall;
    if (op.start != end || op.end < op.start) report_finding("operators do not tile the run");
    if (parts != op.total()) report_finding("parts of an operator do not add up");
    end = op.end;
  }
  if (!timing.operators.empty() && end != timing.total) report_finding("another total");
}

void check_result(const PointResult& result) {
  check_operators(result.timing);
  for (const MemoryActivity& memory : result.timing.memories) {
    if (memory.peak > memory.capacity) report_finding("a peak above the capacity");
    if (memory.read_bytes < 0 || memory.write_bytes < 0) report_finding("negative traffic");
    Bytes bytes = 0;
    for (const Bytes bucket : memory.bytes_per_bucket) bytes += bucket;
    const Bytes moved = memory.read_bytes + memory.write_bytes;
    if (bytes != moved) report_finding("buckets that do not add up to the traffic");
    if (memory.useful_bytes > moved) report_finding("more bytes asked for than moved");
  }
  const auto violations = validate_plan(result.plan.plan, result.network);
  if (!violations.empty()) report_finding("invalid plan: " + violations.front().message);
}

void run_network(const Network& network, const DesignPoint& point) {
  try {
    check_result(run_point(network, point));
  } catch (const CapacityError&) {
  }
}

void run_point_input(ByteView input) {
  ByteSource source(input);
  catch_user_error([&] {
    const DesignPoint point = any_point(source);
    run_network(parse_layer_table(any_layers(source), "layers.csv"), point);
  });
}

std::vector<std::string> point_seeds() {
  std::vector<std::string> seeds;
  for (char target = 0; target < 8; ++target) {
    seeds.push_back(std::string(1, target) +
                    std::string("\1\0\1\1\3\7\5\20\4\0\10\3\3\1\0\5\2\4", 18));
    seeds.push_back(std::string(1, target) + "a network of any layers and sizes");
  }
  return seeds;
}

// Reads the input as a network CSV and simulates the network. Skips large networks, which would
// take longer without executing other code.
void run_network_input(ByteView input) {
  catch_user_error([&] {
    const Network network = parse_network_csv(text_of(input), "fuzz.csv");
    constexpr Bytes largest = Bytes{1} << 18;
    for (const Tensor& tensor : network.tensors) {
      if (tensor.bytes > largest || element_count(tensor) > largest) return;
    }
    for (const Operator& op : network.operators) {
      if (op.macs > std::int64_t{1} << 32) return;
    }
    for (const char* target : {"ethos-u55-128", "ethos-u85-256", "xcore.ai"}) {
      DesignPoint point;
      point.target = target;
      catch_user_error([&] { run_network(network, point); });
    }
  });
}

std::vector<std::string> network_seeds() {
  return {write_network_csv(small_network()), write_network_csv(small_elementwise_network())};
}

}  // namespace

std::vector<Harness> point_harnesses() {
  return {{"point", Shape::decisions, run_point_input, point_seeds},
          {"network_point", Shape::text, run_network_input, network_seeds}};
}

}  // namespace spillway::fuzz
