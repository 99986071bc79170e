// SPDX-License-Identifier: Apache-2.0
#include "report/counters_table.h"

#include "base/text.h"

namespace spillway {

PrintedTable counters_table(const NpuCounters& counters) {
  PrintedTable table{"counters", "counters (cycles, beats and bursts of the whole run)"};
  table.columns = {text_column("counter").at_least(34), number_column("value").at_least(14)};
  table.has_head = false;
  const auto add = [&](const std::string& name, std::int64_t value) {
    table.add({name, with_thousands(value)});
  };
  add("CYCLE", counters.total);
  add("NPU_ACTIVE", counters.active());
  add("NPU_IDLE", counters.idle);
  add("MAC_ACTIVE", counters.mac_active);
  add("MAC_STALLED_BY_IB", counters.mac_stalled_by_ifm);
  add("MAC_STALLED_BY_WD", counters.mac_stalled_by_weights);
  add("MAC_STALLED_BY_ACC", counters.mac_stalled_by_output);
  add("AO_ACTIVE", counters.output_active);
  add("AO_STALLED_BY_OB", counters.output_stalled);
  for (const PortCounters& port : counters.ports) {
    add(port.name + "_RD_DATA_BEAT_RECEIVED", port.read_beats);
    add(port.name + "_WR_DATA_BEAT_WRITTEN", port.write_beats);
    add(port.name + "_RD_TRANS_ACCEPTED", port.read_bursts);
    add(port.name + "_WR_TRANS_ACCEPTED", port.write_bursts);
    add(port.name + "_RD_TRAN_REQ_STALLED", port.reads_stalled);
    add(port.name + "_WR_TRAN_REQ_STALLED", port.writes_stalled);
  }
  return table;
}

}  // namespace spillway
