// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/memories/read_serial_memory.h"

#include <fmt/format.h>

#include "hwmodels/memory/load_part_of.h"
#include "hwmodels/memory/read_memory_parameters.h"

namespace spillway {
namespace {

/// Reads a latency, which is given in clocks. If the part also gives its access time in
/// nanoseconds, the latency must be the number of clocks that this time takes.
std::int32_t read_latency_clocks(TomlTable& table, const std::string& clocks_key,
                                 const std::string& ns_key, Kilohertz clock) {
  const std::int32_t clocks = table.integer32(clocks_key, 0, most_memory_cycles);
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

PsramParameters read_psram_device(TomlTable& table, Kilohertz clock) {
  PsramParameters p;
  p.clock_khz = clock;
  p.lanes = table.integer32("lanes", 1, 16);
  p.double_rate = table.boolean("double_rate");
  p.command_clocks = table.integer32("command_clocks", 0, most_memory_cycles);
  p.read_latency = read_latency_clocks(table, "read_latency", "access_ns", clock);
  p.write_latency = table.integer32("write_latency", 0, most_memory_cycles);
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

NorFlashParameters read_nor_flash_device(TomlTable& table, Kilohertz clock) {
  NorFlashParameters p;
  p.clock_khz = clock;
  p.lanes = table.integer32("lanes", 1, 8);
  p.double_rate = table.boolean("double_rate");
  p.command_clocks = table.integer32("command_clocks", 0, most_memory_cycles);
  p.address_clocks = table.integer32("address_clocks", 0, most_memory_cycles);
  p.dummy_clocks = table.integer32("dummy_clocks", 0, most_memory_cycles);
  p.gap = read_nanoseconds(table, "gap_ns");
  return p;
}

}  // namespace

PsramParameters read_psram_parameters(TomlTable& table, Kilohertz clock) {
  const bool part = table.has("part");
  PsramParameters p = part ? load_part_of<PsramParameters>(table) : read_psram_device(table, clock);
  if (!part || table.has("fixed_latency")) p.fixed_latency = table.boolean("fixed_latency");
  return p;
}

NorFlashParameters read_nor_flash_parameters(TomlTable& table, Kilohertz clock) {
  NorFlashParameters p = table.has("part") ? load_part_of<NorFlashParameters>(table)
                                           : read_nor_flash_device(table, clock);
  if (table.has("line_bytes")) p.line_bytes = read_size(table, "line_bytes");
  if (table.has("read_ahead")) p.read_ahead = table.boolean("read_ahead");
  if (p.read_ahead && p.line_bytes == 0) {
    table.fail("read_ahead", "needs line_bytes, the size of what is read ahead");
  }
  return p;
}

}  // namespace spillway
