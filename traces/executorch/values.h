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

/// The place that a program plans for a tensor.
struct PlannedPlace {
  // The number of a memory of the program, from 1; 0 = no place is planned.
  std::uint32_t memory = 0;
  // Offset in the memory.
  Bytes offset = 0;
};

/// Turns the values of a method into tensors of a network. A value may be written several times,
/// and several values may be views of the same bytes. Every write makes a new tensor. If no
/// instruction writes a value, a read of it reads the tensor that was last written to the same
/// place. If that place was never written, the value holds state.
class ExecutorchValues {
 public:
  /// Appends tensors to `network`.
  ExecutorchValues(const ExecutorchFile& file, const executorch::ExecutionPlan& method,
                   Network& network);

  /// The tensors that a value stands for: the value itself if it is a tensor, the elements if it is
  /// a list of tensors. Empty for numbers and texts.
  std::vector<std::int32_t> tensors_of(std::int64_t value) const;

  /// The tensor that an operator reads or writes as `value`. `value` must be a tensor. `maker` is
  /// the name of the operator that writes.
  TensorIndex read(std::int32_t value);
  TensorIndex write(std::int32_t value, const std::string& maker);

  /// Makes `value` stand for the same tensor as `other`.
  void make_view(std::int32_t value, std::int32_t other);

  /// Adds to the network a tensor that is no value of the method.
  TensorIndex add(Tensor tensor, PlannedPlace place = {});

  /// The planned place of each tensor of the network.
  const std::vector<PlannedPlace>& places() const { return places_; }

 private:
  using PlaceKey = std::pair<std::uint32_t, Bytes>;

  const executorch::EValue& value_at(std::int64_t value) const;
  const executorch::Tensor& tensor_at(std::int32_t value) const;
  Tensor described(std::int32_t value, const std::string& maker) const;
  TensorIndex constant(std::int32_t value);
  PlannedPlace place_of(std::int32_t value) const;
  bool is_kept(std::int32_t value) const;

  const ExecutorchFile& file_;
  const executorch::ExecutionPlan& method_;
  Network& network_;
  // For each value: the tensor that was written last.
  std::vector<TensorIndex> current_;
  // For each place: the tensor that was written there last.
  std::map<PlaceKey, TensorIndex> contents_;
  std::vector<PlannedPlace> places_;
};

}  // namespace spillway
