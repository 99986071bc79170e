// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/runtime.h"

#include <string_view>

#include "base/text.h"
#include "traces/flatbuffer_size.h"

namespace spillway {
namespace {

constexpr Bytes pointer = 4;
constexpr Bytes value_record = 16;
constexpr Bytes tensor_record = 32;
constexpr Bytes list_record = 12;
constexpr Bytes integer = 8;
// Size of the runtime's Span, which holds address and length of the argument list of an
// instruction.
constexpr Bytes span = 8;
constexpr Bytes chain_record = 16;
constexpr Bytes input_flag = 1;
// Bytes of the runtime's BackendDelegate and of the Ethos-U backend's ExecutionHandle.
constexpr Bytes delegate_record = 28 + 32;
constexpr Bytes compile_spec = 12;

Bytes list_bytes(std::uint32_t items, Bytes unboxed) {
  return list_record + Bytes{items} * (pointer + unboxed);
}

Bytes value_bytes(const executorch::EValue& value) {
  if (const auto* const tensor = value.val_as_Tensor()) {
    return value_record + tensor_record + Bytes{size_or_zero(tensor->sizes())} * pointer;
  }
  if (const auto* const list = value.val_as_IntList()) {
    return value_record + list_bytes(size_or_zero(list->items()), integer);
  }
  const executorch::TensorList* tensors = value.val_as_TensorList();
  if (tensors == nullptr) tensors = value.val_as_OptionalTensorList();
  if (tensors == nullptr) return value_record;
  return value_record + list_bytes(size_or_zero(tensors->items()), pointer);
}

Bytes instruction_bytes(const executorch::Instruction& instruction) {
  const executorch::Call* call = instruction.instr_args_as_KernelCall();
  if (call == nullptr) call = instruction.instr_args_as_DelegateCall();
  const Bytes arguments = call == nullptr ? 0 : Bytes{size_or_zero(call->args())} * pointer;
  // `span` and `arguments` are the argument list; `pointer` is the address of the kernel.
  return span + pointer + arguments;
}

}  // namespace

Bytes method_bytes(const executorch::ExecutionPlan& method) {
  Bytes bytes = Bytes{size_or_zero(method.inputs())} * input_flag;
  for (std::uint32_t i = 0; i < size_or_zero(method.values()); ++i) {
    bytes += value_bytes(*method.values()->Get(i));
  }
  for (std::uint32_t i = 0; i < size_or_zero(method.chains()); ++i) {
    const auto* const instructions = method.chains()->Get(i)->instructions();
    bytes += chain_record;
    for (std::uint32_t k = 0; k < size_or_zero(instructions); ++k) {
      bytes += instruction_bytes(*instructions->Get(k));
    }
  }
  for (std::uint32_t i = 0; i < size_or_zero(method.delegates()); ++i) {
    const executorch::BackendDelegate& delegate = *method.delegates()->Get(i);
    bytes += delegate_record + Bytes{size_or_zero(delegate.compile_specs())} * compile_spec;
  }
  return bytes;
}

std::optional<Bytes> method_bytes_of(const Network& network) {
  for (const NamedBytes& entry : network.metadata) {
    if (entry.name != method_bytes_name) continue;
    const std::optional<std::int64_t> bytes = parse_integer(
        std::string_view(reinterpret_cast<const char*>(entry.data.data), entry.data.size));
    if (bytes && *bytes >= 0) return bytes;
  }
  return std::nullopt;
}

}  // namespace spillway
