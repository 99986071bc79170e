// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/ethosu/block/operation.h"
#include "hwmodels/ethosu/proof/value_memory.h"
#include "hwmodels/ethosu/stream/register_steps.h"

namespace spillway::ethosu::proof {

/// Returns a hash of all registers that determine which function a kernel computes. Registers for
/// places, extents, padding, blocks, the order of weights and the slot of the lookup table are not
/// included. Exception: the hash of a resizing kernel includes the height and width of its OFM.
Value functional_value(const RegisterStep& step, const Operation& op, Product product);

/// Returns the slot of the lookup table that a kernel reads, in units of 256 bytes; -1 if the
/// kernel reads no table.
std::int32_t table_slot(const RegisterStep& step, Product product);

}  // namespace spillway::ethosu::proof
