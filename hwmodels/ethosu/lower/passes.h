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

/// The release `chosen`, or by default 3.10 for U55 and U65 and 5.0 for U85. Throws
/// UserError(usage) for 3.10 on U85, because no release before 4.0 compiles for U85.
CompilerRules compiler_rules(const Config& config, std::optional<CompilerRules> chosen);

/// Why the NPU does not run an operator: "float32 data", "kernel larger than 64x64"; empty when it
/// does. The limits are those of Arm's public compiler.
std::string host_reason(const Network& network, const Operator& op,
                        CompilerRules rules = CompilerRules::vela_3_10);

/// Who writes and reads each tensor; indices into Network::operators.
struct TensorUses {
  std::vector<std::int32_t> producer;  // -1 = none: inputs, constants, variables
  std::vector<std::vector<std::int32_t>> consumers;
  std::vector<std::int32_t> writers;  // how many operators write it, each a part
  std::vector<bool> network_output;

  bool only_consumer(TensorIndex tensor, std::int32_t op) const;
};

TensorUses tensor_uses(const Network& network);

/// Groups of a convolution whose weights see a part of the input channels; 1 = they see all.
std::int32_t convolution_groups(const Network& network, const Operator& op);

/// A convolution of several groups becomes a split, one convolution per group and a concatenation,
/// as Arm's public compiler decomposes it.
void split_groups(Network& network);

/// How many neighbouring columns become channels of one, and the stride that is left.
struct StrideFold {
  std::int32_t factor = 1;
  std::int32_t stride = 1;
};

/// For a convolution of that stride over a map of that width.
StrideFold stride_fold(std::int32_t width, std::int32_t stride);

/// Horizontal strides of the first convolution, and those above three of any, become channels.
void fold_strides(Network& network);

/// Pooling whose window is the whole map takes no step.
void fix_pool_strides(Network& network);

/// Shapes are constants when a network is compiled. Their operators go with simplify_operators().
void know_shapes(Network& network);

/// Constants are quantized when a network is compiled. Their operators go likewise.
void know_constants(Network& network);

/// Operators become simpler ones that do the same; removed ones are dropped.
void simplify_operators(Network& network);

/// PAD operators before convolutions become their padding.
void fuse_padding(Network& network);

/// Operators that are a clamp or a table of values get it as their activation.
void mark_functions(Network& network);

/// Clamps, and where `tables` is set tables, become the activation of the operator before.
void fuse_activations(Network& network, bool tables);

/// Reshapes vanish into the shapes in which their neighbours see the data.
void remove_reshapes(Network& network);

/// Concatenations become a copy of each operand; splits and slices become reads of a part of a
/// tensor, or copies where a reader cannot do that.
void remove_splits(Network& network);
void remove_concatenations(Network& network);

/// Gives elementwise operators on maps of few channels a shape with fewer rows and columns and more
/// channels, as Vela 5.0 does.
void fold_elementwise(Network& network);

/// Bricks of 16 channels for feature maps that only NPU operators touch, in their own shape.
void choose_layouts(Network& network, NarrowMaps narrow_maps);

/// Whether bricks of 16 channels take a quarter more bytes than `depth` channels need, or more.
bool fills_bricks_badly(std::int32_t depth);

/// An operator of its own for every operation of an operator with large maps between its operations
/// (Operator::whole), or of any size with `all`. These maps become tensors that planners place like
/// any other.
void split_into_parts(Network& network, NarrowMaps narrow_maps, bool all);

/// A scratch tensor for every operator that runs as several operations with maps between them.
void add_scratch(Network& network);

/// Marks the results that may take the bytes of an operand (Operator::overwrites): results of
/// elementwise operations whose operand has the shape and the format of the result.
void mark_in_place(Network& network);

/// Drops operators that passes marked by clearing their outputs.
void drop_removed(Network& network);

}  // namespace spillway::ethosu
