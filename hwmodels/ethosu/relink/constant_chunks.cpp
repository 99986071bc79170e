// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/index.h"
#include "hwmodels/ethosu/relink/planned_constants.h"

namespace spillway::ethosu {
namespace {

class ChunkCollector {
 public:
  ChunkCollector(const WorkList& work, const CompiledKernels& kernels,
                 const ArenaAddresses& addresses)
      : work_(work), kernels_(kernels), arena_addresses_(addresses) {}

  std::vector<ConstantChunk> run() {
    for (const Place& place : arena_addresses_.copied_constants()) chunks_.push_back({place});
    for (const Step& step : work_.steps) {
      if (step.on_host) continue;
      for (const Step& link : links_of(step)) add_step(link);
    }
    for (const StepTransfer& transfer : work_.transfers) {
      if (transfer.dma.internal) add_table(transfer);
    }
    return std::move(chunks_);
  }

 private:
  void add_step(const Step& step) {
    const CompiledKernel& compiled = kernels_.of(step).front();
    const Operation& operation = step.operation;
    if (reads_weights(operation)) {
      const Access& constants = step.constants;
      add({constants.memory, constants.address, constants.bytes()}, step.op, compiled.weights,
          false);
    }
    if (operation.reads_ifm) add_map(operation.ifm, step.op, compiled.ifm);
    if (operation.reads_ifm2) add_map(operation.ifm2, step.op, compiled.ifm2);
  }

  void add_map(const FeatureMap& map, OperatorIndex op, const FileConstants& constants) {
    if (constants.bytes.empty()) return;
    const auto size = static_cast<Bytes>(constants.bytes.size());
    add({map.region, map.base[0], size}, op, constants.address, true);
  }

  void add_table(const StepTransfer& transfer) {
    const Step& reader = at(work_.steps, transfer.before);
    const Access& source = transfer.dma.source;
    add({source.memory, source.address, source.bytes()}, reader.op,
        kernels_.of(reader).front().table.address, true);
  }

  // Adds a chunk for the constants at `place`. If `place` holds a copy of constants while operator
  // `op` runs, adds the place from which these constants are copied.
  void add(const Place& place, OperatorIndex op, std::optional<Address> in_file, bool copied) {
    Place source = arena_addresses_.source_of(place, op + 1);
    source.size = place.size;
    chunks_.push_back({source, in_file, copied});
  }

  const WorkList& work_;
  const CompiledKernels& kernels_;
  const ArenaAddresses& arena_addresses_;
  std::vector<ConstantChunk> chunks_;
};

}  // namespace

std::vector<ConstantChunk> constant_chunks(const WorkList& work, const CompiledKernels& kernels,
                                           const ArenaAddresses& addresses) {
  return ChunkCollector(work, kernels, addresses).run();
}

}  // namespace spillway::ethosu
