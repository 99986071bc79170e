// SPDX-License-Identifier: Apache-2.0
#include "report/cost_notes.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "hwmodels/target/processor_family.h"

namespace spillway {
namespace {

struct Doubtful {
  std::string type;
  std::int64_t count = 0;
};

constexpr double worth_a_headline = 0.1;

// Whether Spillway has no timing model of the operator, so that the operator's time is only a
// guess.
bool is_unmodelled(const OperatorTiming& op) {
  return op.note.find("unmodelled") != std::string::npos;
}

// Returns a text of the form "WHAT, 12.3 % of the time: KIND x2" about the operators for which
// `counts` returns true; empty if there are no such operators. `what` is the word WHAT.
std::string share_of(const Timing& timing, const char* what,
                     bool (*counts)(const OperatorTiming& op)) {
  std::vector<Doubtful> kinds;
  Cycles cycles = 0;
  for (const OperatorTiming& op : timing.operators) {
    if (!counts(op)) continue;
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const Doubtful& k) { return k.type == op.type; });
    if (kind == kinds.end()) {
      kinds.push_back({op.type, 1});
    } else {
      ++kind->count;
    }
    cycles += op.total();
  }
  if (kinds.empty()) return "";
  const double share =
      timing.total == 0 ? 0
                        : 100.0 * static_cast<double>(cycles) / static_cast<double>(timing.total);
  std::string text = fmt::format("{}, {:.1f} % of the time:", what, share);
  for (const Doubtful& kind : kinds) {
    text += fmt::format("{} {} x{}", &kind == kinds.data() ? "" : ",",
                        kind.type.empty() ? "(unnamed)" : kind.type, kind.count);
  }
  return text;
}

}  // namespace

bool is_doubtful(const OperatorTiming& op) {
  return op.note.find("unvalidated cost") != std::string::npos || is_unmodelled(op);
}

double doubtful_share(const Timing& timing) {
  Cycles cycles = 0;
  for (const OperatorTiming& op : timing.operators) cycles += is_doubtful(op) ? op.total() : 0;
  return timing.total == 0 ? 0 : static_cast<double>(cycles) / static_cast<double>(timing.total);
}

Cycles least_total(const Program& program, const Timing& timing) {
  Cycles least = 0;
  for (std::size_t i = 0; i < timing.operators.size(); ++i) {
    const OperatorTiming& op = timing.operators[i];
    // op.total() counts from the end of the previous operator, although an operator can do a part
    // of its work earlier. So op.total() may be shorter than the operator's least time. The shorter
    // of these two times is the bound.
    least += is_doubtful(op) ? std::min(op.total(), program.operators[i].least) : op.total();
  }
  return least;
}

std::string cost_headline(const Timing& timing) {
  const double share = doubtful_share(timing);
  if (share <= worth_a_headline) return "";
  return fmt::format("{:.1f} % of the time is an estimate that no published time confirms\n",
                     100 * share);
}

std::string cost_notes(const Timing& timing, const Target& target) {
  const auto cost_table = target.processor.family().cost_table;
  std::string text = cost_table != nullptr ? "cost table version " + cost_table().version : "";
  for (const std::string& part :
       {share_of(timing, "unvalidated costs",
                 [](const OperatorTiming& op) { return is_doubtful(op) && !is_unmodelled(op); }),
        share_of(timing, "not modelled", is_unmodelled)}) {
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  }
  return text.empty() ? text : text + '\n';
}

}  // namespace spillway
