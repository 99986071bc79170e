// SPDX-License-Identifier: Apache-2.0
#include "traces/executorch/kernels.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace spillway {
namespace {

constexpr std::int64_t most_macs = std::int64_t{1} << 56;

/// Returns the name of a kernel without namespace and variant: "permute" for
/// "aten::permute_copy.out".
std::string_view bare_name(std::string_view name) {
  const std::size_t scope = name.find("::");
  if (scope != std::string_view::npos) name.remove_prefix(scope + 2);
  name = name.substr(0, name.find('.'));
  constexpr std::string_view copying = "_copy";
  const bool copies =
      name.size() > copying.size() && name.substr(name.size() - copying.size()) == copying;
  return copies ? name.substr(0, name.size() - copying.size()) : name;
}

const std::map<std::string_view, OpType>& types() {
  static const std::map<std::string_view, OpType> all = {
      {"quantize_per_tensor", OpType::quantize},
      {"dequantize_per_tensor", OpType::dequantize},
      {"add", OpType::add},
      {"sub", OpType::sub},
      {"mul", OpType::mul},
      {"minimum", OpType::minimum},
      {"maximum", OpType::maximum},
      {"abs", OpType::abs},
      {"neg", OpType::neg},
      {"relu", OpType::relu},
      {"sigmoid", OpType::logistic},
      {"tanh", OpType::tanh},
      {"hardswish", OpType::hard_swish},
      {"gelu", OpType::gelu},
      {"exp", OpType::exp},
      {"log", OpType::log},
      {"sqrt", OpType::sqrt},
      {"rsqrt", OpType::rsqrt},
      {"_softmax", OpType::softmax},
      {"_log_softmax", OpType::log_softmax},
      {"_to", OpType::cast},
      {"view", OpType::reshape},
      {"clone", OpType::reshape},
      {"squeeze", OpType::squeeze},
      {"unsqueeze", OpType::expand_dims},
      {"permute", OpType::transpose},
      {"transpose", OpType::transpose},
      {"t", OpType::transpose},
      {"cat", OpType::concatenation},
      {"split", OpType::split},
      {"split_with_sizes", OpType::split},
      {"constant_pad_nd", OpType::pad},
      {"slice", OpType::slice},
      {"select", OpType::slice},
      {"index_select", OpType::gather},
      {"embedding", OpType::gather}};
  return all;
}

const Tensor* operand(const std::vector<const Tensor*>& inputs, std::size_t position) {
  return position < inputs.size() ? inputs[position] : nullptr;
}

/// Returns the number of products that are summed up to one element of the output; at most 2^40,
/// the largest permitted number of elements of a tensor. Returns 0 for kernels without
/// multiply-accumulates.
std::int64_t products_per_element(std::string_view name, const std::vector<const Tensor*>& inputs) {
  const bool convolution = name == "convolution";
  const bool second = convolution || name == "linear" || name == "addmm";
  if (!second && name != "mm" && name != "bmm") return 0;
  const Tensor* const factors = operand(inputs, second ? 1 : 0);
  if (factors == nullptr || factors->shape.empty()) return 0;
  if (!convolution) return factors->shape.back();
  std::int64_t products = 1;
  for (std::size_t i = 1; i < factors->shape.size(); ++i) products *= factors->shape[i];
  return products;
}

}  // namespace

OpType kernel_type(std::string_view name) {
  const auto found = types().find(bare_name(name));
  return found == types().end() ? OpType::custom : found->second;
}

bool writes_first_operand(std::string_view name) {
  const std::string_view bare = name.substr(0, name.find('.'));
  return !bare.empty() && bare.back() == '_';
}

bool is_view(std::string_view name) {
  constexpr std::string_view view = "executorch_prim::et_view";
  return name.substr(0, view.size()) == view;
}

std::optional<std::int64_t> kernel_macs(std::string_view name,
                                        const std::vector<const Tensor*>& inputs,
                                        const Tensor& output) {
  const std::int64_t products = products_per_element(bare_name(name), inputs);
  const std::int64_t elements = element_count(output);
  if (products > 0 && elements > most_macs / products) return std::nullopt;
  return products * elements;
}

}  // namespace spillway
