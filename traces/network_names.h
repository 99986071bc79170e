// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/network.h"

namespace spillway {

/// Returns "none", "relu", "relu_n1_to_1", "relu6", "tanh" or "sign_bit".
const char* activation_name(Activation activation);
/// Returns "same", "valid" or "given".
const char* padding_name(PaddingScheme scheme);
/// Returns "nhwc" or "nhcwb16".
const char* layout_name(TensorLayout layout);

/// Each of these functions returns the value with the name `name`; nullopt if no value has this
/// name.
std::optional<DataType> data_type_from_name(std::string_view name);
std::optional<OpType> op_type_from_name(std::string_view name);
std::optional<TensorKind> tensor_kind_from_name(std::string_view name);
std::optional<Activation> activation_from_name(std::string_view name);
std::optional<PaddingScheme> padding_from_name(std::string_view name);
std::optional<TensorLayout> layout_from_name(std::string_view name);

/// Return all names of the values of an enumeration, in the order of the enumeration, for error
/// messages.
std::vector<std::string> data_type_names();
std::vector<std::string> op_type_names();
std::vector<std::string> tensor_kind_names();
std::vector<std::string> activation_names();
std::vector<std::string> padding_names();
std::vector<std::string> layout_names();

}  // namespace spillway
