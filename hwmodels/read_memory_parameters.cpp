// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/read_memory_parameters.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "hwmodels/dram/read_dram.h"

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
  p.read_latency = table.integer32("read_latency");
  p.write_latency = table.integer32("write_latency");
  return p;
}

/// Latency clocks that the part's own access time in nanoseconds must agree with, where it is
/// given.
std::int32_t read_latency_clocks(TomlTable& table, const std::string& clocks_key,
                                 const std::string& ns_key, Kilohertz clock) {
  const std::int32_t clocks = table.integer32(clocks_key);
  if (!table.has(ns_key)) return clocks;
  const Picoseconds wanted = read_nanoseconds(table, ns_key);
  const Cycles least = ClockDomain{clock}.to_cycles(wanted);
  if (clocks != least) {
    table.fail(clocks_key, fmt::format("{} clocks disagree with {} = {} ns, which takes {} at "
                                       "{} MHz",
                                       clocks, ns_key, static_cast<double>(wanted) / 1000, least,
                                       static_cast<double>(clock) / 1000));
  }
  return clocks;
}

MemoryParameters read_psram(TomlTable& table, Kilohertz clock) {
  PsramParameters p;
  p.clock_khz = clock;
  p.lanes = table.integer32("lanes", 1, 16);
  p.double_rate = table.boolean("double_rate");
  p.command_clocks = table.integer32("command_clocks");
  p.read_latency = read_latency_clocks(table, "read_latency", "access_ns", clock);
  p.write_latency = table.integer32("write_latency");
  p.fixed_latency = table.boolean("fixed_latency");
  if (table.has("page_bytes")) p.page_bytes = read_size(table, "page_bytes");
  if (table.has("wrap_bytes")) p.wrap_bytes = read_size(table, "wrap_bytes");
  p.select_limit = read_nanoseconds(table, "select_limit_ns");
  p.gap = read_nanoseconds(table, "gap_ns");
  p.refresh_interval = read_nanoseconds(table, "refresh_interval_ns");
  p.refresh_time = read_nanoseconds(table, "refresh_time_ns");
  if (p.refresh_time > p.refresh_interval) {
    table.fail("refresh_time_ns", "is longer than refresh_interval_ns");
  }
  return p;
}

MemoryParameters read_nor_flash(TomlTable& table, Kilohertz clock) {
  NorFlashParameters p;
  p.clock_khz = clock;
  p.lanes = table.integer32("lanes", 1, 8);
  p.double_rate = table.boolean("double_rate");
  p.command_clocks = table.integer32("command_clocks");
  p.address_clocks = table.integer32("address_clocks");
  p.dummy_clocks = table.integer32("dummy_clocks");
  p.gap = read_nanoseconds(table, "gap_ns");
  if (table.has("line_bytes")) p.line_bytes = read_size(table, "line_bytes");
  p.read_ahead = table.boolean("read_ahead");
  if (p.read_ahead && p.line_bytes == 0) {
    table.fail("read_ahead", "needs line_bytes, the size of what is read ahead");
  }
  return p;
}

/// MRAM reads and writes at different speeds; a latency and a rate each.
MemoryParameters read_mram(TomlTable& table, Kilohertz clock) {
  table.number("write_bytes_per_cycle", least_rate);
  return read_latency_bandwidth(table, clock);
}

struct Kind {
  const char* name;
  Reader read;
  bool has_clock = true;  // else the device has its own, and no key clock_mhz
};

constexpr Kind kinds[] = {
    {"ideal", read_ideal},
    {"latency_bandwidth", read_latency_bandwidth},
    {"timing_adapter", read_timing_adapter},
    {"dram", read_dram, false},

    {"sram", read_sram},
    {"psram", read_psram},
    {"nor_flash", read_nor_flash},
    {"mram", read_mram},
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

Picoseconds read_nanoseconds(TomlTable& table, const std::string& key) {
  constexpr double ps_per_ns = 1000;
  return std::llround(table.number(key) * ps_per_ns);
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
  const bool own_clock = kind.has_clock && (table.has("clock_mhz") || default_clock == 0);
  const Kilohertz clock = own_clock ? read_clock(table, "clock_mhz") : default_clock;
  MemoryParameters parameters = kind.read(table, clock);
  table.finish();
  return parameters;
}

}  // namespace spillway
