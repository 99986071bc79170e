// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"

namespace spillway {

/// Whether this build looks for stray accesses on every run: sanitized ones do.
#ifdef SPILLWAY_SANITIZED
constexpr bool finds_stray_accesses = true;
#else
constexpr bool finds_stray_accesses = false;
#endif

/// What kernels, transfers and the host touch although `plan` gives them no room there: bytes at or
/// above Program::peak_bytes of their memory, and bytes that lie in no residency that lives from
/// the moment at which they can be touched first to the last, all of a cascade being one moment.
/// One sentence each, `most` at most; empty = the plan is the whole truth. Tensors that the
/// application owns may lie anywhere. Loop programs of software processors are not looked at.
std::vector<std::string> stray_accesses(const Program& program, const Plan& plan,
                                        const Target& target, std::size_t most = 10);

}  // namespace spillway
