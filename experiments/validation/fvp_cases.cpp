// SPDX-License-Identifier: Apache-2.0
#include "experiments/validation/fvp_cases.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/files/file_exists.h"
#include "base/files/files.h"
#include "base/text.h"
#include "traces/csv/csv_reader.h"

namespace spillway {
namespace {

/// A CSV of the reference data. Each row is a measured run of a command stream. The command streams
/// are files in folder `streams`.
class FvpTable {
 public:
  FvpTable(const std::string& reference, const std::string& file, std::string streams)
      : csv_(read_text(reference + "/" + file), reference + "/" + file),
        streams_(std::move(streams)) {}

  bool next() { return csv_.next_row(); }
  const std::string& text(std::string_view column) {
    return csv_.cell(csv_.require_column({column}));
  }
  std::int64_t number(std::string_view column) {
    return csv_.integer(csv_.require_column({column}));
  }

  /// Appends the counter in a column of the current row to the case, unless the cell is empty.
  void add_counter(FvpCase& one, const std::string& memory, bool write, std::string_view column) {
    if (!text(column).empty()) one.counters.push_back({memory, write, number(column)});
  }

  /// Appends the case to `cases`, unless the file of its command stream is missing. `stem` is the
  /// beginning of the name of this file.
  void append(FvpCase one, const std::string& stem, std::vector<FvpCase>& cases) const {
    one.stream = fmt::format("{}/{}__{}.tflite", streams_, stem, one.accelerator);
    if (file_exists(one.stream)) cases.push_back(std::move(one));
  }

  [[noreturn]] void reject(const std::string& message) const { csv_.reject_row(message); }

