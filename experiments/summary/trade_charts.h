// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/answers/compare_planners.h"
#include "experiments/rows/sweep_trades.h"
#include "report/pages/trade_drawing.h"

namespace spillway {

/// A chart with one series per planner, and the front and knee of the group.
TradeChart trade_chart(const TradeGroup& group);

/// A chart with one point per planner: its peak in the fastest memory and its latency. Points are
/// numbered in the order of the planners; compiled files, which have no planner, come last.
TradeChart trade_chart(const PlannerComparison& comparison);

}  // namespace spillway
