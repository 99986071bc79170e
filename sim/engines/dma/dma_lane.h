// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <systemc>

#include "sim/engines/dma/access_slicer.h"
#include "sim/engines/run_context.h"

namespace spillway::sim {

/// The part of the DMA that carries one transfer. A lane has a process that reads and a process
/// that writes. Both processes work at the same time: the write of a chunk starts when the last
/// byte of this chunk has been read, while further chunks are read. The reads do not wait for the
/// writes. If a transfer can be streamed (streams()), the two processes sleep during the transfer,
/// which makes the simulation faster.
class DmaLane : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(DmaLane);
  explicit DmaLane(const sc_core::sc_module_name& name);

  /// The intervals in which the lane is busy are recorded in the trace, as lane `index` of `track`.
  /// The lane notifies `changed` when it becomes idle.
  void configure(const RunContext& context, Track track, std::size_t index, Event& changed);

  void save_in(SavedState& state);

  bool idle() const { return transfer_ == nullptr; }
  /// Starts a transfer. Requires idle().
  void start(const DmaTransfer& transfer);
  Picoseconds busy() const { return busy_; }

 private:
  struct Chunk {
    Bytes through;  // bytes of the transfer up to the end of this chunk
    Picoseconds arrived;
  };

  /// The reads or the writes of a transfer that is streamed (streams()). The port asks next_chunk()
  /// for each further chunk, without resuming a process.
  struct Side : Chunks {
    using Next = NextChunk (DmaLane::*)();
    Side(DmaLane& of, Next step) : lane(of), next(step) {}
    NextChunk next_chunk(Request& /*request*/) override { return (lane.*next)(); }
    Bytes bytes_until_resume() const override { return waited_for ? 0 : later; }
    Picoseconds time_until_resume() const override { return latency; }
    void save_in(SavedState& state) {
      state.save(slicer, chunk, request, later, waited_for, latency);
    }
    void take_chunk() {
      chunk = slicer.next();
      later -= chunk.bytes();
    }

    DmaLane& lane;
    Next next;
    AccessSlicer slicer{{}, 1};
    Access chunk;
    Request request;
    Bytes later = 0;          // bytes of the chunks after `chunk`
    bool waited_for = false;  // the writer waits for the delivery of each chunk
    // The least time from the grant of a chunk to its delivery; 0 if the writer does not wait for
    // the delivery.
    Picoseconds latency = 0;
  };

  bool streams() const;
  void stream();
  void prepare(Side& side, const Access& all, Master master, Event* finished);
  NextChunk chunk_read();
  NextChunk chunk_written();
  bool arrived(Bytes through, Picoseconds& time);
  void read_loop();
  void write_loop();
  Request chunk_request(Master master) const;
  void read_transfer();
  void write_transfer();
  void finish(Picoseconds done);

  const RunContext* context_ = nullptr;
  Track track_{};
  std::size_t index_ = 0;
  Event* changed_ = nullptr;  // the engine's event, notified when this lane becomes idle
  Event started_, read_granted_, write_granted_, arrived_;
  const DmaTransfer* transfer_ = nullptr;
  // Chunks that have been read but not written yet.
  std::deque<Chunk> chunks_;
  Side reading_{*this, &DmaLane::chunk_read};
  Side writing_{*this, &DmaLane::chunk_written};
  // Whether the writer waits for a chunk (part of the transfer) of which the time of the last read
  // is not known yet.
  bool writer_waits_ = false;
  // The end of the last grant of the previous chunk's writes.
  Picoseconds writer_ready_ = 0;
  Bytes read_bytes_ = 0;
  Bytes written_ = 0;
  Picoseconds busy_ = 0;
  Picoseconds started_at_ = 0;
};

}  // namespace spillway::sim
