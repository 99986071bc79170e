// SPDX-License-Identifier: Apache-2.0
#include "planner/peaks/footprint.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "planner/peaks/live_peak.h"
#include "planner/relative_places.h"

namespace spillway {
namespace {

constexpr std::size_t tensors_named = 3;

struct Span {
  TimeStep lower = 0, upper = 0;
};

/// Returns the spans of steps during which the bytes of a residency count. While a residency lies
/// inside a live outer residency, its bytes already count as bytes of the outer residency.
std::vector<Span> counted_spans(const std::vector<Residency>& residencies,
                                const Residency& residency) {
  if (residency.inside < 0) return {{residency.lower, residency.upper}};
  const Residency& outer = at(residencies, residency.inside);
  return {{residency.lower, std::min(residency.upper, outer.lower)},
          {std::max(residency.lower, outer.upper), residency.upper}};
}

bool counts_at(const std::vector<Residency>& residencies, const Residency& residency,
               TimeStep step) {
  const std::vector<Span> spans = counted_spans(residencies, residency);
  return std::any_of(spans.begin(), spans.end(),
                     [&](const Span& span) { return span.lower <= step && step < span.upper; });
}

LivePeak live_peak_of(const std::vector<Residency>& residencies, MemoryIndex memory) {
  std::vector<LiveRange> ranges;
  for (const Residency& residency : residencies) {
    if (residency.memory != memory) continue;
    ranges.push_back({memory, residency.offset, residency.size, residency.lower, residency.upper});
  }
  return live_peak(ranges);
}

std::string operator_at(TimeStep step, const Network& network) {
  if (step < 1 || static_cast<std::size_t>(step) > network.operators.size()) {
    return "before the first operator";
  }
  return fmt::format("at operator {} ({})", step - 1,
                     network.operators[static_cast<std::size_t>(step) - 1].type_name);
}

}  // namespace

Footprint measure_footprint(const std::vector<Residency>& residencies, MemoryIndex memory) {
  Footprint footprint;
  const LivePeak peak = live_peak_of(residencies, memory);
  footprint.peak_step = peak.step;
  footprint.live_peak = peak.bytes;
  for (const Residency& residency : residencies) {
    if (residency.memory == memory) {
      footprint.required = std::max(footprint.required, residency.offset + residency.size);
    }
    if (residency.memory == memory && counts_at(residencies, residency, footprint.peak_step)) {
      footprint.at_peak.push_back(residency);
    }
  }
  std::stable_sort(footprint.at_peak.begin(), footprint.at_peak.end(),
                   [](const Residency& a, const Residency& b) { return a.size > b.size; });
  return footprint;
}

std::vector<Residency> residencies_of(const PlanningProblem& problem,
                                      const PlanningResult& result) {
  std::vector<Residency> residencies;
  std::vector<std::int32_t> residency_of(problem.buffers.size(), -1);
  for (std::size_t i = 0; i < result.placements.size(); ++i) {
    const Placement& place = result.placements[i];
    if (place.memory == no_memory) continue;
    const Buffer& buffer = problem.buffers[i];
    residency_of[i] = static_cast<std::int32_t>(residencies.size());
    residencies.push_back({static_cast<TensorIndex>(i), place.memory, place.offset, buffer.size,
                           buffer.lower, buffer.upper, -1});
  }
  for (std::size_t i = 0; i < residency_of.size(); ++i) {
    const BufferIndex shared = shared_outer(problem.buffers[i]);
    const BufferIndex outer =
        shared < 0 && i < result.outer_buffers.size() ? result.outer_buffers[i] : shared;
    if (outer < 0 || residency_of[i] < 0) continue;
    at(residencies, residency_of[i]).inside = at(residency_of, outer);
  }
  return residencies;
}

BudgetCheck check_budget(const std::vector<Residency>& residencies, const Budget& budget) {
  BudgetCheck check;
  check.footprint = measure_footprint(residencies, budget.memory);
  check.required = check.footprint.required;
  check.available = budget.available;
  check.excess = std::max<Bytes>(0, check.required - check.available);
  return check;
}

std::string describe_budget(const BudgetCheck& check, const std::string& memory,
                            const Network& network) {
  std::string text =
      fmt::format("{}: required {} bytes, available {}, excess {}; peak {}", memory,
                  with_thousands(check.required), with_thousands(check.available),
                  with_thousands(check.excess), operator_at(check.footprint.peak_step, network));
  std::string separator = "; largest: ";
  const auto& at_peak = check.footprint.at_peak;
  for (std::size_t i = 0; i < std::min(tensors_named, at_peak.size()); ++i) {
    text += fmt::format("{}'{}' {}", separator, residency_name(at_peak[i], network),
                        with_thousands(at_peak[i].size));
    separator = ", ";
  }
  return text;
}

}  // namespace spillway
