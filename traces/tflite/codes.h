// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tflite_generated.h"
#include "traces/network.h"

namespace spillway {

/// The number of the built-in operator that stands for all custom operators. Their custom codes
/// distinguish them.
constexpr int custom_builtin_code = 32;

/// The name that the format gives to built-in operator number `code`. "BUILTIN_217", for example,
/// for a number that is not in the table.
std::string builtin_operator_name(int code);
std::optional<int> builtin_operator_code(std::string_view name);

/// Spillway's type of a built-in operator; `unknown` if Spillway has no cost for it.
OpType builtin_operator_type(int code);
/// The number of the first built-in operator of this type; nothing for the types unknown and
/// custom.
std::optional<int> builtin_code_of(OpType type);

std::optional<DataType> data_type_of(tflite::TensorType type);
tflite::TensorType tensor_type_of(DataType type);

}  // namespace spillway
