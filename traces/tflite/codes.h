// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tflite_generated.h"
#include "traces/network.h"

namespace spillway {

/// The operator number that all custom operators have in a .tflite. Custom operators are
/// distinguished by their custom codes.
constexpr int custom_builtin_code = 32;

/// Returns the name of built-in operator number `code` in the .tflite format. For a number that the
/// table of names lacks, returns a name such as "BUILTIN_217".
std::string builtin_operator_name(int code);
std::optional<int> builtin_operator_code(std::string_view name);

/// Returns Spillway's type for a built-in operator; `unknown` if Spillway has no cost for the
/// operator.
OpType builtin_operator_type(int code);
/// Returns the number of the built-in operator of this type; UNIDIRECTIONAL_SEQUENCE_LSTM for lstm.
/// Returns nullopt for the types unknown and custom.
std::optional<int> builtin_code_of(OpType type);

std::optional<DataType> data_type_of(tflite::TensorType type);
tflite::TensorType tensor_type_of(DataType type);

}  // namespace spillway
