// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/dma_engine.h"
#include "sim/npu_pipeline.h"
#include "sim/processor_log.h"
#include "sim/tile_engine.h"

namespace spillway::sim {

/// The command parser: executes a program's commands in order, hands kernels to the pipeline and
/// transfers to the DMA, and waits where the program says so.
class Processor : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Processor);
  explicit Processor(const sc_core::sc_module_name& name);

  void configure(RunContext& context);
  /// Starts the program at the current time.
  void start() { start_.notify(sc_core::SC_ZERO_TIME); }
  /// All commands have been executed and all their work has ended.
  const bool& finished() const { return finished_; }

  const DmaEngine& dma() const { return dma_; }
  const NpuPipeline& npu() const { return npu_; }
  const TileEngine& core() const { return core_; }

 private:
  void parse_loop();
  void execute(const Command& command);
  void start_transfer(const DmaTransfer& transfer);
  void wait_for_transfers(std::size_t outstanding);
  void wait_for_kernels(std::size_t ended);
  void run_core_task(const TileTask& task);
  void run_host_task(const HostTask& task);
  void drain();
  Category draining() const { return static_cast<Category>(stall_base + npu_.write_memory()); }

  RunContext* context_ = nullptr;
  ProcessorLog log_;
  NpuPipeline npu_;
  DmaEngine dma_;
  TileEngine core_;
  sc_core::sc_event start_, host_granted_;
  bool finished_ = true;
};

}  // namespace spillway::sim
