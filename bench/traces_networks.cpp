// SPDX-License-Identifier: Apache-2.0
// Measures how long it takes to read a network, MobileNetV2 1.0 224, from a .tflite of 3.5 MB and
// from CSV, and to build the built-in network.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "traces/csv/network_csv.h"
#include "traces/files/builtin_networks.h"
#include "traces/tflite/reader.h"
#include "traces/tflite/writer.h"

namespace spillway {
namespace {

Network mobilenet_v2() { return builtin_network("mobilenet_v2_1.0_224").value(); }

void read_tflite_file(benchmark::State& state) {
  const std::vector<std::uint8_t> written = write_tflite(mobilenet_v2());
  const auto file = std::make_shared<const FileBytes>(written.begin(), written.end());
  for (auto _ : state) benchmark::DoNotOptimize(parse_tflite(file, "n.tflite"));
}
BENCHMARK(read_tflite_file)->Unit(benchmark::kMicrosecond);

void read_network_csv(benchmark::State& state) {
  const std::string csv = write_network_csv(mobilenet_v2());
  for (auto _ : state) benchmark::DoNotOptimize(parse_network_csv(csv, "n.csv"));
}
BENCHMARK(read_network_csv)->Unit(benchmark::kMicrosecond);

void build_builtin_network(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(mobilenet_v2());
}
BENCHMARK(build_builtin_network)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace spillway