 private:
  CsvReader csv_;
  std::string streams_;
};

// Returns the name of the timing adapters that the evaluation kit uses for a U85 of this size.
std::string u85_adapters(std::int64_t macs) {
  constexpr std::int64_t largest_low = 256;
  constexpr std::int64_t largest_mid = 1024;
  if (macs <= largest_low) return "Low";
  return macs <= largest_mid ? "Mid" : "High";
}

// Returns the system configuration with the timing adapters that the evaluation kit uses for this
// accelerator.
std::string system_config_of(const std::string& npu, std::int64_t macs) {
  if (npu == "u55") return "Corstone_300_U55_High_End";
  if (npu == "u65") return "Corstone_300_U65_High_End";
  return "Corstone_320_U85_" + u85_adapters(macs);
}

FvpCase case_of(const std::string& group, const std::string& npu, std::int64_t macs) {
  FvpCase one;
  one.group = group;
  one.accelerator = fmt::format("{}-{}", npu, macs);
  one.system_config = system_config_of(npu, macs);
  one.memory_mode = npu == "u55" ? "Shared_Sram" : "Dedicated_Sram";
  return one;
}

void read_small_networks(FvpTable table, std::vector<FvpCase>& cases) {
  while (table.next()) {
    FvpCase one = case_of("networks", table.text("npu"), table.number("mac"));
    one.name = table.text("workload");
    one.memory_mode = table.text("mode");
    one.cycles = table.number("active");
    const std::string external = one.memory_mode == "Shared_Sram" ? "flash" : "dram";
    table.add_counter(one, "sram", false, "axi0_rd_beats");
    table.add_counter(one, "sram", true, "axi0_wr_beats");
    table.add_counter(one, external, false, "axi1_rd_beats");
    table.append(one, one.name, cases);
  }
}

void read_u85_networks(FvpTable table, std::vector<FvpCase>& cases) {
  while (table.next()) {
    FvpCase one = case_of("networks", table.text("npu"), table.number("mac"));
    one.name = table.text("workload");
    one.cycles = table.number("total");
    one.total = true;
    table.add_counter(one, "sram", false, "sram_rd");
    table.add_counter(one, "sram", true, "sram_wr");
    table.add_counter(one, "dram", false, "ext_rd");
    table.add_counter(one, "dram", true, "ext_wr");
    table.append(one, one.name, cases);
  }
}

void read_operators(FvpTable table, std::vector<FvpCase>& cases) {
  while (table.next()) {
    FvpCase one = case_of("operators", "u85", table.number("mac"));
    const std::string stem =
        fmt::format("{}_{}x{}", table.text("op"), table.text("H"), table.text("W"));
    one.name = fmt::format("{} {}", stem, table.text("cond"));
    one.cycles = table.number("active");
    if (table.text("cond") == "relaxed") {
      one.parameters = {{"EXT_RLATENCY", 0},  {"EXT_WLATENCY", 0},  {"EXT_BWCAP", 0},
                        {"EXT_PULSE_OFF", 0}, {"SRAM_RLATENCY", 0}, {"SRAM_WLATENCY", 0}};
    }
    table.add_counter(one, "sram", false, "sram_rd_beats");
    table.add_counter(one, "sram", true, "sram_wr_beats");
    table.add_counter(one, "dram", false, "ext_rd_beats");
    table.add_counter(one, "dram", true, "ext_wr_beats");
    table.append(one, "ops/" + stem, cases);
  }
}

void read_sweeps(FvpTable table, std::vector<FvpCase>& cases) {
  while (table.next()) {
    FvpCase one = case_of("sweeps", table.text("npu"), table.number("mac"));
    const std::string network = table.text("workload");
    one.name = network + " " + table.text("parameters");
    one.cycles = table.number("active");
    for (const std::string& part : split(table.text("parameters"), ';')) {
      const std::size_t equals = part.find('=');
      if (equals == std::string::npos) table.reject("expected NAME=VALUE in 'parameters'");
      one.parameters.emplace_back(part.substr(0, equals), std::stoll(part.substr(equals + 1)));
    }
    table.add_counter(one, "sram", false, "sram_rd");
    table.add_counter(one, "sram", true, "sram_wr");
    table.add_counter(one, "dram", false, "ext_rd");
    table.add_counter(one, "dram", true, "ext_wr");
    table.append(one, network, cases);
  }
}

// Returns the unit that follows the unit `before` in a stream. A unit consists of complete kernels.
// `launches` counts kernels and waits for kernels, so the waits are subtracted. `types` lists the
// types of the kernels and of the waits.
FvpUnit unit_after(const FvpUnit& before, std::int64_t launches, const std::string& types) {
  FvpUnit unit;
  unit.first_kernel = before.first_kernel + before.kernels;
  for (const std::string& type : split(types, ' ')) {
    if (type == "KERNEL_WAIT") {
      --launches;
    } else {
      unit.kind += (unit.kind.empty() ? "" : " ") + type;
    }
  }
  unit.kernels = static_cast<std::size_t>(std::max<std::int64_t>(0, launches));
  return unit;
}

// Reads the units of a network on U85. The column `binding` names the accelerator and its timing
// adapters. "512_Mid512" is a U85-512 with the timing adapters of its size. "512_Low" is a U85-512
// with the timing adapters of smaller accelerators; such rows are left out.
void read_units(FvpTable table, std::vector<FvpCase>& cases) {
  const std::string network = cases.front().name;
  std::string binding;
  FvpUnit unit;
  while (table.next()) {
    if (table.text("binding") != binding) unit = {};
    binding = table.text("binding");
    unit = unit_after(unit, table.number("launches"), table.text("op_types"));
    const std::size_t underscore = binding.find('_');
    if (underscore == std::string::npos) table.reject("expected MACS_ADAPTERS in 'binding'");
    const std::int64_t macs = std::stoll("0" + binding.substr(0, underscore));
    FvpCase one = case_of("units", "u85", macs);
    const std::string adapters = u85_adapters(macs);
    const bool own = binding.compare(underscore + 1, adapters.size(), adapters) == 0;
    if (!own || table.text("active").empty()) continue;
    one.name = fmt::format("{} unit {}", network, table.number("unit"));
    one.cycles = table.number("active");
    one.unit = unit;
    table.append(one, network, cases);
  }
}

}  // namespace

std::vector<FvpCase> read_fvp_cases(const std::string& reference, const std::string& streams) {
  std::vector<FvpCase> cases;
  read_small_networks({reference, "u55_u65.csv", streams}, cases);
  read_u85_networks({reference, "u85.csv", streams}, cases);
  const auto has = [&](const std::string& file) { return file_exists(reference + "/" + file); };
  if (has("u85_operators.csv")) {
    read_operators({reference, "u85_operators.csv", streams}, cases);
  }
  if (has("kws_sweeps.csv")) read_sweeps({reference, "kws_sweeps.csv", streams}, cases);
  if (has("u85_units.csv") && !cases.empty()) {
    read_units({reference, "u85_units.csv", streams}, cases);
  }
  return cases;
}

}  // namespace spillway
