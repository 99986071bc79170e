// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"
#include "report/table_formats.h"

namespace spillway {

/// The unbeaten points of every network as a table, then the fastest and the cheapest, each with
/// its command. Longer tables are cut off and say so.
std::string trade_text(const std::vector<TradeOff>& trades, const TradeOffQuestion& question);

/// All unbeaten points with all of their columns, for other documents.
DocumentTable trade_table(const std::vector<TradeOff>& trades);

/// The same as a document with `schema_version`; docs/answers.md describes it.
std::string trade_json(const std::vector<TradeOff>& trades, const TradeOffQuestion& question);

}  // namespace spillway
