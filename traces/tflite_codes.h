// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tflite_generated.h"
#include "traces/network.h"

namespace spillway {

/// Built-in operator number of the format that stands for "look at the custom code".
constexpr int custom_builtin_code = 32;

/// The format's name of built-in operator `code`, "BUILTIN_217" for one that is newer than the
/// table.
std::string builtin_operator_name(int code);
std::optional<int> builtin_operator_code(std::string_view name);

/// Which operator a built-in is to Spillway; unknown when it has no cost for it.
OpType builtin_operator_type(int code);
/// The first built-in that is `type`; nothing for unknown and custom.
std::optional<int> builtin_code_of(OpType type);

std::optional<DataType> data_type_of(tflite::TensorType type);
tflite::TensorType tensor_type_of(DataType type);

}  // namespace spillway
