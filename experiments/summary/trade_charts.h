// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/answers/compare_planners.h"
#include "experiments/rows/sweep_trades.h"
#include "report/pages/trade_drawing.h"

namespace spillway {

/// Returns a chart of a group: one series per planner, the Pareto front and the knee.
TradeChart trade_chart(const TradeGroup& group);

/// Returns a chart with one point per planner: the peak of its plan in the fastest memory, and its
/// latency. The points are numbered in the order of the planners; compiled files, which have no
/// planner, come last.
TradeChart trade_chart(const PlannerComparison& comparison);

}  // namespace spillway
