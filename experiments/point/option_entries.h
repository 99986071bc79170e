// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/point/point_option.h"

// All options of design points. Each option is defined in one of the files options_of_*.cpp. To add
// an option, write its entry in such a file and its name in this list. Rows name the options in the
// order of this list. Sweeps vary most options in this order, too (the last option varies fastest);
// the exact order is that of expand() in sweep/sweep_spec.h.
#define SPILLWAY_POINT_OPTIONS(X) \
  X(target)                       \
  X(system_config)                \
  X(memory_mode)                  \
  X(board)                        \
  X(part)                         \
  X(threads)                      \
  X(weight_ratio)                 \
  X(weight_encoding)              \
  X(vela)                         \
  X(narrow_maps)                  \
  X(chains)                       \
  X(blocks)                       \
  X(threshold)                    \
  X(arena_limit)                  \
  X(search_budget)                \
  X(inputs_in)                    \
  X(in_place)                     \
  X(weight_policy)                \
  X(arena)                        \
  X(weights)                      \
  X(place)                        \
  X(pin)                          \
  X(conv_glue_slots)              \
  X(channelwise)                  \
  X(reference)                    \
  X(op_split)                     \
  X(one_pixel)                    \
  X(xformer)                      \
  X(loads)                        \
  X(page_after)                   \
  X(landing)                      \
  X(region)                       \
  X(config)                       \
  X(reserve)                      \
  X(plan)                         \
  X(start)                        \
  X(runs)                         \
  X(ideal)                        \
  X(kernel)                       \
  X(names)                        \
  X(memory)                       \
  X(planner)                      \
  X(allocator)

namespace spillway::option_entries {

#define SPILLWAY_DECLARE(name) PointOption name();
SPILLWAY_POINT_OPTIONS(SPILLWAY_DECLARE)
#undef SPILLWAY_DECLARE

}  // namespace spillway::option_entries
