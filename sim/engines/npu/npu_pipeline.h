// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <systemc>
#include <vector>

#include "sim/engines/run_context.h"
#include "traces/npu_counters.h"

namespace spillway::sim {

/// The NPU's block pipeline. A fetch process reads feature maps and scales, and also weights if the
/// weights process does not read them (holds_weights_). An output process simulates the output
/// engine and its writes. The MAC engine needs no process, because its times follow from the
/// fetches and from the accumulators that the output engine frees. OFM blocks of all kernels form
/// one sequence; consecutive blocks overlap as far as input buffers and block dependencies allow.
/// The output engine has finished a block when the last write burst has left, so the output engine
/// cannot run ahead of the memory.
class NpuPipeline : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(NpuPipeline);
  explicit NpuPipeline(const sc_core::sc_module_name& name);

  /// The fetches, the MAC engine and the output engine record their busy times on the tracks
  /// `first`, `first` + 1 and `first` + 2.
  void configure(const RunContext& context, Track first);
  void save_in(SavedState& state) {
    state.save(queue_, issued_, kernel_ends_, requested_, computed_, put_out_, weights_open_,
               weights_requested_, unopened_kernels_, opened_blocks_, flights_, output_end_,
               fetch_sent_, taken_in_, write_end_, write_memory_, fetch_busy_, compute_busy_,
               output_busy_, stalled_by_ifm_, stalled_by_weights_, stalled_by_output_,
               output_stalled_, decoder_waits_);
  }

  /// Issues a kernel now. The caller limits the number of issued kernels that have not ended
  /// (NpuEngine::execute()).
  void issue(const Kernel& kernel);

  std::size_t issued() const { return issued_; }
  // Returns the number of kernels whose end is known. An end may be known before simulated time
  // reaches it.
  std::size_t ended() const { return kernel_ends_.size(); }
  Picoseconds end_of(std::size_t kernel) const { return kernel_ends_[kernel]; }
  Event& changed() { return changed_; }
  /// Returns the memory to which the last block was written. Stalls while the pipeline drains are
  /// booked as waiting for this memory.
  std::size_t write_memory() const { return write_memory_; }

  Picoseconds fetch_busy() const { return fetch_busy_; }
  Picoseconds compute_busy() const { return compute_busy_; }
  Picoseconds output_busy() const { return output_busy_; }
  /// Returns the active and stalled cycles of the MAC engine and of the output engine; all other
  /// members of NpuCounters are zero.
  NpuCounters counters() const;

 private:
  static constexpr std::size_t max_ports = 3;
  /// The most blocks that are in flight (from the beginning of their fetch to the end of their
  /// output) at once. A block is fetched when the block two before it has been computed, and
  /// computed when the block two before it has been output. If weights are read ahead, one more
  /// block may be in flight.
  static constexpr std::size_t in_flight = 5;

  struct Issued {
    const Kernel* kernel;
    Picoseconds time;
  };
  /// Requests of one purpose, one per port.
  struct Reads {
    std::array<Request, max_ports> requests;
    std::size_t in_use = 0;
  };
  /// A block from its fetch to the end of its output.
  struct Flight {
    const Kernel* kernel = nullptr;
    const Block* block = nullptr;
    bool last = false;  // whether the block is the last one of its kernel
    Reads maps, weights, scales;
    Together fetched;  // groups the requests for which the fetch waits
    Picoseconds fetch_start = 0;
    bool begun = false;  // whether the start of the block's computation is known
    // The time at which the first sub-block of the feature maps and the first weights have arrived.
    Picoseconds first = 0;
    // Whether the first weights arrived after the first sub-block. If so, `first` is the arrival of
    // the weights.
    bool weights_were_later = false;
    // The memory from which the later of the first sub-block and the first weights came.
    std::size_t first_memory = 0;
    Picoseconds compute_start = 0;
    Picoseconds compute_end = 0;   // end of the computation; set when the block counts as computed
    Picoseconds first_result = 0;  // time from which the output engine can begin
    Picoseconds last_read = 0;
    std::size_t last_memory = 0;  // memory from which the last read came
  };

