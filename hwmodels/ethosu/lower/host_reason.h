// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/ethosu/lower/passes.h"
#include "traces/network.h"

namespace spillway::ethosu {

/// Whether Vela 3.10 lists the operator among those that it puts on the NPU.
bool has_npu_operation(const Operator& op);

/// Which of the operator's own limits keeps it off the NPU; empty for none. Operands are sound.
std::string kind_reason(const Network& network, const Operator& op, CompilerRules rules);

/// The same for those that join operands along an axis, or take one apart.
std::string parts_reason(const Network& network, const Operator& op);

}  // namespace spillway::ethosu
