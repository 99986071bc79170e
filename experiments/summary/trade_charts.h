// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/answers/compare_planners.h"
#include "experiments/rows/sweep_trades.h"
#include "report/trade_drawing.h"

namespace spillway {

/// A series per planner; the front and the knee are the group's.
TradeChart trade_chart(const TradeGroup& group);

/// A point per planner: its peak in the fastest memory and its latency. Its number is its place
/// among the planners; compiled files, which have none, count at their end.
TradeChart trade_chart(const PlannerComparison& comparison);

}  // namespace spillway
