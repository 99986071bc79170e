// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/dma/dma_lane.h"

#include <algorithm>

namespace spillway::sim {
namespace {

// The largest size of a chunk, the unit in which a transfer is read and written, in bytes. The
// writer waits for one chunk at a time.
constexpr std::int32_t chunk_bytes = 256;

}  // namespace

DmaLane::DmaLane(const sc_core::sc_module_name& name) : sc_module(name) {
  SPILLWAY_THREAD(read_loop);
  SPILLWAY_THREAD(write_loop);
}

void DmaLane::configure(const RunContext& context, Track track, std::size_t index, Event& changed) {
  context_ = &context;
  track_ = track;
  index_ = index;
  changed_ = &changed;
  transfer_ = nullptr;
  chunks_.clear();
  writer_waits_ = false;
  busy_ = 0;
}

void DmaLane::save_in(SavedState& state) {
  state.save(transfer_, chunks_, writer_waits_, writer_ready_, read_bytes_, written_, busy_,
             started_at_);
  reading_.save_in(state);
  writing_.save_in(state);
}

void DmaLane::start(const DmaTransfer& transfer) {
  transfer_ = &transfer;
  read_bytes_ = written_ = 0;
  started_at_ = context_->now();
  started_.notify();
}

void DmaLane::read_loop() {
  for (;;) {
    await(started_);
    const DmaSpec& dma = context_->target->dma;
    const Cycles cycles = transfer_->chained ? dma.chain_cycles : dma.start_cycles;
    wait_until(*context_, context_->now() + context_->clock.to_time(cycles));
    if (streams()) {
      stream();
    } else {
      read_transfer();
    }
  }
}

Request DmaLane::chunk_request(Master master) const {
  Request request;
  request.op = transfer_->op;
  request.master = master;
  request.window = window_of_channel(transfer_->channel);
  request.lane = static_cast<std::uint8_t>(index_);
  request.priority = context_->target->dma.priority;
  request.burst_bytes = context_->target->dma.burst_bytes;
  request.count = 1;
  return request;
}

void DmaLane::read_transfer() {
  const DmaTransfer& transfer = *transfer_;
  Port& port = context_->port_of(transfer.source.memory);
  Request request = chunk_request(Master::dma_read);
  request.finished = &read_granted_;
  Picoseconds done = context_->now();
  for (AccessSlicer slicer(transfer.source, chunk_bytes); !slicer.done();) {
    const Access chunk = slicer.next();
    request.accesses = &chunk;
    port.submit(request);
    wait_for(*context_, request, read_granted_);
    read_bytes_ += chunk.bytes();
    done = request.done;
    if (transfer.internal) continue;
    chunks_.push_back({read_bytes_, request.done});
    arrived_.notify();
  }
  if (transfer.internal || read_bytes_ == 0) finish(done);
}

void DmaLane::write_loop() {
  for (;;) {
    while (transfer_ == nullptr || transfer_->internal || chunks_.empty()) await(arrived_);
    write_transfer();
  }
}

void DmaLane::write_transfer() {
  const DmaTransfer& transfer = *transfer_;
  Port& port = context_->port_of(transfer.destination.memory);
  Request request = chunk_request(Master::dma_write);
  request.write = true;
  request.finished = &write_granted_;
  Picoseconds done = context_->now();
  for (AccessSlicer slicer(transfer.destination, chunk_bytes); !slicer.done();) {
    const Access chunk = slicer.next();
    const Bytes through = written_ + chunk.bytes();
    while (chunks_.empty() || chunks_.back().through < through) await(arrived_);
    while (chunks_.front().through < through) chunks_.pop_front();
    wait_until(*context_, chunks_.front().arrived);
    request.accesses = &chunk;
    port.submit(request);
    wait_for(*context_, request, write_granted_);
    written_ = through;
    done = request.done;
  }
  chunks_.clear();
  finish(done);
}

bool DmaLane::streams() const {
  const Access& source = transfer_->source;
  const Port& from = context_->port_of(source.memory);
  if (source.bytes() <= 0 || !from.takes_chunks()) return false;
  if (transfer_->internal) return true;
  const Access& destination = transfer_->destination;
  return destination.bytes() == source.bytes() &&
         context_->port_of(destination.memory).takes_chunks() &&
         from.delivers_later(source.memory, context_->target->dma.burst_bytes);
}

void DmaLane::prepare(Side& side, const Access& all, Master master, Event* finished) {
  side.slicer = AccessSlicer(all, chunk_bytes);
  side.later = all.bytes();
  side.take_chunk();
  side.request = chunk_request(master);
  side.request.accesses = &side.chunk;
  side.request.write = master == Master::dma_write;
  side.request.chunks = &side;
  side.request.finished = finished;
}

// Makes the transfer without resuming a process for each chunk: when a chunk has been read or
// written, the port calls chunk_read() or chunk_written(), which prepares the next chunk. Gives the
// same result as read_transfer() and write_transfer() together.
void DmaLane::stream() {
  prepare(reading_, transfer_->source, Master::dma_read,
          transfer_->internal ? &read_granted_ : nullptr);
  Port& from = context_->port_of(transfer_->source.memory);
  reading_.waited_for = !transfer_->internal;
  reading_.latency = reading_.waited_for ? from.least_latency(transfer_->source.memory) : 0;
  from.submit(reading_.request);
  if (transfer_->internal) {
    await(read_granted_);
    return finish(reading_.request.done);
  }
  prepare(writing_, transfer_->destination, Master::dma_write, &write_granted_);
  writer_waits_ = true;
  writer_ready_ = 0;
  await(write_granted_);
  finish(writing_.request.done);
}

NextChunk DmaLane::chunk_read() {
  const Request& read = reading_.request;
  read_bytes_ += reading_.chunk.bytes();
  NextChunk next;
  if (!transfer_->internal) chunks_.push_back({read_bytes_, read.done});
  Picoseconds at = 0;
  if (writer_waits_ && arrived(written_ + writing_.chunk.bytes(), at)) {
    writer_waits_ = false;
    Port& port = context_->port_of(transfer_->destination.memory);
    port.ask_later(writing_.request, at);
    if (&port != &context_->port_of(transfer_->source.memory)) next.heard_at = at;
  }
  next.ended = reading_.slicer.done();
  if (next.ended) return next;
  next.requested = read.last_grant_end;
  reading_.take_chunk();
  return next;
}

NextChunk DmaLane::chunk_written() {
  written_ += writing_.chunk.bytes();
  writer_ready_ = writing_.request.last_grant_end;
  NextChunk next;
  next.ended = writing_.slicer.done();
  if (next.ended) {
    chunks_.clear();
    return next;
  }
  writing_.take_chunk();
  writer_waits_ = !arrived(written_ + writing_.chunk.bytes(), next.requested);
  return next;
}

// Sets `time` to the earliest time at which the first `through` bytes of the transfer can be
// written. Returns false if this time is not known yet.
bool DmaLane::arrived(Bytes through, Picoseconds& time) {
  if (chunks_.empty() || chunks_.back().through < through) return false;
  while (chunks_.front().through < through) chunks_.pop_front();
  time = std::max(writer_ready_, chunks_.front().arrived);
  return true;
}

void DmaLane::finish(Picoseconds done) {
  wait_until(*context_, done);
  context_->ledger->extend(transfer_->op, done);
  busy_ += done - started_at_;
  context_->record(track_, index_, transfer_->op, started_at_, done);
  transfer_ = nullptr;
  changed_->notify();
}

}  // namespace spillway::sim
