// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "hwmodels/memory/dram/queue_settings.h"
#include "hwmodels/memory/parts.h"

namespace spillway::test {

/// Returns the built-in DRAM part `name`, with the setting `queue` for the queue of its controller.
inline DramParameters dram_part(const std::string& name, const std::string& queue = "per-bank") {
  DramParameters parameters = std::get<DramParameters>(load_part(name));
  apply_queue_setting(queue, parameters);
  return parameters;
}

}  // namespace spillway::test
