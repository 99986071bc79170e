// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/read_memory_parameters.h"

#include <cmath>

#include <fmt/format.h>

namespace spillway {
namespace {

constexpr std::int32_t most_pending = 63;    // the adapter's fields have 6 bits
constexpr std::int32_t most_latency = 4095;  // and 12 bits
constexpr double least_rate = 1e-6;          // bytes per cycle

using Reader = MemoryParameters (*)(TomlTable&, Kilohertz clock);

MemoryParameters read_ideal(TomlTable&, Kilohertz) { return IdealParameters{}; }

MemoryParameters read_latency_bandwidth(TomlTable& table, Kilohertz clock) {
  LatencyBandwidthParameters p;
  p.clock_khz = clock;
  p.bytes_per_cycle = table.number("bytes_per_cycle", least_rate);
  p.read_latency = table.integer32("read_latency");
  p.write_latency = table.integer32("write_latency");
  if (table.has("write_bytes_per_cycle")) {
    p.write_bytes_per_cycle = table.number("write_bytes_per_cycle", least_rate);
  }
  if (table.has("max_reads")) p.max_reads = table.integer32("max_reads");
  if (table.has("max_writes")) p.max_writes = table.integer32("max_writes");
  if (table.has("burst_bytes")) p.burst_bytes = table.integer32("burst_bytes", 1);
  return p;
}

MemoryParameters read_timing_adapter(TomlTable& table, Kilohertz clock) {
  TimingAdapterParameters p;
  p.clock_khz = clock;
  p.word_bytes = table.integer32("word_bytes", 1);
  p.maxr = table.integer32("maxr", 0, most_pending);
  p.maxw = table.integer32("maxw", 0, most_pending);
  p.maxrw = table.integer32("maxrw", 0, most_pending);
  p.rlatency = table.integer32("rlatency", 0, most_latency);
  p.wlatency = table.integer32("wlatency", 0, most_latency);
  p.pulse_on = table.integer32("pulse_on", 1);
  p.pulse_off = table.integer32("pulse_off");
  p.bwcap = table.integer32("bwcap");
  p.mode = table.integer32("mode");
  if (p.mode > 1) {
    table.fail("mode",
               "bits 1 to 3 (random reordering) and 4 to 11 (frequency scale) are not "
               "modelled; expected 0 or 1");
  }
  return p;
}

struct Kind {
  const char* name;
  Reader read;
};

constexpr Kind kinds[] = {
    {"ideal", read_ideal},
    {"latency_bandwidth", read_latency_bandwidth},
    {"timing_adapter", read_timing_adapter},
};

const Kind& find_kind(TomlTable& table) {
  const std::string wanted = table.string("kind");
  std::vector<std::string> names;
  for (const Kind& kind : kinds) {
    if (wanted == kind.name) return kind;
    names.emplace_back(kind.name);
  }
  table.fail("kind", unknown_name_message("memory model", wanted, names));
}

}  // namespace

Kilohertz read_clock(TomlTable& table, const std::string& key) {
  constexpr double khz_per_mhz = 1000;
  return std::llround(table.number(key, 1 / khz_per_mhz) * khz_per_mhz);
}

MemoryParameters read_memory_parameters(TomlTable& table, Kilohertz default_clock) {
  const Kind& kind = find_kind(table);
  const bool own_clock = table.has("clock_mhz") || default_clock == 0;
  const Kilohertz clock = own_clock ? read_clock(table, "clock_mhz") : default_clock;
  MemoryParameters parameters = kind.read(table, clock);
  table.finish();
  return parameters;
}

}  // namespace spillway
