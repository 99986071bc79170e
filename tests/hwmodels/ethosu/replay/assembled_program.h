// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "tests/traces/executorch/raw_executorch.h"

namespace spillway::test {

/// The bytes that each delegate of a stateful assembled_program() keeps between inferences.
constexpr std::uint32_t assembled_state = 4096;
/// Returns the network that `file` describes as an ExecuTorch program. Every Ethos-U operator is a
/// delegate with the same command stream as in the .tflite file, and every operator of the CPU is a
/// kernel. The maps between delegates and kernels lie at consecutive addresses of buffer 1 of the
/// program.
RawProgram assembled_program(const AssembledFile& file);

}  // namespace spillway::test
