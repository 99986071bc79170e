// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/engines/engine.h"

namespace spillway::sim {

/// An engine with the name that processor families use for it (ProcessorFamily::engine).
struct EngineEntry {
  const char* name = "";
  std::unique_ptr<Engine> (*make)() = nullptr;
};

constexpr const char* dma_engine = "dma";
constexpr const char* host_engine = "host";

/// Returns all engines, in the order in which results list their tracks.
const std::vector<EngineEntry>& engine_registry();

/// Registers an engine that is defined outside of Spillway, in an application that links Spillway
/// as a library. If the engine has SystemC processes of its own, it must be registered before the
/// first simulation.
void add_engine(const EngineEntry& entry);

}  // namespace spillway::sim
