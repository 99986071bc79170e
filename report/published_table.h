// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/invoke_table.h"
#include "report/printout.h"

namespace spillway {

/// A row of published figures with its tolerance. The simulated ticks may differ from the published
/// ticks by the fraction `tolerance`, or by `ticks_per_operator` times the number of operators; the
/// larger of these two differences is allowed.
struct PublishedRow {
  std::string op;
  std::int64_t count = 0;
  std::int64_t ticks = 0;
  double tolerance = 0;
  double ticks_per_operator = 0;
};

struct PublishedTable {
  std::vector<PublishedRow> rows;
  std::int64_t total = 0;
  double total_tolerance = 0;
  // Tolerance, as a fraction, for the total of this table minus the total of the experiment's first
  // table. 0 = this difference is not compared.
  double delta_tolerance = 0;
};

/// Returns a table with published ticks, simulated ticks and the error of every row. `base` and
/// `simulated_base` are the first table of the experiment, published and simulated, or null. If
/// `base` is not null, the result also compares the published and the simulated difference from the
/// first table, for every row.
PrintedTable comparison_table(const PublishedTable& published, const InvokeTable& simulated,
                              const PublishedTable* base, const InvokeTable* simulated_base);

/// Returns one line for each count that differs from the published count, and one line for each
/// number of ticks whose error exceeds its tolerance. Compares the ticks of each row, of the total,
/// and of the difference from the total of `base`.
std::vector<std::string> missed_tolerances(const PublishedTable& published,
                                           const InvokeTable& simulated, const PublishedTable* base,
                                           const InvokeTable* simulated_base);

/// The bytes of memory of the xcore.ai tile that runs the network, as the linker reports them.
struct TileMemory {
  // Bytes of the program that the tile runs, without its arena.
  Bytes code = 0, stack = 0, data = 0;
  Bytes sram_arena = 0, external_arena = 0;
  Bytes sram_capacity = 0, external_capacity = 0;

  Bytes sram_used() const { return code + stack + data + sram_arena; }
};

std::string memory_text(const TileMemory& memory);

}  // namespace spillway
