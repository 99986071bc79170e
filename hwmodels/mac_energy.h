// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// In picojoules, of the multiply-accumulates that the processor makes in `program`: those of
/// operators that the host runs take the host's energy. Nothing where the target does not say what
/// one takes.
std::optional<double> mac_energy(const Target& target, const Program& program);

}  // namespace spillway
