// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/ops/network_ops.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/ethosu/schedule/tensor_addresses.h"
#include "hwmodels/program.h"

namespace spillway::ethosu {

/// A unit of work for the NPU (a kernel) or for the host, with its addresses.
struct Step {
  OperatorIndex op = 0;
  std::size_t part = 0;  // index into the operations of the operator
  Operation operation;
  // The further operations of a chain. Each of these operations takes the result of the preceding
  // operation inside the processor, in the same pass.
  std::vector<Operation> chained;
  std::int32_t first_channel = 0;  // first output channel of a slice of weights
  // A read of the step's scales and weights at the place where the plan stores constants. The step
  // itself may read a copy of them in a buffer instead.
  Access constants;
  bool on_host = false;
  Cycles host_cycles = 0;
  std::vector<Access> host_accesses;
};

/// Returns one step per operation: `step` without its chained operations, then a step for each
/// chained operation.
std::vector<Step> links_of(const Step& step);

constexpr std::int32_t before_all = -1;
constexpr std::int32_t no_step = -1;

/// A transfer, and the steps between which the transfer must run.
struct StepTransfer {
  DmaTransfer dma;
  // The transfer is issued after the command of this step; before_all = before the first command.
  // When the transfer is issued, this step can still run, and on U55 and U65 also the previous
  // step.
  std::int32_t after = before_all;
  // If true, the transfer is issued only when step `after` has ended.
  bool after_step_ends = false;
  // The step that waits for the end of the transfer; no_step = no step waits.
  std::int32_t before = no_step;
};

/// All steps and transfers of a network, before they become commands.
struct WorkList {
  std::vector<Step> steps;
  std::vector<StepTransfer> transfers;
};

/// Returns the order in which the transfers are issued, as indices into WorkList::transfers.
std::vector<std::size_t> issue_order(const WorkList& work);

/// Appends the kernels, transfers and host tasks of `work` to `program`, and the commands that
/// start them and wait for them.
void emit(const Config& config, const WorkList& work, Program& program);

/// Returns the steps and transfers of `ops` under a plan. Weights for which the plan has no flow
/// (list of slices that are fetched) are read in place; weight_coding() of `options` determines the
/// encoded sizes of these weights.
WorkList build_work(const Network& network, const NetworkOps& ops, const Plan& plan,
                    const TensorAddresses& placement, const Target& target,
                    const ScheduleOptions& options);

}  // namespace spillway::ethosu
