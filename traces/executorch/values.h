// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "traces/executorch/file.h"
#include "traces/network.h"

namespace spillway {

/// The address that a program's memory plan gives to a tensor.
struct PlannedPlace {
  // The number of one of the program's memories, from 1; 0 = the tensor has no planned address.
  std::uint32_t memory = 0;
  // Offset in the memory, in bytes.
  Bytes offset = 0;
};

/// Converts the values of a method into tensors of a network. In ExecuTorch, a value may be written
/// several times, and several values may be views of the same bytes. In the network, every write
/// makes a new tensor. A value that no instruction writes is read as the tensor that was last
/// written to the planned address of the value, if this tensor has the size of the value. If there
/// is no such tensor, a value with a planned address holds state. Exception: constants.
class ExecutorchValues {
 public:
  /// The tensors are appended to `network`.
  ExecutorchValues(const ExecutorchFile& file, const executorch::ExecutionPlan& method,
                   Network& network);

  /// Returns the values that are tensors: `value` itself if it is a tensor, its elements if it is a
  /// list of tensors. Empty for numbers and texts.
  std::vector<std::int32_t> tensors_of(std::int64_t value) const;

  /// Return the tensor that an operator reads as `value`, or the new tensor that an operator writes
  /// as `value`. `value` must be a tensor. `maker` is the name of the writing operator.
  TensorIndex read(std::int32_t value);
  TensorIndex write(std::int32_t value, const std::string& maker);

  /// Makes `value` refer to the tensor to which `other` refers.
  void make_view(std::int32_t value, std::int32_t other);

  /// Adds a tensor that belongs to no value of the method to the network, and returns its index.
  TensorIndex add(Tensor tensor, PlannedPlace place = {});

  /// Returns the planned address of each tensor of the network.
  const std::vector<PlannedPlace>& places() const { return places_; }

 private:
  using PlaceKey = std::pair<std::uint32_t, Bytes>;

  const executorch::EValue& value_at(std::int64_t value) const;
  const executorch::Tensor& tensor_at(std::int32_t value) const;
  Tensor described(std::int32_t value, const std::string& maker) const;
  TensorIndex constant(std::int32_t value);
  PlannedPlace place_of(std::int32_t value) const;
  bool keeps_state(std::int32_t value) const;

  const ExecutorchFile& file_;
  const executorch::ExecutionPlan& method_;
  Network& network_;
  // For each value: the last tensor that was written to the value.
  std::vector<TensorIndex> current_;
  // For each planned address: the last tensor that was written there.
  std::map<PlaceKey, TensorIndex> contents_;
  std::vector<PlannedPlace> places_;
};

}  // namespace spillway
