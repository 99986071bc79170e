// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "traces/network.h"

namespace spillway {

/// Which tensors of a lowered network the rows of a plan mean. Plans of other tools name the
/// tensors of the network as it was before lowering: the output of a reshape that lowering removed
/// is its input under another name, that of a fused activation function stands for its input.
class RowTensors {
 public:
  RowTensors(const Network& plain, const Network& lowered);

  /// What a row of that name means.
  struct Meaning {
    TensorIndex tensor = no_tensor;  // of the lowered network; none = it does without
    bool alias = false;              // the lowered network calls it otherwise
  };

  /// A further place of a tensor is called NAME#2, ... Throws UserError(input_file) with a
  /// suggestion for a name that neither network has.
  Meaning meaning_of(const std::string& row, const SourceLocation& where) const;

  /// Bytes of that name as the framework counts them, before lowering; none for tensors that
  /// lowering added.
  std::optional<Bytes> framework_bytes(const std::string& row) const;

 private:
  const Network& plain_;
  std::map<std::string, TensorIndex> in_plain_;
  std::map<std::string, TensorIndex> in_lowered_;
  std::vector<bool> used_;                                      // per tensor of the lowered network
  std::map<std::string, std::vector<std::string>> same_bytes_;  // over operators that may vanish
};

}  // namespace spillway
