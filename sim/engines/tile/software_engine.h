// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engines/engine.h"
#include "sim/engines/tile/tile_engine.h"

namespace spillway::sim {

/// A tile as an engine of the command parser. Tasks run alone, one after the other. If the tile
/// shares no port, the engine computes a whole task at its start; simulated time then advances to
/// the task's end.
class SoftwareEngine : public Engine {
 public:
  std::vector<std::string> tracks() const override { return {"core"}; }
  std::vector<Picoseconds> busy() const override { return {tile_.busy()}; }
  void configure(RunContext& context, Track first) override;
  void execute(const Command& command) override;
  bool runs_alone() const override { return true; }
  bool looks_up_caches() const override { return true; }

 private:
  RunContext* context_ = nullptr;
  Track track_{};
  TileEngine tile_;
};

}  // namespace spillway::sim
