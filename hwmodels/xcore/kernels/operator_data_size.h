// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/units.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "traces/network.h"

namespace spillway::xcore {

/// The size of the persistent data that the runtime allocates for an operator at initialisation.
/// `host` is the size on a 64-bit host, which plans reserve. `device` is the smaller size on the
/// chip, which decides the addresses.
struct OperatorDataSize {
  Bytes host = 0;
  Bytes device = 0;
};

/// The sizes for an operator with `entry_count` entries in its thread table; both 0 for operators
/// of TFLM.
OperatorDataSize operator_data_size(const Operator& op, std::int32_t entry_count,
                                    const Threading& threads);

/// Bytes per entry of the thread table, which lies below the rest of the operator's data.
Bytes thread_entry_bytes(bool separate_objects);

}  // namespace spillway::xcore
