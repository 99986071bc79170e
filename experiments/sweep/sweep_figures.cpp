// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_figures.h"

#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "experiments/point/plans/spilled_bytes.h"
#include "hwmodels/target/peak_rate.h"
#include "hwmodels/target/processor_family.h"
#include "planner/placement/placement.h"
#include "traces/csv/timing_csv.h"

namespace spillway {
namespace {

template <typename Part>
std::int64_t sum(const PointResult& result, const Part& part) {
  const auto& operators = result.timing.operators;
  return std::accumulate(
      operators.begin(), operators.end(), std::int64_t{0},
      [&](std::int64_t total, const OperatorTiming& op) { return total + part(op); });
}

// Returns the sum of the member `Member` of OperatorTiming over all operators.
template <auto Member>
FigureValue sum_of(const PointResult& result, std::size_t /*memory*/) {
  return sum(result, [](const OperatorTiming& op) { return op.*Member; });
}

template <auto Member>
FigureValue of_memory(const PointResult& result, std::size_t memory) {
  return result.timing.memories.at(memory).*Member;
}

FigureValue latency(const PointResult& result, std::size_t /*memory*/) {
  return format_microseconds(result.timing.clock.to_time(result.timing.total));
}

FigureValue total(const PointResult& result, std::size_t /*memory*/) { return result.timing.total; }

FigureValue spilled(const PointResult& result, std::size_t /*memory*/) {
  return spilled_bytes(result.plan);
}

FigureValue bound(const PointResult& result, std::size_t /*memory*/) {
  return least_peak(result.plan.problem, result.plan.result.outer_buffers);
}

FigureValue compiled_by(const PointResult& result, std::size_t /*memory*/) {
  return compiler_of(result.network);
}

// Returns an energy in microjoules as text; empty if the energy is unknown.
std::string in_microjoules(const std::optional<double>& picojoules) {
  constexpr double pj_per_uj = 1e6;
  return picojoules ? fmt::format("{:.3f}", *picojoules / pj_per_uj) : std::string();
}

// Returns the peak bandwidth of a memory in bytes per second; empty if the memory's bandwidth has
// no limit.
FigureValue bandwidth(const PointResult& result, std::size_t memory) {
  const std::string& name = result.timing.memories.at(memory).name;
  for (const MemorySpec& spec : result.target.memories) {
    if (spec.name != name) continue;
    const std::int64_t rate = peak_bytes_per_second(result.target, spec);
    return rate > 0 ? std::to_string(rate) : std::string();
  }
  return std::string();
}

FigureValue energy(const PointResult& result, std::size_t memory) {
  return in_microjoules(result.timing.memories.at(memory).energy_pj);
}

FigureValue mac_energy(const PointResult& result, std::size_t /*memory*/) {
  return in_microjoules(result.timing.mac_energy_pj);
}

FigureValue stall(const PointResult& result, std::size_t memory) {
  return sum(result, [memory](const OperatorTiming& op) { return op.memory_stall.at(memory); });
}

}  // namespace

const std::vector<SweepFigure>& sweep_figures() {
  using Op = OperatorTiming;
  using Memory = MemoryActivity;
  static const std::vector<SweepFigure> figures = {
      {"latency_us", "of one inference", latency},
      {"total_cycles", "of one inference", total},
      {"compute_cycles", "where the time went: an engine of the processor worked",
       sum_of<&Op::compute>},
      {"dma_wait_cycles", "the processor waited for a transfer to finish", sum_of<&Op::dma_wait>},
      {"overhead_cycles", "command parsing, dispatch", sum_of<&Op::overhead>},
      {"host_cycles", "the CPU ran operators, their memory accesses included", sum_of<&Op::host>},
      {"spilled_bytes", "feature maps outside the target's fastest memory", spilled},
      {"lower_bound_bytes", "most feature maps alive at once: no plan needs less", bound},
      {"mac_energy_uj",
       "energy of the processor's multiply-accumulates, empty where the target does not say",
       mac_energy},
      {"compiled_by", "compiler of a compiled network, empty where its file does not say",
       compiled_by},
      {"MEMORY_capacity_bytes", "that plans may use", of_memory<&Memory::capacity>},
      {"MEMORY_peak_bytes", "highest planned address", of_memory<&Memory::peak>},
      {"MEMORY_bandwidth_bytes_per_s",
       "most that the memory and its port can move, empty without a limit", bandwidth},
      {"stall_MEMORY_cycles",
       "every engine waited for that memory; compute, stalls, DMA wait, overhead and host add up "
       "to the total",
       stall},
      {"MEMORY_read_bytes", "read by the processor and its DMA, in whole beats",
       of_memory<&Memory::read_bytes>},
      {"MEMORY_write_bytes", "written by the processor and its DMA, in whole beats",
       of_memory<&Memory::write_bytes>},
      {"MEMORY_useful_bytes", "of both, those that were asked for",
       of_memory<&Memory::useful_bytes>},
      {"MEMORY_energy_uj", "energy that the memory took, empty where it is not known", energy},
  };
  return figures;
}

}  // namespace spillway
