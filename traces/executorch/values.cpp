// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/values.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "base/index.h"
#include "base/terminal_text.h"
#include "traces/flatbuffer_size.h"
#include "traces/shape.h"

namespace spillway {
namespace {

constexpr std::int64_t largest_offset = std::int64_t{1} << 40;

/// Returns the element type for a value of ExecuTorch's enumeration ScalarType; nullopt for a type
/// that DataType lacks.
std::optional<DataType> type_of(std::int8_t scalar_type) {
  static const std::map<std::int8_t, DataType> types = {
      {0, DataType::uint8},    {1, DataType::int8},      {2, DataType::int16},
      {3, DataType::int32},    {4, DataType::int64},     {5, DataType::float16},
      {6, DataType::float32},  {7, DataType::float64},   {9, DataType::complex64},
      {11, DataType::boolean}, {12, DataType::int8},     {13, DataType::uint8},
      {14, DataType::int32},   {15, DataType::bfloat16}, {27, DataType::uint16},
      {28, DataType::uint32},  {29, DataType::uint64}};
  const auto found = types.find(scalar_type);
  if (found == types.end()) return std::nullopt;
  return found->second;
}

std::string qualified_name(const executorch::Tensor& tensor) {
  const executorch::ExtraTensorInfo* const extra = tensor.extra_tensor_info();
  if (extra == nullptr || extra->fully_qualified_name() == nullptr) return "";
  return name_text(extra->fully_qualified_name()->string_view());
}

bool is_external(const executorch::Tensor& tensor) {
  const executorch::ExtraTensorInfo* const extra = tensor.extra_tensor_info();
  return extra != nullptr && extra->location() == executorch::TensorDataLocation::EXTERNAL;
}

bool is_constant_value(const executorch::Tensor& tensor) {
  return tensor.allocation_info() == nullptr &&
         (tensor.data_buffer_idx() > 0 || is_external(tensor));
}

}  // namespace

ExecutorchValues::ExecutorchValues(const ExecutorchFile& file,
                                   const executorch::ExecutionPlan& method, Network& network)
    : file_(file),
      method_(method),
      network_(network),
      current_(size_or_zero(method.values()), no_tensor) {}

const executorch::EValue& ExecutorchValues::value_at(std::int64_t value) const {
  if (value < 0 || static_cast<std::size_t>(value) >= current_.size()) {
    file_.reject(fmt::format("refers to value {}, but there are {}", value, current_.size()));
  }
  return *method_.values()->Get(static_cast<flatbuffers::uoffset_t>(value));
}

const executorch::Tensor& ExecutorchValues::tensor_at(std::int32_t value) const {
  const executorch::Tensor* const tensor = value_at(value).val_as_Tensor();
  if (tensor == nullptr) file_.reject(fmt::format("value {} is no tensor", value));
  return *tensor;
}

std::vector<std::int32_t> ExecutorchValues::tensors_of(std::int64_t value) const {
  const executorch::EValue& entry = value_at(value);
  if (entry.val_as_Tensor() != nullptr) return {static_cast<std::int32_t>(value)};
  const executorch::TensorList* list = entry.val_as_TensorList();
  if (list == nullptr) list = entry.val_as_OptionalTensorList();
  std::vector<std::int32_t> tensors;
  for (std::uint32_t i = 0; list != nullptr && i < size_or_zero(list->items()); ++i) {
    const std::int32_t item = list->items()->Get(i);  // -1 = the optional element is absent
    if (item >= 0 && value_at(item).val_as_Tensor() != nullptr) tensors.push_back(item);
  }
  return tensors;
}

PlannedPlace ExecutorchValues::place_of(std::int32_t value) const {
  const executorch::AllocationDetails* const place = tensor_at(value).allocation_info();
  if (place == nullptr) return {};
  const auto offset =
      static_cast<std::uint64_t>(place->memory_offset_high()) << 32U | place->memory_offset_low();
  if (place->memory_id() < 1 || offset > static_cast<std::uint64_t>(largest_offset)) {
    file_.reject(fmt::format("value {} is at byte {} of memory {}, which is out of range", value,
                             offset, place->memory_id()));
  }
  return {place->memory_id(), static_cast<Bytes>(offset)};
}

// Whether a tensor that is not a constant keeps state between runs: the program stores its initial
// state as contents, and also plans an address for the tensor. (A constant has contents, too, but
// no planned address.)
bool ExecutorchValues::keeps_state(std::int32_t value) const {
  return tensor_at(value).data_buffer_idx() > 0;
}

Tensor ExecutorchValues::described(std::int32_t value, const std::string& maker) const {
  const executorch::Tensor& from = tensor_at(value);
  Tensor tensor;
  tensor.name = qualified_name(from);
  if (tensor.name.empty()) tensor.name = fmt::format("{} {}", value, maker);
  const std::optional<DataType> type = type_of(from.scalar_type());
  if (!type) {
    file_.reject(fmt::format("value {} has the unknown scalar type {}", value, from.scalar_type()));
  }
  tensor.type = *type;
  for (std::uint32_t i = 0; i < size_or_zero(from.sizes()); ++i) {
    const std::int32_t extent = from.sizes()->Get(i);
    if (extent < 0) file_.reject(fmt::format("value {} has a negative extent {}", value, extent));
    tensor.shape.push_back(extent);
  }
  if (!checked_elements(tensor.shape)) {
    file_.reject(fmt::format("value {} has more than 2^40 elements", value));
  }
  tensor.bytes = storage_bytes(tensor.type, element_count(tensor));
  return tensor;
}

TensorIndex ExecutorchValues::add(Tensor tensor, PlannedPlace place) {
  network_.tensors.push_back(std::move(tensor));
  places_.push_back(place);
  return static_cast<TensorIndex>(network_.tensors.size()) - 1;
}

TensorIndex ExecutorchValues::constant(std::int32_t value) {
  Tensor tensor = described(value, "constant");
  tensor.kind = TensorKind::constant;
  const executorch::Tensor& from = tensor_at(value);
  if (!is_external(from) && tensor.bytes > 0) {
    tensor.data = file_.constant(from.data_buffer_idx(), static_cast<std::uint64_t>(tensor.bytes),
                                 fmt::format("value {}", value));
  }
  return add(std::move(tensor));
}

TensorIndex ExecutorchValues::read(std::int32_t value) {
  const bool is_constant = is_constant_value(tensor_at(value));
  TensorIndex& current = at(current_, value);
  if (current != no_tensor) return current;
  if (is_constant) return current = constant(value);
  const PlannedPlace place = place_of(value);
  Tensor tensor = described(value, "state");
  const auto found = contents_.find({place.memory, place.offset});
  if (place.memory > 0 && !keeps_state(value) && found != contents_.end() &&
      at(network_.tensors, found->second).bytes == tensor.bytes) {
    return found->second;
  }
  tensor.kind = place.memory > 0 ? TensorKind::variable : TensorKind::activation;
  return current = add(std::move(tensor), place);
}

TensorIndex ExecutorchValues::write(std::int32_t value, const std::string& maker) {
  const PlannedPlace place = place_of(value);
  TensorIndex& current = at(current_, value);
  const bool kept =
      current != no_tensor && at(network_.tensors, current).kind == TensorKind::variable;
  if (!kept) {
    Tensor tensor = described(value, maker);
    if (keeps_state(value)) tensor.kind = TensorKind::variable;
    current = add(std::move(tensor), place);
  }
  if (place.memory > 0) contents_[{place.memory, place.offset}] = current;
  return current;
}

void ExecutorchValues::make_view(std::int32_t value, std::int32_t other) {
  // tensor_at() throws if `value` is no tensor; its result is not needed.
  tensor_at(value);
  at(current_, value) = read(other);
}

}  // namespace spillway
