// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/schedule/work_list.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/block/block_dependency.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/block/kernel_blocks.h"
#include "hwmodels/ethosu/schedule/command_words.h"

namespace spillway::ethosu {
namespace {

// The addresses from the first to the last byte of an access, as [begin, end).
struct Extent {
  std::int64_t begin, end;
};

Extent extent_of(const Access& access) {
  const auto address = static_cast<std::int64_t>(access.address);
  const std::int64_t rows = (access.rows - 1) * access.row_stride;
  const std::int64_t planes = (access.planes - 1) * access.plane_stride;
  const std::int64_t none = 0;
  return {address + std::min(rows, none) + std::min(planes, none),
          address + std::max(rows, none) + std::max(planes, none) + access.run};
}

bool meet(const Extent& a, const Extent& b) { return a.begin < b.end && b.begin < a.end; }

class Emitter {
 public:
  Emitter(const Config& config, const WorkList& work, Program& program)
      : config_(config),
        work_(work),
        program_(program),
        words_(config),
        issued_as_(work.transfers.size(), 0) {}

  void run() {
    sort_transfers();
    issue_after(before_all);
    for (std::size_t i = 0; i < work_.steps.size(); ++i) {
      if (!work_.steps[i].on_host) registers_ = words_of(work_.steps[i]) - 1;
      wait_for_transfers_of(static_cast<std::int32_t>(i));
      execute(work_.steps[i]);
      issue_after(static_cast<std::int32_t>(i));
    }
    command(CommandKind::barrier, 0, 0);
  }

 private:
  void sort_transfers() {
    order_ = issue_order(work_);
    waits_.resize(work_.steps.size());
    for (std::size_t i = 0; i < work_.transfers.size(); ++i) {
      const std::int32_t step = work_.transfers[i].before;
      if (step != no_step) at(waits_, step).push_back(i);
    }
  }

  void issue_after(std::int32_t step) {
    for (; next_ < order_.size(); ++next_) {
      const StepTransfer& transfer = work_.transfers[order_[next_]];
      if (transfer.after != step) return;
      registers_ = words_.of(transfer.dma) - 1;
      if (transfer.after_step_ends) {
        command(CommandKind::kernel_wait, 0, transfer.dma.op);
      } else {
        wait_for_kernel_before(transfer.dma);
      }
      issued_as_[order_[next_]] = ++issued_;
      program_.transfers.push_back(transfer.dma);
      command(CommandKind::dma_start, program_.transfers.size() - 1, transfer.dma.op);
    }
  }

  // Waits for the transfers that step `step` needs. Transfers end in the order of issue, so
  // transfers that were issued later can stay outstanding.
  void wait_for_transfers_of(std::int32_t step) {
    std::int64_t last = 0;
    for (const std::size_t transfer : at(waits_, step)) {
      last = std::max(last, issued_as_[transfer]);
    }
    if (last <= ended_) return;
    ended_ = last;
    command(CommandKind::dma_wait, static_cast<std::size_t>(issued_ - last),
            at(work_.steps, step).op);
  }

  std::int32_t words_of(const Step& step) {
    std::int32_t words = words_.of(step.operation);
    for (const Operation& chained : step.chained) words += words_.of(chained);
    return words;
  }

  // Adds the kernel of a step, or the kernels of a chain (they pass maps on inside the processor).
  // A chain waits for all blocks of the preceding kernel, as in the compiler's streams, so its
  // block dependency (how many blocks of the previous kernel may be unfinished) stays 0.
  void add_kernel(const Step& step) {
    const std::uint32_t kernel = append_kernel(config_, step.operation, step.op, program_);
    if (before_ != nullptr && step.chained.empty()) {
      program_.kernels[kernel].block_dependency =
          static_cast<std::uint8_t>(block_dependency(config_, *before_, step.operation));
    }
    for (const Operation& chained : step.chained) {
      append_kernel(config_, chained, step.op, program_);
      join_last_kernels(program_);
    }
    before_ = step.chained.empty() ? &step.operation : &step.chained.back();
    command(CommandKind::kernel, kernel, step.op);
  }

