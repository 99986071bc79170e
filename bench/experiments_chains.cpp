// SPDX-License-Identifier: Apache-2.0
// Lowers, plans, schedules and simulates networks that are long chains of operators. The results
// show whether the number of operators per second of CPU time falls for long chains.
#include <benchmark/benchmark.h>

#include "experiments/point/design_point.h"
#include "traces/layers/layers.h"

namespace spillway {
namespace {

/// Makes a network of `count` operators of type `type`. Each operator reads the output of the
/// previous operator.
Network chain(OpType type, std::int64_t count) {
  Network network;
  network.name = "chain";
  TensorIndex last = add_network_input(network, "input", {1, 4, 4, 16});
  for (std::int64_t i = 0; i < count; ++i) {
    Layer layer;
    layer.name = "op" + std::to_string(i);
    layer.type = type;
    layer.inputs = {last};
    if (type == OpType::add) layer.inputs.push_back(last);
    layer.channels = 16;
    last = add_layer(network, layer);
  }
  finish_outputs(network);
  return network;
}

void run_chain(benchmark::State& state, const char* target, OpType type) {
  const Network network = chain(type, state.range(0));
  DesignPoint point;
  point.target = target;
  // The memories are large enough for a chain of 100,000 operators, that is, for the constants of
  // the operators and for the data that the runtime on xcore.ai tiles keeps for each operator.
  const std::string far = resolve_target(point).mode.constants;
  const std::string near = resolve_target(point).mode.arena;
  point.target_options.capacities = {{far, Bytes{1} << 30}, {near, Bytes{1} << 30}};
  for (auto _ : state) benchmark::DoNotOptimize(run_point(network, point).timing.total);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void sizes(benchmark::internal::Benchmark* bench) {
  for (const std::int64_t operators : {10'000, 20'000, 50'000, 100'000}) bench->Arg(operators);
  bench->Unit(benchmark::kMillisecond);
}

#define CHAIN(name, target, type) \
  BENCHMARK_CAPTURE(run_chain, name, target, OpType::type)->Apply(sizes)

CHAIN(u55_convolutions, "ethos-u55-128", conv_2d);
CHAIN(u65_convolutions, "ethos-u65-256", conv_2d);
CHAIN(u85_convolutions, "ethos-u85-256", conv_2d);
CHAIN(xcore_convolutions, "xcore.ai", conv_2d);
CHAIN(u85_sums, "ethos-u85-256", add);
CHAIN(xcore_sums, "xcore.ai", add);

}  // namespace
}  // namespace spillway
