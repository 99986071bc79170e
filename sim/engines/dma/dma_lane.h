// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <systemc>

#include "sim/engines/dma/access_slicer.h"
#include "sim/engines/run_context.h"

namespace spillway::sim {

/// One transfer in flight: a reader and a writer process, so that data streams through (the write
/// of a piece starts when its last byte has arrived). Only the bursts that may be in flight limit
/// how far the reader runs ahead. Where the ports take pieces, neither process is woken up for
/// each.
class DmaLane : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(DmaLane);
  explicit DmaLane(const sc_core::sc_module_name& name);

  /// Slices are recorded as lane `index` of `track`.
  void configure(const RunContext& context, Track track, std::size_t index, Event& changed);

  void keep_in(Checkpoint& checkpoint);

  bool idle() const { return transfer_ == nullptr; }
  /// Requires idle().
  void start(const DmaTransfer& transfer);
  Picoseconds busy() const { return busy_; }

 private:
  struct Piece {
    Bytes through;  // bytes of the transfer up to the end of this piece
    Picoseconds arrived;
  };

  /// One direction of a transfer whose ports take pieces.
  struct Side : Pieces {
    using Next = NextPiece (DmaLane::*)();
    Side(DmaLane& of, Next step) : lane(of), next(step) {}
    NextPiece next_piece(Request& /*request*/) override { return (lane.*next)(); }
    Bytes unheard_bytes() const override { return waited_for ? 0 : later; }
    Picoseconds unheard_time() const override { return latency; }
    void keep_in(Checkpoint& checkpoint) {
      checkpoint.keep(slicer, piece, request, later, waited_for, latency);
    }
    void take_piece() {
      piece = slicer.next();
      later -= piece.bytes();
    }

    DmaLane& lane;
    Next next;
    AccessSlicer slicer{{}, 1};
    Access piece;
    Request request;
    Bytes later = 0;          // of the pieces after this one
    bool waited_for = false;  // the writer waits for each piece, until it has come
    Picoseconds latency = 0;  // that takes so long at least
  };

  bool streams() const;
  void stream();
  void prepare(Side& side, const Access& all, Master master, Event* finished);
  NextPiece piece_read();
  NextPiece piece_written();
  bool arrived(Bytes through, Picoseconds& time);
  void read_loop();
  void write_loop();
  Request piece_request(Master master) const;
  void read_transfer();
  void write_transfer();
  void finish(Picoseconds done);

  const RunContext* context_ = nullptr;
  Track track_{};
  std::size_t index_ = 0;
  Event* changed_ = nullptr;  // of the engine: a lane became idle
  Event started_, read_granted_, write_granted_, arrived_;
  const DmaTransfer* transfer_ = nullptr;
  std::deque<Piece> pieces_;  // read and not yet written
  Side reading_{*this, &DmaLane::piece_read};
  Side writing_{*this, &DmaLane::piece_written};
  bool writer_waits_ = false;     // for a piece that is not known to have been read
  Picoseconds writer_ready_ = 0;  // it is through with the piece before
  Bytes read_bytes_ = 0;
  Bytes written_ = 0;
  Picoseconds busy_ = 0;
  Picoseconds started_at_ = 0;
};

}  // namespace spillway::sim
