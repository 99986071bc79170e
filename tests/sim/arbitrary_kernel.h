// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include "tests/sim/small_platform.h"

namespace spillway::test {

/// Returns a kernel with random parameters. The parameters are small, so the simulation takes a
/// short time.
inline KernelShape arbitrary_kernel() {
  return KernelShape()
      .with_blocks(*rc::gen::inRange(1U, 6U))
      .with_compute(*rc::gen::inRange(0, 400))
      .with_output(*rc::gen::inRange(0, 200))
      .with_read(*rc::gen::inRange(1, 2000))
      .with_weights(*rc::gen::inRange(0, 500))
      .with_write(*rc::gen::inRange(1, 1500));
}

}  // namespace spillway::test
