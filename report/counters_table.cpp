// SPDX-License-Identifier: Apache-2.0
#include "report/counters_table.h"

#include <fmt/format.h>

#include "base/text.h"

namespace spillway {
namespace {

std::string line(const std::string& name, std::int64_t value) {
  return fmt::format("{:<34}{:>16}\n", name, with_thousands(value));
}

std::string port_lines(const PortCounters& port) {
  const std::string name = port.name + "_";
  return line(name + "RD_DATA_BEAT_RECEIVED", port.read_beats) +
         line(name + "WR_DATA_BEAT_WRITTEN", port.write_beats) +
         line(name + "RD_TRANS_ACCEPTED", port.read_bursts) +
         line(name + "WR_TRANS_ACCEPTED", port.write_bursts) +
         line(name + "RD_TRAN_REQ_STALLED", port.reads_stalled) +
         line(name + "WR_TRAN_REQ_STALLED", port.writes_stalled);
}

}  // namespace

std::string counters_text(const NpuCounters& counters) {
  std::string text = "counters (cycles, beats and bursts of the whole run)\n";
  text += line("CYCLE", counters.total) + line("NPU_ACTIVE", counters.active()) +
          line("NPU_IDLE", counters.idle) + line("MAC_ACTIVE", counters.mac_active) +
          line("MAC_STALLED_BY_IB", counters.mac_stalled_by_ifm) +
          line("MAC_STALLED_BY_WD", counters.mac_stalled_by_weights) +
          line("MAC_STALLED_BY_ACC", counters.mac_stalled_by_output) +
          line("AO_ACTIVE", counters.output_active) +
          line("AO_STALLED_BY_OB", counters.output_stalled);
  for (const PortCounters& port : counters.ports) text += port_lines(port);
  return text;
}

}  // namespace spillway
