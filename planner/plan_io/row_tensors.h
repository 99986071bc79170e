// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "traces/network.h"

namespace spillway {

/// Finds the tensors of a lowered network for the rows of a plan. Plans of other tools name the
/// tensors of the network before lowering. If lowering removed a reshape, the name of the reshape's
/// output means its input. If lowering fused an activation function, the name of the function's
/// input means the function's output.
class RowTensors {
 public:
  RowTensors(const Network& plain, const Network& lowered);

  /// The tensor that the name of a row means.
  struct Meaning {
    /// Index in the lowered network; no_tensor if the lowered network does not have the tensor.
    TensorIndex tensor = no_tensor;
    bool alias = false;  // the lowered network has another name for the tensor
  };

  /// Returns the tensor that `row` names; the further residencies of a tensor are named NAME#2,
  /// NAME#3, ... Throws UserError(input_file) with a suggestion for a name that neither network
  /// has.
  Meaning meaning_of(const std::string& row, const SourceLocation& where) const;

  /// Returns the bytes of the tensor of that name as the framework counts them, before lowering;
  /// nothing for tensors that lowering added.
  std::optional<Bytes> framework_bytes(const std::string& row) const;

 private:
  const Network& plain_;
  std::map<std::string, TensorIndex> in_plain_;
  std::map<std::string, TensorIndex> in_lowered_;
  /// Per tensor of the lowered network, whether it is an input or output of an operator or of the
  /// network.
  std::vector<bool> used_;
  /// The key is the name of a tensor of the network before lowering. The value lists the inputs and
  /// outputs that only one operator separates from this tensor. If lowering removes this operator,
  /// its input and its output are stored in the same bytes.
  std::map<std::string, std::vector<std::string>> same_bytes_;
};

}  // namespace spillway
