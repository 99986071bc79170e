// SPDX-License-Identifier: Apache-2.0
#include "report/thread_use.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "report/cost_notes.h"
#include "report/operator_table.h"

namespace spillway {
namespace {

constexpr double million = 1e6;

std::int64_t slots_of(const Program& program, Range steps) {
  std::int64_t slots = 0;
  // For each level of nested loops, how often a step on this level runs: the product of the counts
  // of all loops around the step.
  std::vector<std::int64_t> iterations = {1};
  for (std::uint32_t i = steps.first; i < steps.first + steps.count; ++i) {
    const TileStep& step = program.steps[i];
    if (step.kind == TileStepKind::loop) {
      iterations.push_back(iterations.back() * step.value);
    } else if (step.kind == TileStepKind::end) {
      iterations.pop_back();
    } else if (step.kind == TileStepKind::slots) {
      slots += step.value * iterations.back();
    }
  }
  return slots;
}

/// Returns the number of cycles from an instruction of a thread to the next instruction of this
/// thread: the number of threads, because threads issue alternately, but at least `issue_divider`.
std::int64_t cycles_per_instruction(const TileTask& task) {
  return std::max<std::int64_t>(task.issue_divider, static_cast<std::int64_t>(task.threads.size()));
}

}  // namespace

std::vector<ThreadUse> thread_use(const Program& program, const Timing& timing) {
  std::vector<ThreadUse> uses;
  for (const TileTask& task : program.core_tasks) {
    const Cycles total = at(timing.operators, task.op).total();
    const std::int64_t turn = cycles_per_instruction(task);
    for (const Range& steps : task.threads) {
      ThreadUse use;
      use.op = task.op;
      use.thread = static_cast<std::int32_t>(&steps - task.threads.data());
      use.slots = slots_of(program, steps);
      use.cycles = use.slots * turn;
      if (total > 0) use.busy = static_cast<double>(use.cycles) / static_cast<double>(total);
      uses.push_back(use);
    }
  }
  return uses;
}

std::string thread_csv(const Program& program, const Timing& timing) {
  std::string text = "operator,kind,thread,slots,busy_percent,mips,mcps_at_1_hz\n";
  for (const ThreadUse& use : thread_use(program, timing)) {
    const OperatorTiming& op = at(timing.operators, use.op);
    const double seconds = milliseconds(op.total(), timing.clock) / 1000;
    text += fmt::format("{},{},{},{},{:.2f},{:.3f},{:.6f}\n", csv_cell(op.name), op.type,
                        use.thread, use.slots, 100 * use.busy,
                        seconds > 0 ? static_cast<double>(use.slots) / million / seconds : 0,
                        static_cast<double>(use.cycles) / million);
  }
  return text;
}

std::string thread_summary(const Program& program, const Timing& timing) {
  std::vector<double> busy;  // number of cycles in which each thread is busy
  for (const TileTask& task : program.core_tasks) {
    busy.resize(std::max(busy.size(), task.threads.size()), 0);
  }
  for (const ThreadUse& use : thread_use(program, timing)) {
    at(busy, use.thread) += static_cast<double>(use.cycles);
  }
  if (busy.empty() || timing.total == 0) return "";
  std::string text = "threads      ";
  for (std::size_t i = 0; i < busy.size(); ++i) {
    text += fmt::format("{} {}: {:.1f} %", i == 0 ? "" : ",", i,
                        100 * busy[i] / static_cast<double>(timing.total));
  }
  return text + fmt::format(" busy; {:.1f} MCPS at one inference per second\n",
                            static_cast<double>(timing.total) / million);
}

std::string kind_csv(const Timing& timing, const std::string& unit, Kilohertz unit_khz) {
  struct Kind {
    std::string name;
    std::int64_t count = 0, macs = 0;
    Cycles cycles = 0, doubtful = 0;
  };
  std::vector<Kind> kinds;
  for (const OperatorTiming& op : timing.operators) {
    auto kind = std::find_if(kinds.begin(), kinds.end(),
                             [&](const Kind& known) { return known.name == op.type; });
    if (kind == kinds.end()) kind = kinds.insert(kind, Kind{op.type});
    ++kind->count;
    kind->macs += op.macs;
    kind->cycles += op.total();
    if (is_doubtful(op)) kind->doubtful += op.total();
  }
  const auto share = [](Cycles part, Cycles whole) {
    return whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  };
  std::string text = fmt::format(
      "kind,count,{},milliseconds,percent,macs,macs_per_cycle,unvalidated_percent\n", unit);
  Cycles before = 0;
  for (const Kind& kind : kinds) {
    // Rounds cumulative times instead of the times of single rows, so that the rows add up to the
    // total.
    const TimeUnit time{unit, ClockDomain{unit_khz}};
    const Cycles units =
        in_unit(before + kind.cycles, timing.clock, time) - in_unit(before, timing.clock, time);
    before += kind.cycles;
    text += fmt::format(
        "{},{},{},{:.3f},{:.2f},{},{:.3f},{:.2f}\n", csv_cell(kind.name), kind.count, units,
        milliseconds(kind.cycles, timing.clock), share(kind.cycles, timing.total), kind.macs,
        kind.cycles == 0 ? 0 : static_cast<double>(kind.macs) / static_cast<double>(kind.cycles),
        share(kind.doubtful, kind.cycles));
  }
  return text;
}

}  // namespace spillway