  void fetch_loop();
  void output_loop();
  void fetch_kernel(const Issued& issued);
  void wait_for_dependency(const Kernel& kernel, std::size_t index_in_kernel);
  void wait_for_compute(const Issued& issued);
  void weights_loop();
  void open_weights();
  bool weights_are_open(std::size_t block) const {
    return !reads_weights_ahead_ || block < weights_open_;
  }
  void begin_fetch(Flight& flight) const;
  void fetch(Flight& flight);
  enum class Purpose : std::uint8_t { all, weights, all_but_weights };
  void submit_reads(Flight& flight, Purpose purpose);
  Request& add_read(Flight& flight, Range accesses, Bytes bytes);
  static Picoseconds last_granted(const Reads& reads);
  Picoseconds scales_come(Reads& scales, bool all);
  void advance();
  bool can_begin(const Flight& flight) const;
  bool has_come(const Flight& flight) const;
  void begin(Flight& flight);
  void note_first(Flight& flight, const Reads& reads);
  void take_in(Flight& flight);
  void end(Flight& flight);
  void count_stalls(const Flight& flight, Picoseconds last_weights);
  void put_out(Flight& flight);
  void end_block(const Flight& flight, Picoseconds end);
  void book_busy(Picoseconds start, Picoseconds end, std::size_t stalled_on);
  Picoseconds output_finished(Flight& flight, Picoseconds start);
  void write(const Flight& flight, Request& request);
  Flight& flight_of(std::size_t block) { return flights_[block % in_flight]; }
  /// Returns the time at which the output of block number `block` ended. The block must be one of
  /// the last `in_flight` blocks that have been output.
  Picoseconds output_end(std::size_t block) const { return output_end_[block % in_flight]; }

  const RunContext* context_ = nullptr;
  Track first_track_{};
  /// Whether weights are fetched separately, block after block, by weights_loop(). The weight
  /// decoder takes weights from a buffer when it needs them. weights_loop() reads as far ahead as
  /// this buffer has space and weights_open_ allows. It does not wait for the previous kernel.
  bool holds_weights_ = false;
  /// True = weights_loop() may read the weights of the block that is computed next and of the block
  /// after it (open_weights()), even if these blocks belong to issued kernels that have not
  /// started. This is so on targets whose kernels do not overlap (U55, U65). False = weights_loop()
  /// reads the weights of a block when the fetch loop has a buffer for the feature maps of the
  /// block. This is so on other targets (U85).
  bool reads_weights_ahead_ = false;
  Event queued_, read_granted_, weights_queued_, weights_granted_, first_came_;
  Event scales_granted_, write_granted_;
  Event computed_block_, written_, changed_;

  std::deque<Issued> queue_;
  std::size_t issued_ = 0;
  std::vector<Picoseconds> kernel_ends_;

  // requested_, computed_ and put_out_ are the numbers of blocks that have been requested, computed
  // and output. If weights are fetched separately, weights_loop() may request the weights of the
  // first weights_open_ blocks, and has requested those of the first weights_requested_ blocks.
  std::size_t requested_ = 0, computed_ = 0, put_out_ = 0;
  std::size_t weights_open_ = 0, weights_requested_ = 0;
  // Used if reads_weights_ahead_ is true: the issued kernels of which weights_loop() may not read
  // all weights yet. opened_blocks_ is the number of blocks of the first of these kernels whose
  // weights it may read.
  std::deque<const Kernel*> unopened_kernels_;
  std::uint32_t opened_blocks_ = 0;
  std::array<Flight, in_flight> flights_;
  std::array<Picoseconds, in_flight> output_end_{};
  Picoseconds taken_in_ = 0;    // time at which the maps of the last block were taken in
  Picoseconds fetch_sent_ = 0;  // time at which the fetch of the previous block ended (fetch())
  std::vector<Picoseconds> write_end_;  // ends of the writes of all blocks so far
  std::size_t write_memory_ = 0;

  Picoseconds fetch_busy_ = 0;
  Picoseconds compute_busy_ = 0;
  Picoseconds output_busy_ = 0;
  // Times in which the MAC engine waited: for IFM, for weights, and for the output engine.
  Picoseconds stalled_by_ifm_ = 0, stalled_by_weights_ = 0, stalled_by_output_ = 0;
  Picoseconds output_stalled_ = 0;  // time in which results waited for the grants of their writes
  // Part of compute_busy_ in which the MAC engine waited for the weight decoder.
  Picoseconds decoder_waits_ = 0;
};

}  // namespace spillway::sim
