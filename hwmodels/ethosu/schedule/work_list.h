// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// One thing for the processor or the host to execute, with its addresses.
struct Step {
  OperatorIndex op = 0;
  std::size_t part = 0;  // into the operations of the operator
  Operation operation;
  std::int32_t first_channel = 0;  // of the OFM, where weights come in slices
  Access constants;                // scales and weights of its slice, where the network has them
  bool on_host = false;
  Cycles host_cycles = 0;
  std::vector<Access> host_accesses;
};

constexpr std::int32_t before_all = -1;
constexpr std::int32_t no_step = -1;

/// A transfer and the steps that it lies between.
struct StepTransfer {
  DmaTransfer dma;
  std::int32_t after = before_all;  // issued behind this step's command, which is when the step
                                    // before it has ended
  bool after_step_ends = false;     // issued only when step `after` has ended itself
  std::int32_t before = no_step;    // the step that waits for its end
};

/// Everything a network does, before it becomes commands.
struct WorkList {
  std::vector<Step> steps;
  std::vector<StepTransfer> transfers;
};

/// Indices into WorkList::transfers, in the order in which the transfers are issued.
std::vector<std::size_t> issue_order(const WorkList& work);

/// Appends kernels, transfers, host tasks and the commands that order them.
void emit(const Config& config, const WorkList& work, Program& program);

}  // namespace spillway::ethosu
