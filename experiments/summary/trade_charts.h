// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/answers/compare_planners.h"
#include "experiments/rows/sweep_trades.h"
#include "report/pages/trade_drawing.h"

namespace spillway {

/// Returns a chart of fast memory (bytes) against latency (microseconds) for a group of points. The
/// chart has one series per planner, the Pareto front and its knee (the size above which more
/// memory saves little time).
TradeChart trade_chart(const TradeGroup& group);

/// Returns a chart with one point per planner: the peak of its plan in the fastest memory, and its
/// latency. The points are numbered in the order of the planners. Compiled files have no planner
/// and get the last numbers.
TradeChart trade_chart(const PlannerComparison& comparison);

}  // namespace spillway
