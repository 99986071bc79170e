// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/work_list.h"

#include <algorithm>

#include "base/index.h"
#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/block/kernel_blocks.h"

namespace spillway::ethosu {
namespace {

// Words that the command parser reads, one per cycle: averages over networks compiled by Arm's
// public compiler, which writes the registers of a kernel or transfer in front of what it waits
// for, and of those only the ones that change.
constexpr std::int32_t kernel_words = 24;
constexpr std::int32_t words_of_another_core = 7;          // addresses and lengths of its weights
constexpr std::int32_t words_of_chained_elementwise = 12;  // one behind another
constexpr std::int32_t words_of_first_kernel = 50;         // more than of the others
constexpr std::int32_t transfer_words = 8;
constexpr std::int32_t wait_words = 1;

std::int32_t words_of(const Config& config, const Operation& op, const Operation* before) {
  constexpr auto elementwise = OperationType::elementwise;
  if (before == nullptr) return kernel_words + words_of_first_kernel;
  if (op.type != elementwise) {
    return kernel_words + words_of_another_core * (config.cores - 1);
  }
  return before->type == elementwise ? words_of_chained_elementwise : kernel_words;
}

class Emitter {
 public:
  Emitter(const Config& config, const WorkList& work, Program& program)
      : config_(config), work_(work), program_(program), issued_as_(work.transfers.size(), 0) {}

  void run() {
    sort_transfers();
    issue_behind(before_all);
    for (std::size_t i = 0; i < work_.steps.size(); ++i) {
      wait_for_transfers_of(static_cast<std::int32_t>(i));
      execute(work_.steps[i]);
      issue_behind(static_cast<std::int32_t>(i));
    }
    command(CommandKind::barrier, 0, 0, wait_words);
  }

 private:
  void sort_transfers() {
    order_.resize(work_.transfers.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      const StepTransfer& first = work_.transfers[a];
      const StepTransfer& second = work_.transfers[b];
      if (first.after != second.after) return first.after < second.after;
      return !first.after_step_ends && second.after_step_ends;
    });
    waits_.resize(work_.steps.size());
    for (std::size_t i = 0; i < work_.transfers.size(); ++i) {
      const std::int32_t step = work_.transfers[i].before;
      if (step != no_step) at(waits_, step).push_back(i);
    }
  }

  void issue_behind(std::int32_t step) {
    for (; next_ < order_.size(); ++next_) {
      const StepTransfer& transfer = work_.transfers[order_[next_]];
      if (transfer.after != step) return;
      if (transfer.after_step_ends) {
        command(CommandKind::kernel_wait, 0, transfer.dma.op, transfer_words);
      }
      issued_as_[order_[next_]] = ++issued_;
      program_.transfers.push_back(transfer.dma);
      command(CommandKind::dma_start, program_.transfers.size() - 1, transfer.dma.op,
              transfer.after_step_ends ? wait_words : transfer_words);
    }
  }

  // Transfers end in order, so waiting for one leaves those issued behind it outstanding.
  void wait_for_transfers_of(std::int32_t step) {
    std::int64_t last = 0;
    for (const std::size_t transfer : at(waits_, step)) {
      last = std::max(last, issued_as_[transfer]);
    }
    if (last <= ended_) return;
    ended_ = last;
    const Step& waiting = at(work_.steps, step);
    command(CommandKind::dma_wait, static_cast<std::size_t>(issued_ - last), waiting.op,
            waiting.on_host ? wait_words : words_of(config_, waiting.operation, before_));
  }

  void execute(const Step& step) {
    if (!step.on_host) {
      const std::int32_t words = words_of(config_, step.operation, before_);
      const std::uint32_t kernel = append_kernel(config_, step.operation, step.op, program_);
      if (before_ != nullptr) {
        program_.kernels[kernel].block_dependency =
            static_cast<std::uint8_t>(block_dependency(config_, *before_, step.operation));
      }
      before_ = &step.operation;
      const bool waited =
          !program_.commands.empty() && program_.commands.back().kind == CommandKind::dma_wait;
      command(CommandKind::kernel, kernel, step.op, waited ? wait_words : words);
      return;
    }
    HostTask task;
    task.op = step.op;
    task.cycles = step.host_cycles;
    task.accesses.first = static_cast<std::uint32_t>(program_.accesses.size());
    task.accesses.count = static_cast<std::uint32_t>(step.host_accesses.size());
    program_.accesses.insert(program_.accesses.end(), step.host_accesses.begin(),
                             step.host_accesses.end());
    program_.host_tasks.push_back(task);
    command(CommandKind::host, program_.host_tasks.size() - 1, step.op, 0);
  }

  void command(CommandKind kind, std::size_t index, OperatorIndex op, std::int32_t cycles) {
    program_.commands.push_back({kind, static_cast<std::uint32_t>(index), op, cycles});
  }

  const Config& config_;
  const WorkList& work_;
  Program& program_;
  const Operation* before_ = nullptr;            // the kernel issued last
  std::vector<std::size_t> order_;               // of transfers, as they are issued
  std::vector<std::vector<std::size_t>> waits_;  // per step: transfers that it needs
  std::vector<std::int64_t> issued_as_;          // number of each transfer, from 1
  std::size_t next_ = 0;                         // into order_
  std::int64_t issued_ = 0;
  std::int64_t ended_ = 0;  // transfers known to have ended
};

}  // namespace

void emit(const Config& config, const WorkList& work, Program& program) {
  Emitter(config, work, program).run();
}

}  // namespace spillway::ethosu
