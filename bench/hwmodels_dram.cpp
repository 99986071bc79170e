// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "hwmodels/memory/dram/dram_memory.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"
#include "hwmodels/memory/trace_patterns.h"

namespace spillway {
namespace {

// Measures how many DRAM bursts a model of a DRAM serves per second of CPU time. The benchmark
// keeps the request queue of the model full.
void dram_bursts(benchmark::State& state, const std::string& part, const std::string& queue,
                 const std::string& pattern) {
  DramParameters parameters = std::get<DramParameters>(load_part(part));
  apply_queue_setting(queue, parameters);
  const RequestSource requests =
      split_requests(pattern_requests(pattern, 50'000), parameters.geometry.burst_bytes());
  std::vector<TraceRequest> trace;
  while (const auto request = requests()) trace.push_back(*request);
  const std::unique_ptr<MemoryTiming> memory = make_dram_timing(parameters);
  for (auto _ : state) {
    memory->reset();
    Picoseconds end = 0;
    std::size_t next = 0;
    while (next < trace.size() || memory->pending() > 0) {
      for (; next < trace.size() && !memory->full(); ++next) {
        const TraceRequest& request = trace[next];
        memory->submit({request.address, static_cast<std::int32_t>(request.bytes), request.write,
                        static_cast<std::uint32_t>(next), 0});
      }
      end = memory->complete_one().done;
    }
    benchmark::DoNotOptimize(end);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(trace.size()));
}

BENCHMARK_CAPTURE(dram_bursts, ddr3_per_bank_seq_read, "DDR3-1600K-x16", "per-bank", "seq_read");
BENCHMARK_CAPTURE(dram_bursts, ddr3_per_bank_rand_read, "DDR3-1600K-x16", "per-bank", "rand_read");
BENCHMARK_CAPTURE(dram_bursts, ddr3_per_bank_copy64, "DDR3-1600K-x16", "per-bank", "copy64");
BENCHMARK_CAPTURE(dram_bursts, ddr3_shared_rand_read, "DDR3-1600K-x16", "shared", "rand_read");
BENCHMARK_CAPTURE(dram_bursts, ddr3_dramsim3_seq_read, "DDR3-1600K-x16", "dramsim3", "seq_read");
BENCHMARK_CAPTURE(dram_bursts, ddr3_dramsim3_rand_read, "DDR3-1600K-x16", "dramsim3", "rand_read");
BENCHMARK_CAPTURE(dram_bursts, lpddr4_per_bank_seq_read, "LPDDR4-3200-x16", "per-bank", "seq_read");
BENCHMARK_CAPTURE(dram_bursts, lpddr4_per_bank_rand_read, "LPDDR4-3200-x16", "per-bank",
                  "rand_read");
BENCHMARK_CAPTURE(dram_bursts, lpddr4_x32_rand_read, "LPDDR4-3200-x32", "per-bank", "rand_read");

}  // namespace
}  // namespace spillway
