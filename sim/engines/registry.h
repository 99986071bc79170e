// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/engines/engine.h"

namespace spillway::sim {

/// An engine as families of processors name it (ProcessorFamily::engine), and how it is made.
struct EngineEntry {
  const char* name = "";
  std::unique_ptr<Engine> (*make)() = nullptr;
};

constexpr const char* dma_engine = "dma";
constexpr const char* host_engine = "host";

/// All engines, in the order in which results list their tracks.
const std::vector<EngineEntry>& engine_registry();

/// Makes an engine known that is no part of this program. One with SystemC processes of its own has
/// to be known before the first simulation of the process; others may come at any time.
void add_engine(const EngineEntry& entry);

}  // namespace spillway::sim
