// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/mac_energy.h"

#include <vector>

namespace spillway {

std::optional<double> mac_energy(const Target& target, const Program& program) {
  if (!target.pj_per_mac) return std::nullopt;
  std::vector<bool> on_host(program.operators.size());
  for (const HostTask& task : program.host_tasks) {
    on_host.at(static_cast<std::size_t>(task.op)) = true;
  }
  std::int64_t macs = 0;
  for (std::size_t op = 0; op < program.operators.size(); ++op) {
    if (!on_host[op]) macs += program.operators[op].macs;
  }
  return *target.pj_per_mac * static_cast<double>(macs);
}

}  // namespace spillway
