// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/read_memory_parameters.h"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "hwmodels/memory/dram/read_dram.h"
#include "hwmodels/memory/load_part_of.h"
#include "hwmodels/memory/memories/read_serial_memory.h"

namespace spillway {
namespace {

// The adapter's fields for pending bursts have 6 bits, so they hold 0 to 63.
constexpr std::int32_t pending_field = 64;
constexpr std::int32_t most_adapters = 4;
constexpr std::int32_t most_sent_bursts = 256;
constexpr std::int32_t most_latency = 4095;  // the latency fields have 12 bits
constexpr std::int32_t most_burst_bytes = 65536;
constexpr double least_rate = 1e-6;  // bytes per cycle
constexpr double most_rate = 1e6;

using Reader = MemoryParameters (*)(TomlTable&, Kilohertz clock);

MemoryParameters read_ideal(TomlTable&, Kilohertz) { return IdealParameters{}; }

MemoryParameters read_latency_bandwidth(TomlTable& table, Kilohertz clock) {
  LatencyBandwidthParameters p;
  p.clock_khz = clock;
  p.bytes_per_cycle = table.number("bytes_per_cycle", least_rate, most_rate);
  p.read_latency = table.integer32("read_latency", 0, most_memory_cycles);
  p.write_latency = table.integer32("write_latency", 0, most_memory_cycles);
  if (table.has("write_bytes_per_cycle")) {
    p.write_bytes_per_cycle = table.number("write_bytes_per_cycle", least_rate, most_rate);
  }
  if (table.has("max_reads")) p.max_reads = table.integer32("max_reads", 0, most_bursts_in_flight);
  if (table.has("max_writes")) {
    p.max_writes = table.integer32("max_writes", 0, most_bursts_in_flight);
  }
  if (table.has("burst_bytes")) p.burst_bytes = table.integer32("burst_bytes", 1, most_burst_bytes);
  return p;
}

/// Reads a limit of pending bursts. The adapter's field holds at most 63. For 64, the driver writes
/// 0, which means no limit, so this function returns 0, too.
std::int32_t read_pending(TomlTable& table, const char* key) {
  return table.integer32(key, 0, pending_field) % pending_field;
}

MemoryParameters read_timing_adapter(TomlTable& table, Kilohertz clock) {
  TimingAdapterParameters p;
  p.clock_khz = clock;
  p.word_bytes = table.integer32("word_bytes", 1, most_burst_bytes);
  p.maxr = read_pending(table, "maxr");
  p.maxw = read_pending(table, "maxw");
  p.maxrw = read_pending(table, "maxrw");
  p.rlatency = table.integer32("rlatency", 0, most_latency);
  p.wlatency = table.integer32("wlatency", 0, most_latency);
  p.pulse_on = table.integer32("pulse_on", 1, most_memory_cycles);
  p.pulse_off = table.integer32("pulse_off", 0, most_memory_cycles);
  p.bwcap = table.integer32("bwcap");
  if (table.has("count")) p.count = table.integer32("count", 1, most_adapters);
  if (table.has("phase")) {
    p.phase = table.integer32("phase", 0, static_cast<std::int32_t>(p.pulse_on + p.pulse_off) - 1);
  }
  if (table.has("write_turnaround")) {
    p.write_turnaround = table.integer32("write_turnaround", 0, most_latency);
  }
  if (table.has("least_write")) p.least_write = table.integer32("least_write", 0, most_latency);
  p.mode = table.integer32("mode");
  if (p.mode > 1) {
    table.fail("mode",
               "bits 1 to 3 (random reordering) and 4 to 11 (frequency scale) are not "
               "modelled; expected 0 or 1");
  }
  return p;
}

MemoryParameters read_dram(TomlTable& table, Kilohertz) { return read_dram_memory(table); }

MemoryParameters read_sram(TomlTable& table, Kilohertz clock) {
  SramParameters p;
  p.clock_khz = clock;
  p.width_bytes = table.integer32("width_bytes", 1, 256);
  p.banks = table.integer32("banks", 1, 1024);
  if (table.has("bank_bytes")) p.bank_bytes = read_size(table, "bank_bytes");
  if (p.bank_bytes % p.width_bytes != 0) table.fail("bank_bytes", "expected whole words");
  p.ports = table.integer32("ports", 1, 64);
  p.dual_ported = table.boolean("dual_ported");
  p.read_latency = table.integer32("read_latency", 0, most_memory_cycles);
  p.write_latency = table.integer32("write_latency", 0, most_memory_cycles);
  return p;
}

/// Reads an MRAM, whose reads and writes have different rates and latencies.
MemoryParameters read_mram(TomlTable& table, Kilohertz clock) {
  if (table.has("part")) return load_part_of<LatencyBandwidthParameters>(table);
  table.number("write_bytes_per_cycle", least_rate);
  return read_latency_bandwidth(table, clock);
}

/// Reads a memory that a TLM-2.0 target outside Spillway simulates: the name under which this
/// target is attached, how transfers are sent, and the latency and rate that planners and estimates
/// assume.
MemoryParameters read_tlm(TomlTable& table, Kilohertz clock) {
  TlmParameters p;
  p.target = table.string("target");
  if (table.has("base")) p.base = static_cast<Address>(table.integer("base"));
  if (table.has("transport")) {
    p.blocking = table.choice("transport", {"non-blocking", "blocking"}) == 1;
  }
  if (table.has("in_flight")) p.most_in_flight = table.integer32("in_flight", 1, most_sent_bursts);
  p.expected.clock_khz = clock;
  p.expected.bytes_per_cycle = table.number("bytes_per_cycle", least_rate, most_rate);
  p.expected.read_latency = table.integer32("read_latency", 0, most_memory_cycles);
  p.expected.write_latency = table.integer32("write_latency", 0, most_memory_cycles);
  return p;
}

struct Kind {
  const char* name;
  Reader read;
  bool has_clock = true;    // false = no clock, or a clock of the device, so there is no clock_mhz
  bool takes_part = false;  // whether the key `part` can give the parameters
};

MemoryParameters read_psram(TomlTable& table, Kilohertz clock) {
  return read_psram_parameters(table, clock);
}

MemoryParameters read_nor_flash(TomlTable& table, Kilohertz clock) {
  return read_nor_flash_parameters(table, clock);
}

constexpr Kind kinds[] = {
    {"ideal", read_ideal, false},
    {"latency_bandwidth", read_latency_bandwidth},
    {"timing_adapter", read_timing_adapter},
    {"dram", read_dram, false, true},
    {"sram", read_sram},
    {"psram", read_psram, true, true},
    {"nor_flash", read_nor_flash, true, true},
    {"mram", read_mram, true, true},
    {"tlm", read_tlm},
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

[[noreturn]] void reject_part(TomlTable& table, const Kind& wanted) {
  std::vector<std::string> names;
  for (const Kind& kind : kinds) {
    if (kind.takes_part) names.emplace_back(kind.name);
  }
  table.fail("part", fmt::format("the kind {} takes no part; kinds that take one: {}", wanted.name,
                                 fmt::join(names, ", ")));
}

}  // namespace

Kilohertz read_clock(TomlTable& table, const std::string& key) {
  constexpr double khz_per_mhz = 1000;
  constexpr double most_mhz = 100'000;
  return std::llround(table.number(key, 1 / khz_per_mhz, most_mhz) * khz_per_mhz);
}

Picoseconds read_nanoseconds(TomlTable& table, const std::string& key) {
  constexpr double ps_per_ns = 1000;
  constexpr double most_ns = 1e9;  // a second
  return std::llround(table.number(key, 0, most_ns) * ps_per_ns);
}

Bytes read_size(TomlTable& table, const std::string& key) {
  const std::string text = table.string(key);
  const auto size = parse_size(text);
  if (!size || *size == 0) {
    table.fail(key, fmt::format("'{}' is not a size; expected one such as \"384K\"", text));
  }
  return *size;
}

MemoryParameters read_memory_parameters(TomlTable& table, Kilohertz default_clock) {
  const Kind& kind = find_kind(table);
  if (!kind.takes_part && table.has("part")) reject_part(table, kind);
  const bool part_clock = !kind.has_clock || table.has("part");
  const bool own_clock = !part_clock && (table.has("clock_mhz") || default_clock == 0);
  const Kilohertz clock = own_clock ? read_clock(table, "clock_mhz") : default_clock;
  MemoryParameters parameters = kind.read(table, clock);
  table.finish();
  return parameters;
}

}  // namespace spillway
