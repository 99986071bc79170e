// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spillway {

/// A row of the table that the runtime of a chip prints after one inference, a call of invoke().
/// The row sums up all operators of one kind.
struct LoggedInvokeRow {
  std::string op;  // "OP_XC_conv2d_v2"
  std::int64_t count = 0;
  // Ticks of the runtime's timer. On xcore.ai the timer has 100 MHz.
  std::int64_t ticks = 0;
  // The time in milliseconds as the runtime prints it, with two decimals.
  double ms = 0;
};

struct LoggedInvokeTable {
  std::string name;
  std::vector<LoggedInvokeRow> rows;
  std::int64_t total_ticks = 0;
  double total_ms = 0;
};

/// Reads invoke() tables from a CSV with the columns `table,op,count,ticks,ms`. A row `total` ends
/// each table. `source` is the name of the text in messages. Throws UserError(input_file) for
/// malformed text, and if the rows of a table do not add up to its row `total`.
std::vector<LoggedInvokeTable> parse_invoke_tables(const std::string& text,
                                                   const std::string& source);

}  // namespace spillway
