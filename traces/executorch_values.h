// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "traces/executorch_file.h"
#include "traces/network.h"

namespace spillway {

/// Where a program plans a tensor.
struct PlannedPlace {
  std::uint32_t memory = 0;  // of the program, from 1; 0 = the program plans no place
  Bytes offset = 0;          // within it
};

/// The values of a method as tensors of a network. A value may be written several times, and
/// several values may be views of the same bytes: every write makes a tensor of its own, and who
/// reads a value that no instruction writes reads what was last written to its place. Values that
/// are never written keep state.
class ExecutorchValues {
 public:
  /// Appends to the tensors of `network`.
  ExecutorchValues(const ExecutorchFile& file, const executorch::ExecutionPlan& method,
                   Network& network);

  /// The tensors that a value stands for: itself, or those in a list; none for numbers and texts.
  std::vector<std::int32_t> tensors_of(std::int64_t value) const;

  /// The tensor to read, or to write in an operator that is called `maker`, for a value that is a
  /// tensor.
  TensorIndex read(std::int32_t value);
  TensorIndex write(std::int32_t value, const std::string& maker);

  /// Has `value` stand for what `other` stands for.
  void make_view(std::int32_t value, std::int32_t other);

  /// Adds a tensor that is no value of the method.
  TensorIndex add(Tensor tensor, PlannedPlace place = {});

  /// Per tensor of the network.
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
  std::vector<TensorIndex> current_;          // by value, what was written last
  std::map<PlaceKey, TensorIndex> contents_;  // by place, the same
  std::vector<PlannedPlace> places_;
};

}  // namespace spillway
