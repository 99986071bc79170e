// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/tradeoffs/trade_off.h"
#include "report/printout.h"

namespace spillway {

/// The unbeaten points of every network, then the fastest and the cheapest point, each with its
/// command. If `shortened`, a long table is cut, and a line says so.
Printout trade_printout(const std::vector<TradeOff>& trades, const TradeOffQuestion& question,
                        bool shortened = true);

/// The same as a document with `schema_version`; docs/answers.md describes it.
std::string trade_json(const std::vector<TradeOff>& trades, const TradeOffQuestion& question);

}  // namespace spillway
