// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// A unit of work for the processor or the host, with its addresses.
struct Step {
  OperatorIndex op = 0;
  std::size_t part = 0;  // index into the operations of the operator
  Operation operation;
  // Operations that take the result of the operation before them inside the processor, in the same
  // pass.
  std::vector<Operation> chained;
  std::int32_t first_channel = 0;  // first channel of the OFM if the weights are sliced
  // An access to the scales and weights of the step's slice at the place where the plan stores
  // constants, even if the step reads a copy of them in a buffer.
  Access constants;
  bool on_host = false;
  Cycles host_cycles = 0;
  std::vector<Access> host_accesses;
};

/// Returns the step as one step per operation: first the step without its chained operations, then
/// a step for each of these.
std::vector<Step> links_of(const Step& step);

constexpr std::int32_t before_all = -1;
constexpr std::int32_t no_step = -1;

/// A transfer and the steps between which it must run.
struct StepTransfer {
  DmaTransfer dma;
  // The transfer is issued after the command of this step. The parser reaches that command when the
  // step before it has ended.
  std::int32_t after = before_all;
  // If set, the transfer is issued only when step `after` itself has ended.
  bool after_step_ends = false;
  // The step that waits for the end of the transfer.
  std::int32_t before = no_step;
};

/// All steps and transfers of a network, before they become commands.
struct WorkList {
  std::vector<Step> steps;
  std::vector<StepTransfer> transfers;
};

/// Returns the indices into WorkList::transfers in the order of issue.
std::vector<std::size_t> issue_order(const WorkList& work);

/// Appends kernels, transfers and host tasks to `program`, with the commands that put them in
/// order.
void emit(const Config& config, const WorkList& work, Program& program);

}  // namespace spillway::ethosu
