// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A row of a sweep's CSV, as far as pictures and summaries need it.
struct SweepRow {
  std::vector<std::string> identity;  // cells of sweep_identity_columns
  std::string status;
  std::optional<double> latency_us;
  std::string fast_memory;  // the target's fastest; empty without a latency
  Bytes fast_bytes = 0;     // its capacity
};

/// `source` names the CSV in messages. Throws UserError(input_file) when it is no sweep.
std::vector<SweepRow> read_sweep_rows(const std::string& csv, const std::string& source);

/// Index of a name among sweep_identity_columns, which must have it.
std::size_t identity_index(std::string_view column);

/// The identity without the capacity of the fastest memory and without the cells `left_out`: equal
/// for points that differ in nothing else.
std::vector<std::string> identity_besides(const SweepRow& row,
                                          const std::vector<std::size_t>& left_out);

}  // namespace spillway
