// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/registry.h"

#include "sim/engines/dma/dma_engine.h"
#include "sim/engines/host/host_engine.h"
#include "sim/engines/npu/npu_engine.h"
#include "sim/engines/tile/software_engine.h"

namespace spillway::sim {
namespace {

std::vector<EngineEntry>& table() {
  static std::vector<EngineEntry> entries = {
      {"npu", []() -> std::unique_ptr<Engine> { return std::make_unique<NpuEngine>(); }},
      {dma_engine, []() -> std::unique_ptr<Engine> { return std::make_unique<DmaEngine>("dma"); }},
      {"tile", []() -> std::unique_ptr<Engine> { return std::make_unique<SoftwareEngine>(); }},
      {host_engine, []() -> std::unique_ptr<Engine> { return std::make_unique<HostEngine>(); }},
  };
  return entries;
}

}  // namespace

const std::vector<EngineEntry>& engine_registry() { return table(); }

void add_engine(const EngineEntry& entry) { table().push_back(entry); }

}  // namespace spillway::sim
