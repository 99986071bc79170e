// SPDX-License-Identifier: Apache-2.0
// Measures how long Spillway takes to decode a compiled file, and to convert the file to a Program.
// The file is MobileNetV2 at 224x224, compiled for U55-128. Decoding should take much less time
// than the simulation of the Program.
#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>

#include "hwmodels/ethosu/replay/replay.h"
#include "traces/tflite/reader.h"

namespace spillway {
namespace {

std::string network_path() {
  return std::string(SPILLWAY_SOURCE_DIR) +
         "/../shared/models/compiled/tflm_mobilenet_v2_pt__u55-128__Shared_Sram.tflite";
}

bool available(benchmark::State& state) {
  if (std::filesystem::exists(network_path())) return true;
  state.SkipWithError("the reference data beside the checkout is missing");
  return false;
}

void decode_mobilenet(benchmark::State& state) {
  if (!available(state)) return;
  const Network network = read_tflite(network_path());
  for (auto _ : state) benchmark::DoNotOptimize(ethosu::decode(network));
}
BENCHMARK(decode_mobilenet)->Unit(benchmark::kMillisecond);

void replay_mobilenet(benchmark::State& state) {
  if (!available(state)) return;
  const Network network = read_tflite(network_path());
  const Target target = load_target("ethos-u55-128");
  for (auto _ : state) benchmark::DoNotOptimize(ethosu::replay(network, target));
}
BENCHMARK(replay_mobilenet)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace spillway
