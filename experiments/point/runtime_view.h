// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/peaks/tflm_runtime.h"

namespace spillway {

/// Returns how TensorFlow Lite Micro calls a network that is lowered for `target`. On xcore.ai, the
/// runtime calls one kernel after the other. On an NPU, the runtime calls one operator that runs
/// the whole network on the NPU.
inline TflmView runtime_view_of(const Target& target) {
  return target.processor.family().has_threads ? TflmView::kernels : TflmView::accelerator;
}

}  // namespace spillway