  void execute(const Step& step) {
    if (!step.on_host) {
      add_kernel(step);
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
    program_.commands.push_back({CommandKind::host,
                                 static_cast<std::uint32_t>(program_.host_tasks.size() - 1),
                                 step.op, 0});
  }

  // When the parser of the command stream reaches a transfer, the last kernel but one can still run
  // (on U55 and U65). Waits for the end of this kernel if the transfer overwrites bytes that the
  // kernel uses, or reads bytes that the kernel writes. (StepTransfer::after_step_ends says whether
  // the transfer waits for the last kernel.) The wait command counts as 0 words.
  void wait_for_kernel_before(const DmaTransfer& transfer) {
    constexpr std::size_t two = 2;
    if (transfer.internal || program_.kernels.size() < two) return;
    const Kernel& before = program_.kernels[program_.kernels.size() - two];
    if (!uses(before, transfer.source, true) && !uses(before, transfer.destination, false)) return;
    program_.commands.push_back({CommandKind::kernel_wait, 1, transfer.op, 0});
  }

  // Whether a kernel accesses bytes of `moved`. If `writes_only` is true, only the kernel's writes
  // count.
  bool uses(const Kernel& kernel, const Access& moved, bool writes_only) const {
    const Extent extent = extent_of(moved);
    for (std::uint32_t b = 0; b < kernel.blocks.count; ++b) {
      const Block& block = program_.blocks[kernel.blocks.first + b];
      for (const Range& range : {block.writes, writes_only ? Range{} : block.reads}) {
        for (std::uint32_t i = 0; i < range.count; ++i) {
          const Access& access = program_.accesses[range.first + i];
          if (access.memory == moved.memory && meet(extent_of(access), extent)) return true;
        }
      }
    }
    return false;
  }

  // Adds a command. Its cycles are its number of words, because the parser reads one word per
  // cycle. The words that set the registers of a kernel or transfer count with the first command
  // for that kernel or transfer, which can be a wait.
  void command(CommandKind kind, std::size_t index, OperatorIndex op) {
    program_.commands.push_back({kind, static_cast<std::uint32_t>(index), op, registers_ + 1});
    registers_ = 0;
  }

  const Config& config_;
  const WorkList& work_;
  Program& program_;
  CommandWords words_;
  std::int32_t registers_ = 0;                   // register words that count with the next command
  const Operation* before_ = nullptr;            // the operation of the last kernel that was issued
  std::vector<std::size_t> order_;               // indices of transfers, in the order of issue
  std::vector<std::vector<std::size_t>> waits_;  // per step: the transfers for which it waits
  std::vector<std::int64_t> issued_as_;  // per transfer: its number in the order of issue, from 1
  std::size_t next_ = 0;                 // index of the next transfer in order_
  std::int64_t issued_ = 0;
  std::int64_t ended_ = 0;  // number of transfers that are known to have ended
};

}  // namespace

std::vector<Step> links_of(const Step& step) {
  std::vector<Step> links{step};
  links.front().chained.clear();
  for (const Operation& operation : step.chained) {
    Step link = links.front();
    link.part += links.size();
    link.operation = operation;
    link.constants = {};
    links.push_back(std::move(link));
  }
  return links;
}

std::vector<std::size_t> issue_order(const WorkList& work) {
  std::vector<std::size_t> order(work.transfers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const StepTransfer& first = work.transfers[a];
    const StepTransfer& second = work.transfers[b];
    if (first.after != second.after) return first.after < second.after;
    return !first.after_step_ends && second.after_step_ends;
  });
  return order;
}

void emit(const Config& config, const WorkList& work, Program& program) {
  Emitter(config, work, program).run();
}

}  // namespace spillway::ethosu
