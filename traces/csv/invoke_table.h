// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spillway {

/// One row of an invoke() table, which a chip's runtime prints after a run: one kind of operator.
struct LoggedInvokeRow {
  std::string op;  // "OP_XC_conv2d_v2"
  std::int64_t count = 0;
  std::int64_t ticks = 0;  // of the runtime's timer, 100 MHz on xcore.ai
  double ms = 0;           // as printed, two decimals
};

struct LoggedInvokeTable {
  std::string name;
  std::vector<LoggedInvokeRow> rows;
  std::int64_t total_ticks = 0;
  double total_ms = 0;
};

/// Reads tables from a CSV with the columns `table,op,count,ticks,ms`, in which a row `total` ends
/// each table. `source` names the text in messages. Throws UserError(input_file), also if the rows
/// of a table do not add up to its total.
std::vector<LoggedInvokeTable> parse_invoke_tables(const std::string& text,
                                                   const std::string& source);

}  // namespace spillway
