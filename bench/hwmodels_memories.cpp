// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "hwmodels/memory/make_memory_timing.h"
#include "hwmodels/memory/memories/cache.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/target/select_target.h"

namespace spillway {
namespace {

/// Measures sequential reads of 64 bytes; each read arrives when the previous read is done. The
/// benchmark reports bursts per second (items).
void serve_stream(benchmark::State& state, const MemoryParameters& parameters) {
  const auto memory = make_memory_timing(parameters);
  Burst burst;
  burst.bytes = 64;
  for (auto _ : state) {
    memory->submit(burst);
    const Completion completion = memory->complete_one();
    burst.arrival = completion.done;
    burst.address = (burst.address + 64) & 0xfffff;
    benchmark::DoNotOptimize(burst.arrival);
  }
  state.SetItemsProcessed(state.iterations());
}

void latency_bandwidth(benchmark::State& state) {
  LatencyBandwidthParameters p;
  p.clock_khz = 1'000'000;
  p.bytes_per_cycle = 3.75;
  p.read_latency = 500;
  p.max_reads = 24;
  serve_stream(state, p);
}
BENCHMARK(latency_bandwidth);

void timing_adapter(benchmark::State& state) {
  serve_stream(state, load_target("ethos-u55-128").memories[1].timing);
}
BENCHMARK(timing_adapter);

void sram(benchmark::State& state) {
  SramParameters p;
  p.clock_khz = 500'000;
  p.banks = 8;
  p.ports = 2;
  serve_stream(state, p);
}
BENCHMARK(sram);

void hyperram(benchmark::State& state) { serve_stream(state, load_part("S80KS2563")); }
BENCHMARK(hyperram);

void nor_flash(benchmark::State& state) { serve_stream(state, load_part("OSPI-NOR-200")); }
BENCHMARK(nor_flash);

/// Measures the minicache of xcore.ai with sequential accesses of 16 bytes. The benchmark reports
/// accesses per second (items).
void minicache(benchmark::State& state) {
  CacheParameters p;
  p.lines = 8;
  p.line_bytes = 32;
  p.write_validate = true;
  Cache cache(p);
  Address address = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(cache.touch(address, 16, false));
    address += 16;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(minicache);

}  // namespace
}  // namespace spillway
