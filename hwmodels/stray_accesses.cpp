// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/stray_accesses.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/access_span.h"
#include "hwmodels/target/select_target.h"
#include "planner/cascade_time.h"

namespace spillway {
namespace {

class Finder {
 public:
  Finder(const Program& program, const Plan& plan, const Target& target, std::size_t most)
      : program_(program),
        plan_(plan),
        target_(target),
        most_(most),
        executed_(program.operators.size(), false) {
    for (const MemorySpace& memory : plan.memories) {
      memories_.push_back(memory_index(target, memory.name));
    }
    for (const Kernel& kernel : program.kernels) at(executed_, kernel.op) = true;
    for (const HostTask& task : program.host_tasks) at(executed_, task.op) = true;
  }

  std::vector<std::string> run() {
    for (const Command& command : program_.commands) {
      if (found_.size() >= most_) break;
      look_at(command);
    }
    return std::move(found_);
  }

 private:
  void look_at(const Command& command) {
    switch (command.kind) {
      case CommandKind::kernel:
        begin(program_.kernels[command.index].op);
        look_at_kernel(program_.kernels[command.index]);
        break;
      case CommandKind::host:
        begin(program_.host_tasks[command.index].op);
        look_at_range(program_.host_tasks[command.index].accesses);
        break;
      case CommandKind::kernel_wait:
        ended_ = ended_ || command.index == 0;
        break;
      case CommandKind::dma_start:
        look_at_transfer(program_.transfers[command.index]);
        break;
      case CommandKind::dma_wait:
      case CommandKind::core:
      case CommandKind::barrier:
        break;
    }
  }

  void begin(OperatorIndex op) {
    ended_ = false;
    if (op + 1 == step_ && !live_.empty()) return;
    step_ = op + 1;
    live_ = living(step_, step_);
  }

  std::vector<const Residency*> living(TimeStep first, TimeStep last) const {
    std::vector<const Residency*> live;
    for (const Residency& residency : plan_.residencies) {
      const auto [lower, upper] = cascaded_life(plan_, residency.lower, residency.upper);
      if (lower <= first && last < upper) live.push_back(&residency);
    }
    return live;
  }

  void look_at_range(const Range& range) {
    for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
      look_at_span(span_of(program_.accesses[i]), live_, step_ - 1);
    }
  }

  void look_at_kernel(const Kernel& kernel) {
    for (std::uint32_t b = 0; b < kernel.blocks.count; ++b) {
      const Block& block = program_.blocks[kernel.blocks.first + b];
      look_at_range(block.reads);
      look_at_range(block.writes);
    }
  }

  /// Checks the accesses of a transfer. The transfer can run at any time between its command and
  /// the begin of the operator that needs the data. If the present operator has ended and the next
  /// operator needs the transfer, no operator runs during the transfer. In this case, the source
  /// can also be data that an earlier transfer wrote for the same operator, because transfers run
  /// one after another.
  void look_at_transfer(const DmaTransfer& transfer) {
    const TimeStep needed = transfer.op + 1;
    const TimeStep issued = ended_ ? std::max(step_, std::min(step_ + 1, needed)) : step_;
    const bool between = ended_ && needed <= step_ + 1;
    const TimeStep from = between ? step_ : issued;
    const TimeStep before = between ? step_ : std::max(issued, needed - 1);
    std::vector<const Residency*> sources = living(from, before);
    if (between) {
      const std::vector<const Residency*> brought = living(issued, issued);
      sources.insert(sources.end(), brought.begin(), brought.end());
    }
    look_at_span(span_of(transfer.source), sources, transfer.op);
    if (!transfer.internal) {
      look_at_span(span_of(transfer.destination), living(issued, std::max(issued, needed)),
                   transfer.op);
    }
    if (between && !at(executed_, transfer.op)) end_with_transfer(transfer.op);
  }

  /// Operator `op` consists only of transfers. Makes it the present operator and marks it as ended,
  /// because it has ended when the next transfer begins.
  void end_with_transfer(OperatorIndex op) {
    begin(op);
    ended_ = true;
  }

  bool holds(const Residency& residency, const AccessSpan& span) const {
    return at(memories_, residency.memory) == span.memory && residency.offset <= span.begin &&
           span.end <= residency.offset + residency.size;
  }

  void look_at_span(const AccessSpan& span, const std::vector<const Residency*>& live,
                    OperatorIndex op) {
    if (span.begin == span.end || found_.size() >= most_) return;
    const Bytes peak = program_.peak_bytes[span.memory];
    if (span.end > peak) {
      if (plan_.outside.empty()) report(span, op, fmt::format("beyond the peak of {} bytes", peak));
      return;
    }
    const bool held = std::any_of(live.begin(), live.end(), [&](const Residency* residency) {
      return holds(*residency, span);
    });
    if (!held) report(span, op, "where no residency is live then");
  }

  void report(const AccessSpan& span, OperatorIndex op, const std::string& what) {
    found_.push_back(fmt::format("operator {} ('{}') touches bytes {} to {} of {}, {}", op,
                                 at(program_.operators, op).name, span.begin, span.end,
                                 target_.memories[span.memory].name, what));
  }

  const Program& program_;
  const Plan& plan_;
  const Target& target_;
  const std::size_t most_;
  // Per operator: true = kernels or the host execute it; false = the operator consists only of
  // transfers.
  std::vector<bool> executed_;
  std::vector<std::size_t> memories_;  // per memory of the plan: its index in the target
  TimeStep step_ = 0;                  // step of the operator whose command came last; 0 = none
  // Whether all work of the operator of step_ has ended; true before the first operator.
  bool ended_ = true;
  std::vector<const Residency*> live_;  // residencies that exist in step_
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> stray_accesses(const Program& program, const Plan& plan,
                                        const Target& target, std::size_t most) {
  return Finder(program, plan, target, most).run();
}

}  // namespace spillway
