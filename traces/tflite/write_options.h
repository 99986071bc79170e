// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tflite_generated.h"
#include "traces/network.h"

namespace spillway {

struct BuiltinOptionsOffset {
  tflite::BuiltinOptions type = tflite::BuiltinOptions::NONE;
  flatbuffers::Offset<void> table = 0;
};

/// Writes the options of a built-in operator in the form that read_builtin_options() reads. Returns
/// the type and the offset of the written options; empty for types whose options Spillway does not
/// read.
BuiltinOptionsOffset write_builtin_options(flatbuffers::FlatBufferBuilder& out,
                                           const Network& network, const Operator& op);

}  // namespace spillway
