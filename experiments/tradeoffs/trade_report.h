// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"
#include "report/table_formats.h"

namespace spillway {

/// The unbeaten points of every network as a table, then the fastest and the cheapest point, each
/// with its command. A long table is cut, and a line says so.
std::string trade_text(const std::vector<TradeOff>& trades, const TradeOffQuestion& question);

/// All unbeaten points with all of their columns, for reports and pages.
DocumentTable trade_table(const std::vector<TradeOff>& trades);

/// The same as a document with `schema_version`; docs/answers.md describes it.
std::string trade_json(const std::vector<TradeOff>& trades, const TradeOffQuestion& question);

}  // namespace spillway
