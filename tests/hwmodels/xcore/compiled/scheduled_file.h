// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hwmodels/xcore/arena/arena.h"
#include "hwmodels/xcore/lower/lower.h"
#include "tests/hwmodels/xcore/kernels/tile.h"

namespace spillway::test {

/// Returns the program of a compiled file on an xcore.ai tile. `arena` names the memories of the
/// arena.
inline Program scheduled_file(const Network& network, const std::string& arena = "sram") {
  const Target tile = xcore_tile();
  const Network lowered = xcore::lower(network, tile, {});
  const xcore::ArenaPlan plan = xcore::plan_arena(lowered, tile, xcore::arena_named(arena));
  return xcore::schedule(lowered, plan.network_plan.plan, tile, {});
}

}  // namespace spillway::test
