// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"
#include "report/printout.h"

namespace spillway {

/// Returns the text of the answer: for every network the unbeaten points, the fastest point and the
/// cheapest point, each with its command. If `shortened`, a long table is cut, and a line says so.
Printout trade_printout(const std::vector<TradeOff>& trades, const TradeOffQuestion& question,
                        bool shortened = true);

/// Returns the answer as a document with `schema_version`; docs/answers.md describes it.
std::string trade_json(const std::vector<TradeOff>& trades, const TradeOffQuestion& question);

}  // namespace spillway
