// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/options.h"
#include "hwmodels/target/relinking.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Returns the model error of a product (U55, U65 or U85) in per cent: the largest difference
/// between the simulated time of a whole network and the time on Arm's FVP. The errors are those of
/// docs/validation.md, rounded up by less than 0.15.
double model_error_percent(const Config& config);

/// Returns the buffers of `compiled` that can be moved, and the memories of `target` in which these
/// buffers lie. Throws UserError(input_file) if the command streams or the memory plan of
/// `compiled` are not valid, and UserError(usage) if `compiled` is for another processor.
MovableBuffers movable_buffers(const Network& compiled, const Target& target);

/// Returns the file of `compiled`, a .tflite file or an ExecuTorch program, with its buffers at new
/// places. `homes` has one place per buffer of movable_buffers(), in the same order. Only command
/// streams, arena sizes and tensor offsets change.
///
/// Throws std::logic_error if `homes` has another number of places, if a place is not a multiple of
/// 16 bytes, or if a buffer that the host or the application uses gets a place in the fast arena.
/// Throws UserError(input_file) if `compiled` was read from a file of another format, or if two
/// ethos-u operators share a command stream that would have to differ.
std::vector<std::uint8_t> relink(const Network& compiled, const std::vector<BufferHome>& homes);

/// Returns the tensors of `lowered` that the host or the application reads or writes when
/// `compiled` runs. These tensors must lie in the arena. Throws UserError(input_file) if the two
/// networks do not come from the same plain network, or if `compiled` has no memory plan.
std::vector<TensorIndex> runtime_tensors(const Network& compiled, const Network& lowered,
                                         const Target& target);

/// Returns the file of `compiled`, rewritten so that it runs as `plan` says. `lowered` is the plain
/// network lowered for `target`, and `plan` is a plan for `lowered`. Command streams, constants of
/// the NPU, arena sizes and tensor offsets change.
///
/// Throws UserError(input_file) if the file was not compiled from the network or has no memory
/// plan. Throws UserError(run_failed) if the plan cannot be written, or if the file computes an
/// operator with other operations than `lowered`.
std::vector<std::uint8_t> relink_plan(const Network& compiled, const Network& lowered,
                                      const Plan& plan, const Target& target,
                                      const ScheduleOptions& options);

/// Returns `plain` with its operators in the order in which `compiled` runs them. In a plan for
/// this order, tensors live as long as in the compiled file. `compiled` must have been compiled
/// from `plain` for the kind of processor that `target` has. The rules of the order are:
/// - An ethos-u operator of `compiled` runs all NPU operators whose inputs exist at this time, in
///   the order of its command stream.
/// - Between the ethos-u operators, the host CPU runs its operators, in the order of `compiled`.
///
/// Throws UserError(input_file) if `compiled` is a file of another network.
Network ordered_as_compiled(const Network& plain, const Network& compiled, const Target& target);

/// Returns the file of `compiled` with the blocks of kernel i divided by `divisions[i]`.
/// - The kernels of all command streams are numbered one after the other.
/// - Operations that pass feature maps to each other inside the processor are one kernel and have
///   the same blocks.
/// - Blocks stay multiples of the microblock (part of a block that the array computes at a time)
///   and keep their depth, so the order of the weights and the layout of the internal buffer do not
///   change.
/// - Kernels that resize, and kernels that leave their results in accumulators, keep their blocks.
///
/// Throws UserError(input_file) if a command stream is not valid, or if `compiled` was read neither
/// from a .tflite file nor from an ExecuTorch program.
std::vector<std::uint8_t> with_smaller_blocks(const Network& compiled,
                                              const std::vector<BlockDivision>& divisions);

}  // namespace spillway::ethosu
