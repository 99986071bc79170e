// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/peaks/tflm_runtime.h"

namespace spillway {

/// Returns how TensorFlow Lite Micro sees a network that is lowered for `target`: on xcore.ai it
/// calls kernel after kernel; on an NPU it calls one accelerator.
inline TflmView runtime_view_of(const Target& target) {
  return target.processor.family().has_threads ? TflmView::kernels : TflmView::accelerator;
}

}  // namespace spillway
