// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/lower/passes.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Whether Vela 3.10 lists the operator's type among those that the NPU can run.
bool has_npu_operation(const Operator& op);

/// The reason why the NPU does not run `op` that is specific to the type of `op`; empty if there is
/// none. The operands of `op` must have passed the checks that are common to all types.
std::string kind_reason(const Network& network, const Operator& op, CompilerRules rules);

/// The reason why the NPU does not run `op`, which joins operands along an axis or splits an
/// operand; empty if there is none.
std::string parts_reason(const Network& network, const Operator& op);

}  // namespace spillway::ethosu
