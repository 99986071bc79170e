// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <systemc>
#include <vector>

#include "sim/run_context.h"

namespace spillway::sim {

/// The NPU's block pipeline: a fetch process (feature maps and weights), the MAC and output engines
/// (whose times follow from the fetches, so they need no process), and a write-back process. OFM
/// blocks of all kernels form one sequence; block g overlaps its neighbours as double buffers and
/// block dependencies allow.
class NpuPipeline : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(NpuPipeline);
  explicit NpuPipeline(const sc_core::sc_module_name& name);

  /// Fetches, the MAC engine and the output engine record on `first` and the two tracks after it.
  void configure(const RunContext& context, Track first);

  /// Issues a kernel now; the parser's turn to wait is its own business.
  void issue(const Kernel& kernel);

  std::size_t issued() const { return issued_; }
  std::size_t ended() const { return kernel_ends_.size(); }  // whose end is known, maybe ahead
  Picoseconds end_of(std::size_t kernel) const { return kernel_ends_[kernel]; }
  const sc_core::sc_event& changed() const { return changed_; }
  /// Memory that the last block was written to: what a draining pipeline waits for.
  std::size_t write_memory() const { return write_memory_; }

  Picoseconds fetch_busy() const { return fetch_busy_; }
  Picoseconds compute_busy() const { return compute_busy_; }
  Picoseconds output_busy() const { return output_busy_; }

 private:
  static constexpr std::size_t max_ports = 3;
  static constexpr std::size_t max_requests = 2 * max_ports;  // feature maps and weights
  static constexpr std::size_t scale_slots = 2;               // of the block and of the next one

  struct Issued {
    const Kernel* kernel;
    Picoseconds time;
  };
  struct PendingWrite {
    const Kernel* kernel;
    const Block* block;
    Picoseconds start;  // of the output engine: data begins to flow
    Picoseconds output_end;
    bool last;  // block of its kernel
  };
  /// A block whose results wait for its scales.
  struct PendingOutput {
    const Kernel* kernel = nullptr;
    const Block* block = nullptr;
    Picoseconds compute_end = 0;
    std::size_t scales = 0;  // its slot of scale_reads_
    std::size_t last_memory = 0;
    bool last = false;
  };
  /// The requests for a block's scales, one per port.
  struct ScaleRead {
    std::array<Request, max_ports> requests;
    std::size_t in_use = 0;
  };
  /// What a block's reads brought.
  struct Arrival {
    Picoseconds first = 0;  // first sub-block of the feature maps, and first weights
    Picoseconds last = 0;   // of the feature maps
    Picoseconds last_weights = 0;
    Picoseconds last_any = 0;
    std::size_t first_memory = 0;  // that `first` waited for
    std::size_t last_memory = 0;   // that delivered last
  };

  void fetch_loop();
  void write_loop();
  void fetch_kernel(const Issued& issued);
  void wait_for_dependency(const Kernel& kernel, std::size_t index_in_kernel);
  Arrival fetch(const Kernel& kernel, const Block& block);
  void submit_reads(const Kernel& kernel, const Block& block);
  void submit_read(Request& request, const Kernel& kernel, Range accesses, Bytes first_part);
  Picoseconds scales_arrived(ScaleRead& read);
  void run_block(const Kernel& kernel, const Block& block, const Arrival& arrival, bool last);
  void run_elementwise(const Kernel& kernel, const Block& block, const Arrival& arrival, bool last);
  void run_output();
  void emit(const PendingWrite& pending, std::size_t stalled_on);
  Picoseconds run_compute(const Kernel& kernel, const Block& block, const Arrival& arrival);
  void book_busy(Picoseconds start, Picoseconds end, std::size_t stalled_on);
  Picoseconds write(const PendingWrite& pending);

  const RunContext* context_ = nullptr;
  Track first_track_{};
  sc_core::sc_event queued_, read_granted_, write_queued_, write_granted_, written_, changed_;

  std::deque<Issued> queue_;
  std::deque<PendingWrite> writes_;
  std::size_t issued_ = 0;
  std::vector<Picoseconds> kernel_ends_;

  // Per block of the sequence; the engines look back at most two blocks, dependencies up to eight.
  std::size_t sequence_ = 0;                  // index of the next block to fetch
  Picoseconds fetch_sent_ = 0;                // of the block before
  std::array<Picoseconds, 2> compute_end_{};  // of the blocks g - 1 and g - 2
  std::array<Picoseconds, 2> output_end_{};
  std::vector<Picoseconds> write_end_;  // of every block written so far
  std::size_t write_memory_ = 0;

  std::array<Request, max_requests> requests_;
  std::size_t requests_in_use_ = 0;
  std::array<ScaleRead, scale_slots> scale_reads_;
  PendingOutput pending_;  // kernel null = none
  Picoseconds fetch_busy_ = 0;
  Picoseconds compute_busy_ = 0;
  Picoseconds output_busy_ = 0;
};

}  // namespace spillway::sim
