// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"

namespace spillway {

/// Returns the energy, in picojoules, of the multiply-accumulates that the processor executes in
/// `program`; operators on the host do not count. Returns nullopt if the target does not specify
/// the energy of one multiply-accumulate.
std::optional<double> mac_energy(const Target& target, const Program& program);

}  // namespace spillway
