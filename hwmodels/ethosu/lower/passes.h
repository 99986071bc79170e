// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/options.h"
#include "traces/network.h"

/// The passes of ethosu::lower(), in the order in which they run.
namespace spillway::ethosu {

/// The compiler's release `chosen`; by default 3.10 for U55 and U65, and 5.0 for U85. Throws
/// UserError(usage) for 3.10 on U85, because no release before 4.0 compiles for U85.
CompilerRules compiler_rules(const Config& config, std::optional<CompilerRules> chosen);

/// The reason why the NPU does not run an operator, such as "float32 data" or "kernel larger than
/// 64x64"; empty if the NPU runs it. The limits are those of Arm's public compiler.
std::string host_reason(const Network& network, const Operator& op,
                        CompilerRules rules = CompilerRules::vela_3_10);

/// The operators that write and read each tensor, as indices into Network::operators.
struct TensorUses {
  std::vector<std::int32_t> producer;  // -1 = none: inputs, constants, variables
  std::vector<std::vector<std::int32_t>> consumers;
  std::vector<std::int32_t> writers;  // number of operators that write a part of the tensor
  std::vector<bool> network_output;

  bool only_consumer(TensorIndex tensor, std::int32_t op) const;
};

TensorUses tensor_uses(const Network& network);

/// The number of groups of a convolution: more than 1 if its weights cover only a part of the input
/// channels.
std::int32_t convolution_groups(const Network& network, const Operator& op);

/// Replaces a convolution of several groups by a split, one convolution per group and a
/// concatenation, as Arm's public compiler does.
void split_groups(Network& network);

/// How many neighbouring columns are folded into the channels of one column, and the stride that
/// remains.
struct StrideFold {
  std::int32_t factor = 1;
  std::int32_t stride = 1;
};

/// The fold for a convolution with stride `stride` over a map with `width` columns.
StrideFold stride_fold(std::int32_t width, std::int32_t stride);

/// Folds columns into channels. This removes the horizontal stride of the first convolution and
/// every horizontal stride of more than three.
void fold_strides(Network& network);

/// Sets the stride of a pooling operator to 1 if its window covers the whole map, because the
/// stride then has no effect.
void fix_pool_strides(Network& network);

/// Replaces the results of SHAPE operators by constants, because shapes are known at compile time.
/// Marks the operators as removed; simplify_operators() drops them.
void know_shapes(Network& network);

/// Replaces the results of QUANTIZE operators on constants by constants, because the compiler
/// computes them. Marks the operators as removed; simplify_operators() drops them.
void know_constants(Network& network);

/// Replaces operators by simpler operators with the same result, and drops the operators that are
/// marked as removed.
void simplify_operators(Network& network);

/// Removes PAD operators before convolutions and averages: their padding becomes padding of the
/// window.
void fuse_padding(Network& network);

/// Finds operators that clamp values or look them up in a table, and sets the clamp or the table as
/// their activation.
void mark_functions(Network& network);

/// Fuses clamps into the operators before them. With `tables`, also fuses lookup tables.
void fuse_activations(Network& network, bool tables);

/// Removes reshapes by making the neighbouring operators see the data in the new shape.
void remove_reshapes(Network& network);

/// Turns splits and slices into reads of a part of a tensor. If a reader cannot read a part, the
/// part is copied instead.
void remove_splits(Network& network);

/// Turns a concatenation into one copy per operand.
void remove_concatenations(Network& network);

/// Moves copies of remove_concatenations() directly behind the operator that writes their operand,
/// where Vela schedules them there. Vela visits the operators from the network's outputs backwards,
/// depth first, each operator after all readers of its results, and schedules them in the reverse
/// order of this visit. A copy stays in its place if an operator of the host stands before it and
/// behind the writer. Source: the order of operations in compiled files of yolo-fastest for 11
/// accelerators.
void order_copies(Network& network);

/// Gives elementwise operators on maps with few channels a shape with fewer rows and columns and
/// more channels, as Vela 5.0 does.
void fold_elementwise(Network& network);

/// Joins operators with the elementwise operators behind them that take their results inside the
/// processor (Operator::chain), as Vela 5.0 does for U85.
void chain_operators(Network& network);

/// Stores feature maps in bricks of 16 channels if only NPU operators read and write them and all
/// these operators see the map's own shape.
void choose_layouts(Network& network, NarrowMaps narrow_maps);

/// Whether bricks of 16 channels take at least a quarter more bytes than `depth` channels need.
bool fills_bricks_badly(std::int32_t depth);

/// Splits operators that run as several NPU operations: each NPU operation becomes an operator of
/// its own, whose Operator::whole refers to the original operator. The maps between the operations
/// become tensors, which planners place like all other tensors. Operators whose maps need less than
/// 16 KiB together are not split, unless `all`. `narrow_maps` gives the format of the new tensors.
void split_into_parts(Network& network, NarrowMaps narrow_maps, bool all);

/// Adds a scratch tensor to every operator that runs as several operations with maps between them.
void add_scratch(Network& network);

/// Marks results that can take the bytes of an operand (Operator::overwrites): results of
/// elementwise operations that have an operand of the same shape and format.
void mark_in_place(Network& network);

/// Drops the operators without outputs. Passes mark an operator as removed by clearing its outputs.
void drop_removed(Network& network);

}  // namespace spillway::ethosu
