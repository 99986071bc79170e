// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// The energy, in picojoules, of the multiply-accumulates that the processor executes in `program`,
/// without operators that the host runs. Nothing if the target does not tell the energy of one.
std::optional<double> mac_energy(const Target& target, const Program& program);

}  // namespace spillway
