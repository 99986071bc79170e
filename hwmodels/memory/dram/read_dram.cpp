// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/read_dram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "base/power_of_two.h"
#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"

namespace spillway {
namespace {

constexpr std::int32_t most_clocks = 1'000'000;

struct TimingKey {
  const char* name;
  Cycles DramClocks::*value;
  Cycles least;
  bool rounds_down = false;  // for intervals that must not be exceeded
  bool optional = false;     // for parameters that a part file may leave out; then 0
};

constexpr std::array<TimingKey, 27> timing_keys{{
    {"CL", &DramClocks::cl, 1},
    {"DQSCK", &DramClocks::dqsck, 0},
    {"CWL", &DramClocks::cwl, 1},
    {"DQSS", &DramClocks::dqss, 0, false, true},
    {"RCD", &DramClocks::rcd, 1},
    {"RP", &DramClocks::rp, 1},
    {"RP_all", &DramClocks::rp_all, 1},
    {"RAS", &DramClocks::ras, 1},
    {"RC", &DramClocks::rc, 1},
    {"RFC", &DramClocks::rfc, 1},
    {"RFC_bank", &DramClocks::rfc_bank, 0},
    {"REFI", &DramClocks::refi, 1, true},
    {"REFI_bank", &DramClocks::refi_bank, 0, true},
    {"RRD", &DramClocks::rrd, 1},
    {"WTR", &DramClocks::wtr, 1},
    {"FAW", &DramClocks::faw, 0},
    {"WR", &DramClocks::wr, 1},
    {"RTP", &DramClocks::rtp, 1},
    {"CCD", &DramClocks::ccd, 1},
    {"CCD_L", &DramClocks::ccd_long, 1, false, true},
    {"RRD_L", &DramClocks::rrd_long, 1, false, true},
    {"WTR_L", &DramClocks::wtr_long, 1, false, true},
    {"PPD", &DramClocks::ppd, 0, false, true},
    {"CKE", &DramClocks::cke, 1, false, true},
    {"XP", &DramClocks::xp, 1, false, true},
    {"CKE_self", &DramClocks::cke_self, 1, false, true},
    {"XS", &DramClocks::xs, 1, false, true},
}};

Cycles clocks_of(double ns, Picoseconds tck, const TimingKey& key) {
  const double clocks = ns * 1000 / static_cast<double>(tck);
  constexpr double rounding = 1e-6;  // tolerance, as 13.75 / 1.25 is not exactly 11 in binary
  return static_cast<Cycles>(key.rounds_down ? std::floor(clocks + rounding)
                                             : std::ceil(clocks - rounding));
}

Cycles read_timing(TomlTable& timing, const TimingKey& key, Picoseconds tck) {
  if (!timing.is_table(key.name)) return timing.integer(key.name, key.least, most_clocks);
  TomlTable value = timing.table(key.name);
  const Cycles clocks = value.integer("clocks", key.least, most_clocks);
  const double ns = value.number("ns");
  Cycles expected = clocks_of(ns, tck, key);
  if (value.has("min_clocks")) expected = std::max(expected, value.integer("min_clocks", 1));
  value.finish();
  if (clocks != expected) {
    timing.fail(key.name, fmt::format("{} clocks disagree with {} ns, which are {} clocks of {} ps",
                                      clocks, ns, expected, tck));
  }
  return clocks;
}

void check_timing(const TomlTable& timing, const DramClocks& clocks, const DramGeometry& geometry) {
  const auto at_least = [&](const char* key, Cycles value, Cycles least, const char* what) {
    if (value < least) {
      timing.fail(key, fmt::format("{} clocks are fewer than {} ({})", value, what, least));
    }
  };
  at_least("RAS", clocks.ras, clocks.rcd, "RCD");
  at_least("RC", clocks.rc, clocks.ras + clocks.rp, "RAS + RP");
  at_least("RP_all", clocks.rp_all, clocks.rp, "RP");
  at_least("CCD", clocks.ccd, geometry.burst_clocks(), "the burst's data");
  if (geometry.bank_groups > 1) {
    at_least("CCD_L", clocks.ccd_long, clocks.ccd, "CCD");
    at_least("RRD_L", clocks.rrd_long, clocks.rrd, "RRD");
    at_least("WTR_L", clocks.wtr_long, clocks.wtr, "WTR");
  }
  at_least("REFI", clocks.refi, clocks.rfc + clocks.rc, "a refresh and one activate");
  if (clocks.cwl > clocks.cl) {
    timing.fail("CWL", fmt::format("{} clocks are more than CL ({})", clocks.cwl, clocks.cl));
  }
  if (clocks.faw != 0) at_least("FAW", clocks.faw, clocks.rrd, "RRD");
  if (clocks.rfc_bank != 0) at_least("REFI_bank", clocks.refi_bank, 1, "one clock");
}

DramClocks read_clocks(TomlTable timing, const DramGeometry& geometry) {
  std::vector<std::string> names;
  names.reserve(timing_keys.size());
  for (const TimingKey& key : timing_keys) names.emplace_back(key.name);
  timing.announce(names);
  DramClocks clocks;
  clocks.tck = timing.integer("tCK_ps", 1, most_clocks);
  for (const TimingKey& key : timing_keys) {
    if (key.optional && !timing.has(key.name)) continue;
    clocks.*(key.value) = read_timing(timing, key, clocks.tck);
  }
  timing.finish();
  check_timing(timing, clocks, geometry);
  return clocks;
}

std::int32_t read_power_of_two(TomlTable& table, const char* key, std::int32_t max) {
  const std::int32_t value = table.integer32(key, 1, max);
  if (!is_power_of_two(value)) table.fail(key, fmt::format("{} is no power of two", value));
  return value;
}

DramGeometry read_geometry(TomlTable& table) {
  table.announce({"banks", "rows", "columns", "width_bits", "burst_length", "channels",
                  "bank_groups", "words_per_clock"});
  DramGeometry geometry;
  geometry.banks = read_power_of_two(table, "banks", 16);
  geometry.rows = read_power_of_two(table, "rows", 1 << 24);
  geometry.columns = read_power_of_two(table, "columns", 1 << 16);
  geometry.width_bits = read_power_of_two(table, "width_bits", 64);
  if (geometry.width_bits < 8) table.fail("width_bits", "expected 8, 16, 32 or 64");
  geometry.burst_length = read_power_of_two(table, "burst_length", 32);
  if (geometry.burst_length < 2) table.fail("burst_length", "expected 2 to 32");
  geometry.channels = read_power_of_two(table, "channels", 8);
  if (table.has("bank_groups")) {
    geometry.bank_groups = read_power_of_two(table, "bank_groups", std::min(4, geometry.banks));
  }
  if (table.has("words_per_clock")) {
    geometry.words_per_clock = read_power_of_two(table, "words_per_clock", geometry.burst_length);
  }
  return geometry;
}

AddressMap read_address_map(TomlTable& table, const DramGeometry& geometry) {
  AddressWidths widths;
  widths.byte = log2_of(geometry.width_bits / 8);
  widths.column = log2_of(geometry.columns);
  widths.bank = log2_of(geometry.banks);
  widths.row = log2_of(geometry.rows);
  widths.channel = log2_of(geometry.channels);
  try {
    return parse_address_map(table.string("address_map"), widths);
  } catch (const std::invalid_argument& error) {
    table.fail("address_map", error.what());
  }
}

DramCommandClocks read_command_clocks(TomlTable table) {
  table.announce({"activate", "column", "precharge", "refresh"});
  DramCommandClocks clocks;
  clocks.activate = table.integer("activate", 1, 16);
  clocks.column = table.integer("column", 1, 16);
  clocks.precharge = table.integer("precharge", 1, 16);
  clocks.refresh = table.integer("refresh", 1, 16);
  table.finish();
  return clocks;
}

DramSupply read_supply(TomlTable& table) {
  table.announce({"volts", "IDD0", "IDD2P", "IDD2N", "IDD3N", "IDD4R", "IDD4W", "IDD5", "IDD6"});
  constexpr double most_volts = 10;
  constexpr double most_milliamperes = 100'000;
  const auto current = [&](const char* key) { return table.number(key, 0, most_milliamperes); };
  DramSupply supply;
  supply.volts = table.number("volts", 0, most_volts);
  supply.idd0 = current("IDD0");
  supply.idd2p = current("IDD2P");
  supply.idd2n = current("IDD2N");
  supply.idd3n = current("IDD3N");
  supply.idd4r = current("IDD4R");
  supply.idd4w = current("IDD4W");
  supply.idd5 = current("IDD5");
  supply.idd6 = current("IDD6");
  table.finish();
  return supply;
}

// Reads how many per-bank refreshes the controller can postpone. JEDEC's limit is eight refreshes
// of every bank.
void read_postponed(TomlTable& table, DramParameters& parameters) {
  if (!table.has("postponed_refreshes")) return;
  if (parameters.controller.refresh != DramController::Refresh::per_bank) {
    table.fail("postponed_refreshes", "needs refresh = \"per_bank\"");
  }
  constexpr std::int32_t most_postponed = 8;
  parameters.controller.postponed_refreshes =
      table.integer32("postponed_refreshes", 0, most_postponed * parameters.geometry.banks);
}

void read_power_saving(TomlTable& table, DramParameters& parameters) {
  DramController& controller = parameters.controller;
  const DramClocks& clocks = parameters.clocks;
  const auto read = [&](const char* key, Cycles& after, bool known, const char* needed) {
    if (!table.has(key)) return;
    after = table.integer(key, 0, most_clocks);
    if (after == 0) return;
    if (!known) table.fail(key, fmt::format("the part does not say {}", needed));
    if (controller.refresh == DramController::Refresh::per_bank) {
      table.fail(key, "needs refreshes of all banks, or none");
    }
  };
  read("power_down_after", controller.power_down_after, clocks.cke > 0 && clocks.xp > 0,
       "CKE and XP");
  read("self_refresh_after", controller.self_refresh_after, clocks.cke_self > 0 && clocks.xs > 0,
       "CKE_self and XS");
  if (controller.self_refresh_after > 0 &&
      controller.self_refresh_after < controller.power_down_after) {
    table.fail("self_refresh_after", "is earlier than power_down_after");
  }
}

DramParameters read_part_or_device(TomlTable& table) {
  if (!table.has("part")) return read_dram_device(table);
  const MemoryParameters part = load_part(table.string("part"));
  if (const auto* dram = std::get_if<DramParameters>(&part)) return *dram;
  table.fail("part", fmt::format("'{}' is no DRAM", table.string("part")));
}

}  // namespace

DramParameters read_dram_device(TomlTable& part) {
  DramParameters parameters;
  TomlTable geometry = part.table("geometry");
  parameters.geometry = read_geometry(geometry);
  parameters.address_map = read_address_map(geometry, parameters.geometry);
  geometry.finish();
  parameters.clocks = read_clocks(part.table("timing"), parameters.geometry);
  parameters.command_clocks = read_command_clocks(part.table("command_clocks"));
  if (part.has("supply")) {
    for (TomlTable& supply : part.tables("supply")) {
      parameters.supplies.push_back(read_supply(supply));
    }
  }
  return parameters;
}

DramParameters read_dram_memory(TomlTable& table) {
  DramParameters parameters = read_part_or_device(table);
  DramController& controller = parameters.controller;
  if (table.has("queue")) {
    const std::string setting = table.string("queue");
    try {
      apply_queue_setting(setting, parameters);
    } catch (const UserError& error) {
      table.fail("queue", error.what());
    }
  }
  if (table.has("page_policy")) {
    controller.page_policy =
        static_cast<DramController::PagePolicy>(table.choice("page_policy", {"open", "closed"}));
  }
  if (table.has("refresh")) {
    controller.refresh = static_cast<DramController::Refresh>(
        table.choice("refresh", {"none", "all_bank", "per_bank"}));
    if (controller.refresh == DramController::Refresh::per_bank &&
        parameters.clocks.rfc_bank == 0) {
      table.fail("refresh", "the device has no per-bank refresh");
    }
  }
  read_postponed(table, parameters);
  read_power_saving(table, parameters);
  return parameters;
}

}  // namespace spillway
