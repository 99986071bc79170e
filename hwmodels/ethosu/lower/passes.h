// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/options.h"
#include "traces/network.h"

/// The passes of ethosu::lower(), and functions that they share. lower.cpp has the order of the
/// passes.

namespace spillway::ethosu {

/// Whether `type` is one of `types`.
bool is_one_of(OpType type, std::initializer_list<OpType> types);

/// Returns the release of the compiler whose rules apply: `chosen`, or by default 3.10 for U55 and
/// U65, and 5.0 for U85. Throws UserError(usage) for 3.10 on U85, because no release before 4.0
/// compiles for U85.
CompilerRules compiler_rules(const Config& config, std::optional<CompilerRules> chosen);

/// Returns the reason why the NPU does not run an operator, such as "float32 data" or "kernel
/// higher than 64"; empty if the NPU runs the operator. The limits are those of Arm's public
/// compiler.
std::string host_reason(const Network& network, const Operator& op,
                        CompilerRules rules = CompilerRules::vela_3_10);

/// Which operators write and read each tensor. Operators are indices into Network::operators.
struct TensorUses {
  std::vector<std::int32_t> producer;  // last writer; -1 = no writer (inputs, constants, variables)
  std::vector<std::vector<std::int32_t>> consumers;
  std::vector<std::int32_t> writers;  // number of operators that write the tensor or a part of it
  std::vector<bool> network_output;

  bool only_consumer(TensorIndex tensor, std::int32_t op) const;
};

TensorUses tensor_uses(const Network& network);

/// Returns the number of groups of a convolution. The number is more than 1 if the weights have
/// fewer input channels than the input.
std::int32_t convolution_groups(const Network& network, const Operator& op);

/// Replaces a convolution of several groups by a split, one convolution per group and a
/// concatenation, as Arm's public compiler does.
void split_groups(Network& network);

/// How a map is folded for a convolution: `factor` neighbouring columns become the channels of one
/// column, and the folded convolution has the horizontal stride `stride`.
struct StrideFold {
  std::int32_t factor = 1;
  std::int32_t stride = 1;
};

/// Returns the fold for a convolution with horizontal stride `stride` over a map with `width`
/// columns.
StrideFold stride_fold(std::int32_t width, std::int32_t stride);

/// Folds neighbouring columns of a map into the channels of one column, so that the horizontal
/// stride of the operator that reads the map becomes smaller. Folds the inputs of these
/// convolutions and average poolings:
/// * the first operator of the network, if the folded map has at most eight channels;
/// * operators with a horizontal stride of more than three.
///
/// Also sets strides to 1 along axes on which the output has a single element: the strides of the
/// first operator, if it is a convolution, and of the operators with a horizontal stride of more
/// than three.
void fold_strides(Network& network);

/// Sets the stride of a pooling operator to 1 if both window and stride have the size of the map:
/// the stride then has no effect.
void fix_pool_strides(Network& network);

/// Turns the results of SHAPE operators into constants, because shapes are known at compile time.
/// Marks the operators as removed; simplify_operators() drops them.
void know_shapes(Network& network);

/// Turns the result of a QUANTIZE into a constant if the operand is a float32 constant, or an int8
/// or int16 constant of the same type as the result. The compiler computes such results, too. Marks
/// the operator as removed; simplify_operators() drops the operator.
void know_constants(Network& network);

/// Replaces operators by simpler operators with the same result, and drops the operators that are
/// marked as removed.
void simplify_operators(Network& network);

/// Removes PAD operators before convolutions and average poolings: the padding becomes padding of
/// these operators' windows.
void fuse_padding(Network& network);

/// Sets Operator::activation of all operators that only clamp values (such as RELU), and
/// Operator::table_activation of those that are lookup tables on the NPU (such as 8-bit LOGISTIC).
void mark_functions(Network& network);

/// Fuses operators that clamp values into the operators before them. With `tables`, also fuses
/// operators that are lookup tables.
void fuse_activations(Network& network, bool tables);

/// Removes reshapes where this is possible: the operators before or after a reshape access the data
/// in the new shape instead.
void remove_reshapes(Network& network);

/// Removes splits and slices: their readers read a part of the larger tensor. If a reader cannot
/// read a part of a tensor, the part is copied.
void remove_splits(Network& network);

/// Replaces a concatenation by one copy per operand, into the operand's place in the result.
void remove_concatenations(Network& network);

/// Changes the position of the copies that replace concatenations (see remove_concatenations()). A
/// copy moves directly after the operator that writes its operand, if Vela schedules the copy
/// there:
/// * Vela visits the operators depth first, backwards from the network's outputs. Vela visits an
///   operator after all readers of the operator's results.
/// * Vela schedules the operators in the reverse order of this visit.
/// * A copy does not move across an operator of the host.
///
/// Source: the order of operations in compiled files of yolo-fastest for 11 accelerators.
void order_copies(Network& network);

/// Gives elementwise operators on maps of few channels a view of the maps with fewer rows and
/// columns and more channels, as Vela 5.0 does.
void fold_elementwise(Network& network);

/// Joins an operator and the elementwise operators after it to a chain (Operator::chain): each of
/// these operators takes the preceding result inside the processor. Vela 5.0 does so for U85.
void chain_operators(Network& network);

/// Stores a feature map in bricks of 16 channels (NHCWB16) if only NPU operators access the map, no
/// operator of the host runs between them, and all of them see the map's own shape or a part that
/// begins at a brick. Exceptions are maps of few channels, if `narrow_maps` says so, and results
/// that could overwrite an operand that is stored as rows of pixels.
void choose_layouts(Network& network, NarrowMaps narrow_maps);

/// Whether a map of `depth` channels takes at least 25 % more bytes in bricks of 16 channels than
/// as rows of pixels (NHWC).
bool fills_bricks_badly(std::int32_t depth);

/// Splits an operator that runs as several NPU operations: each operation becomes an operator,
/// whose Operator::whole refers to the original operator. The maps between the operations become
/// tensors, which planners place like all other tensors; `narrow_maps` chooses their format. If the
/// maps take less than 16 KiB together, the operator is not split, unless `all` is true. An
/// operator of more than 128 operations or with DMA copies is never split.
void split_into_parts(Network& network, NarrowMaps narrow_maps, bool all);

/// Adds a scratch tensor to every operator that runs as several operations with maps between them.
void add_scratch(Network& network);

/// Sets Operator::overwrites where a result can be written over an operand (in-place). This is
/// possible for an elementwise operation if an operand has the same shape and format as the result
/// and is not read later.
void mark_in_place(Network& network);

/// Drops the operators without outputs. Passes mark an operator as removed by clearing its outputs.
void drop_removed(Network& network);

/// Whether Vela 3.10 lists the operator's type among those that the NPU can run.
bool has_npu_operation(const Operator& op);

/// Checks the limits that apply only to operators of the type of `op`. Returns the reason why the
/// NPU does not run `op`; empty if `op` is within the limits. The operands of `op` must have passed
/// the checks that are common to all types.
std::string kind_reason(const Network& network, const Operator& op, CompilerRules rules);

/// Checks the limits for operators that join operands along an axis (such as CONCATENATION) or
/// split an operand (such as SPLIT). Returns the reason why the NPU does not run `op`; empty if
/// `op` is within the limits.
std::string parts_reason(const Network& network, const Operator& op);

}  // namespace spillway::ethosu
