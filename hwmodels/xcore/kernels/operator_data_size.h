// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/units.h"
#include "hwmodels/xcore/kernels/work_split.h"
#include "traces/network.h"

namespace spillway::xcore {

/// The size of the persistent data that the runtime allocates for an operator at initialisation.
/// `host` is the size on a 64-bit host computer; plans reserve this size in the arena. `device` is
/// the size on the chip, at most as large as `host`. The addresses at which the simulated chip
/// accesses the data follow from `device`.
struct OperatorDataSize {
  Bytes host = 0;
  Bytes device = 0;
};

/// Returns the sizes of the data of `op`, whose thread table has `entry_count` entries. Both sizes
/// are 0 for operators of TFLM, and for operators of the runtime whose data have no known size.
OperatorDataSize operator_data_size(const Operator& op, std::int32_t entry_count,
                                    const Threading& threads);

/// Returns the bytes per entry of the thread table. The thread table has one entry per hardware
/// thread that takes part in the operator. It lies at lower addresses than the other data of the
/// operator. `separate_objects`: see Threading.
Bytes thread_entry_bytes(bool separate_objects);

}  // namespace spillway::xcore
