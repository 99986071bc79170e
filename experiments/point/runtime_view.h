// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/peaks/tflm_runtime.h"

namespace spillway {

/// What TensorFlow Lite Micro sees of a network that is lowered for `target`. On tiles TFLM calls
/// the kernels one by one; on NPUs it calls the accelerator.
inline TflmView runtime_view_of(const Target& target) {
  return target.processor.family().has_threads ? TflmView::kernels : TflmView::accelerator;
}

}  // namespace spillway
