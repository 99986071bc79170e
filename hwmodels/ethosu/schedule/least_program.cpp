// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "base/index.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/schedule/least_operators.h"
#include "hwmodels/target/peak_rate.h"

namespace spillway::ethosu {

void set_least_times(const Target& target, Program& program) {
  constexpr std::int64_t sparse = 2;  // two of four weights can be zero, and the NPU skips them
  const std::int64_t macs_per_cycle = sparse * config_of(target).macs;
  for (ProgramOperator& op : program.operators) op.least = op.macs / macs_per_cycle;
  if (program.host_tasks.empty()) return;
  std::vector<std::int64_t> rates;
  for (const MemorySpec& memory : target.memories) {
    rates.push_back(peak_bytes_per_second(target, memory));
  }
  constexpr double hertz_per_khz = 1000;
  for (const HostTask& task : program.host_tasks) at(program.operators, task.op).least = 0;
  for (const HostTask& task : program.host_tasks) {
    double seconds = 0;
    for (std::uint32_t i = 0; i < task.accesses.count; ++i) {
      const Access& access = program.accesses[task.accesses.first + i];
      const std::int64_t rate = at(rates, access.memory);
      if (rate > 0) seconds += static_cast<double>(access.bytes()) / static_cast<double>(rate);
    }
    at(program.operators, task.op).least +=
        static_cast<Cycles>(seconds * hertz_per_khz * static_cast<double>(target.clock_khz));
  }
}

}  // namespace spillway::ethosu
