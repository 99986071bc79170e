// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/lower/passes.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Whether Vela 3.10 lists the operator among those that it can put on the NPU.
bool has_npu_operation(const Operator& op);

/// The limit of this kind of operator that keeps it off the NPU; empty if there is none. The
/// operands must have passed the general checks.
std::string kind_reason(const Network& network, const Operator& op, CompilerRules rules);

/// The limit that keeps an operator which joins operands along an axis, or splits one, off the NPU.
std::string parts_reason(const Network& network, const Operator& op);

}  // namespace spillway::ethosu
