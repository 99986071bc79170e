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
  std::uint32_t memory = 0;  // of the program, from 1; 0 = no place is planned
  Bytes offset = 0;          // in the memory
};

/// The values of a method as tensors of a network. A value may be written several times, and
/// several values may be views of the same bytes. Every write makes a new tensor. A read of a value
/// that no instruction writes reads the last tensor that was written to the same place. Values that
/// are never written hold state.
class ExecutorchValues {
 public:
  /// Appends tensors to `network`.
  ExecutorchValues(const ExecutorchFile& file, const executorch::ExecutionPlan& method,
                   Network& network);

  /// The tensors that a value stands for: itself, or those in a list; empty for numbers and texts.
  std::vector<std::int32_t> tensors_of(std::int64_t value) const;

  /// The tensor to read or write for a value that is a tensor. `maker` is the name of the operator
  /// that writes it.
  TensorIndex read(std::int32_t value);
  TensorIndex write(std::int32_t value, const std::string& maker);

  /// Makes `value` stand for the same tensor as `other`.
  void make_view(std::int32_t value, std::int32_t other);

  /// Adds a tensor that is no value of the method.
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
  std::vector<TensorIndex> current_;          // by value: the tensor written last
  std::map<PlaceKey, TensorIndex> contents_;  // by place: the tensor written last
  std::vector<PlannedPlace> places_;
};

}  // namespace spillway
