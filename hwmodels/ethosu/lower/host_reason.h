// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/lower/passes.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Whether Vela 3.10 lists the operator's type among those that the NPU can run.
bool has_npu_operation(const Operator& op);

/// Checks the limits that apply only to operators of the type of `op`. Returns the reason why the
/// NPU does not run `op`; empty if `op` is within the limits. The operands of `op` must have passed
/// the checks that are common to all types.
std::string kind_reason(const Network& network, const Operator& op, CompilerRules rules);

/// Checks the limits for operators that join operands along an axis (such as CONCATENATION) or
/// split an operand (such as SPLIT). Returns the reason why the NPU does not run `op`; empty if
/// `op` is within the limits.
std::string parts_reason(const Network& network, const Operator& op);

}  // namespace spillway::ethosu
