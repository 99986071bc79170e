// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hwmodels/target/processor_family.h"
#include "hwmodels/target/target.h"
#include "planner/tflm_runtime.h"

namespace spillway {

/// How TensorFlow Lite Micro sees lowered networks of the target: tiles run its kernels.
inline TflmView runtime_view_of(const Target& target) {
  return target.processor.family().has_threads ? TflmView::kernels : TflmView::accelerator;
}

}  // namespace spillway
