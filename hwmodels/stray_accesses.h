// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "hwmodels/program.h"
#include "hwmodels/target/target.h"
#include "planner/plan.h"

namespace spillway {

/// Whether this build checks every run for stray accesses. Only builds with sanitizers do so.
#ifdef SPILLWAY_SANITIZED
constexpr bool finds_stray_accesses = true;
#else
constexpr bool finds_stray_accesses = false;
#endif

/// Finds accesses of kernels, transfers and the host to bytes that `plan` does not reserve for the
/// access. Returns one sentence for each access found, at most `most`; empty = none. An access is
/// found in two cases:
/// * It reaches bytes at or above Program::peak_bytes of the memory. (This case is not checked if
///   the application owns tensors, because these tensors may lie anywhere.)
/// * Its bytes are not inside a residency (a place of a tensor in the plan) that exists during the
///   whole time in which the access can happen.
///
/// All operators of a cascade (operators that run in turns, stripe by stripe) count as running at
/// the same time. Work of software processors (TileTask) is ignored.
std::vector<std::string> stray_accesses(const Program& program, const Plan& plan,
                                        const Target& target, std::size_t most = 10);

}  // namespace spillway
