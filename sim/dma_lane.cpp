// SPDX-License-Identifier: Apache-2.0
#include "sim/dma_lane.h"

#include "sim/access_slicer.h"

namespace spillway::sim {
namespace {

// A piece is what the writer waits for at a time.
constexpr std::int32_t piece_bytes = 256;

}  // namespace

DmaLane::DmaLane(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_THREAD(read_loop);
  SC_THREAD(write_loop);
}

void DmaLane::configure(const RunContext& context, Track track, std::size_t index,
                        sc_core::sc_event& changed) {
  context_ = &context;
  track_ = track;
  index_ = index;
  changed_ = &changed;
  transfer_ = nullptr;
  pieces_.clear();
  busy_ = 0;
}

void DmaLane::start(const DmaTransfer& transfer) {
  transfer_ = &transfer;
  read_bytes_ = written_ = 0;
  started_at_ = context_->now();
  started_.notify(sc_core::SC_ZERO_TIME);
}

void DmaLane::read_loop() {
  for (;;) {
    wait(started_);
    const DmaSpec& dma = context_->target->dma;
    const Cycles cycles = transfer_->chained ? dma.chain_cycles : dma.start_cycles;
    wait_until(*context_, context_->now() + context_->clock.to_time(cycles));
    read_transfer();
  }
}

Request DmaLane::piece_request(Master master) const {
  Request request;
  request.op = transfer_->op;
  request.master = master;
  request.window = window_of_channel(transfer_->channel);
  request.priority = context_->target->dma.priority;
  request.burst_bytes = context_->target->dma.burst_bytes;
  request.count = 1;
  return request;
}

void DmaLane::read_transfer() {
  const DmaTransfer& transfer = *transfer_;
  Port& port = context_->port_of(transfer.source.memory);
  Request request = piece_request(Master::dma_read);
  request.finished = &read_granted_;
  Picoseconds done = context_->now();
  for (AccessSlicer slicer(transfer.source, piece_bytes); !slicer.done();) {
    const Access piece = slicer.next();
    request.accesses = &piece;
    port.submit(request);
    wait_for(*context_, request, read_granted_);
    read_bytes_ += piece.bytes();
    done = request.done;
    if (transfer.internal) continue;
    pieces_.push_back({read_bytes_, request.done});
    arrived_.notify(sc_core::SC_ZERO_TIME);
  }
  if (transfer.internal || read_bytes_ == 0) finish(done);
}

void DmaLane::write_loop() {
  for (;;) {
    while (transfer_ == nullptr || transfer_->internal || pieces_.empty()) wait(arrived_);
    write_transfer();
  }
}

void DmaLane::write_transfer() {
  const DmaTransfer& transfer = *transfer_;
  Port& port = context_->port_of(transfer.destination.memory);
  Request request = piece_request(Master::dma_write);
  request.write = true;
  request.finished = &write_granted_;
  Picoseconds done = context_->now();
  for (AccessSlicer slicer(transfer.destination, piece_bytes); !slicer.done();) {
    const Access piece = slicer.next();
    const Bytes through = written_ + piece.bytes();
    while (pieces_.empty() || pieces_.back().through < through) wait(arrived_);
    while (pieces_.front().through < through) pieces_.pop_front();
    wait_until(*context_, pieces_.front().arrived);
    request.accesses = &piece;
    port.submit(request);
    wait_for(*context_, request, write_granted_);
    written_ = through;
    done = request.done;
  }
  pieces_.clear();
  finish(done);
}

void DmaLane::finish(Picoseconds done) {
  wait_until(*context_, done);
  context_->ledger->extend(transfer_->op, done);
  busy_ += done - started_at_;
  context_->record(track_, index_, transfer_->op, started_at_, done);
  transfer_ = nullptr;
  changed_->notify(sc_core::SC_ZERO_TIME);
}

}  // namespace spillway::sim
