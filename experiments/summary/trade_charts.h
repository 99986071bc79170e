// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/answers/compare_planners.h"
#include "experiments/rows/sweep_trades.h"
#include "report/pages/trade_drawing.h"

namespace spillway {

/// Returns a chart of fast memory (bytes) against latency (microseconds) for a group of points. The
/// chart has one series per planner and values of options for which competes() is true, the Pareto
/// front and its knee (the size above which more memory saves little time).
TradeChart trade_chart(const TradeGroup& group);

/// Returns a chart with one point per planner, plan or compiled file that could run: its peak in
/// the fastest memory, and its latency. The points are numbered in the order of planners and plans.
/// Compiled files get the last numbers.
TradeChart trade_chart(const PlannerComparison& comparison);

}  // namespace spillway
