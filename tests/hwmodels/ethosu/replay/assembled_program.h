// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/hwmodels/ethosu/replay/assembled_file.h"
#include "tests/traces/raw_executorch.h"

namespace spillway::test {

/// The network of an AssembledFile as an ExecuTorch program: every ethos-u operator is a delegate
/// with the same command stream, every operator for the host a kernel. Maps between them are in
/// buffer 1 of the program, one behind the other. A stateful one's delegates keep this much each.
constexpr std::uint32_t assembled_state = 4096;
RawProgram assembled_program(const AssembledFile& file);

}  // namespace spillway::test
