// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"
#include "report/printout.h"

namespace spillway {

/// Returns the answer to `question` as text. For every trade-off, the text has the unbeaten points
/// (the Pareto front), and the fastest and the cheapest point with their commands. If `shortened`,
/// long tables are cut, and a line says so.
Printout trade_printout(const std::vector<TradeOff>& trades, const TradeOffQuestion& question,
                        bool shortened = true);

/// Returns the trade-offs as a JSON document with `schema_version` (docs/answers.md).
std::string trade_json(const std::vector<TradeOff>& trades, const TradeOffQuestion& question);

}  // namespace spillway
