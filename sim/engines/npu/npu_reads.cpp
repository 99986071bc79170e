// SPDX-License-Identifier: Apache-2.0
// The requests with which the block pipeline reads feature maps, weights and scales.
#include <algorithm>

#include "sim/engines/npu/npu_pipeline.h"

namespace spillway::sim {
namespace {

// The MAC engine can begin a block when this number of bytes of the block's weights has arrived.
constexpr Bytes first_weights = 64;

// Returns how many bytes of a block's reads by `master` the first step of the block needs.
Bytes first_part(const Block& block, Master master, Bytes bytes) {
  if (master == Master::fetch) return bytes / block.sub_blocks;
  return master == Master::scales ? bytes / block.out_blocks : std::min(bytes, first_weights);
}

Master master_of(DataClass data) {
  if (data == DataClass::weights) return Master::weights;
  return data == DataClass::scales ? Master::scales : Master::fetch;
}

}  // namespace

// Permits weights_loop() (the process that fetches weights) to read the weights of further blocks
// of the issued kernels, up to the block after the block that is computed next.
void NpuPipeline::open_weights() {
  constexpr std::size_t ahead = 2;
  while (!unopened_kernels_.empty() && weights_open_ < computed_ + ahead) {
    const Kernel& kernel = *unopened_kernels_.front();
    if (opened_blocks_ == kernel.blocks.count) {
      unopened_kernels_.pop_front();
      opened_blocks_ = 0;
      continue;
    }
    Flight& flight = flight_of(weights_open_++);
    flight.kernel = &kernel;
    flight.block = &context_->program->blocks[kernel.blocks.first + opened_blocks_++];
    flight.weights.in_use = 0;
    submit_reads(flight, Purpose::weights);
    weights_queued_.notify();
  }
}

void NpuPipeline::weights_loop() {
  for (;;) {
    while (weights_requested_ == weights_open_) await(weights_queued_);
    Reads& weights = flight_of(weights_requested_).weights;
    for (std::size_t i = 0; i < weights.in_use; ++i) {
      Request& request = weights.requests[i];
      context_->port_of(request.accesses[0].memory).submit(request);
    }
    for (std::size_t i = 0; i < weights.in_use; ++i) {
      while (!weights.requests[i].complete) await(weights_granted_);
    }
    wait_until(*context_, last_granted(weights));
    ++weights_requested_;
    advance();
  }
}

Picoseconds NpuPipeline::last_granted(const Reads& reads) {
  Picoseconds last = 0;
  for (std::size_t i = 0; i < reads.in_use; ++i) {
    last = std::max(last, reads.requests[i].last_grant_end);
  }
  return last;
}

// Submits those reads of a block that `purpose` selects: one request for each sequence of
// consecutive accesses that have the same port and the same master. A block's accesses are in the
// order feature maps, weights, scales. If weights are fetched separately, this function only
// prepares the requests for weights, and weights_loop() submits them. Only the output of the block
// waits for scales.
void NpuPipeline::submit_reads(Flight& flight, Purpose purpose) {
  const Range& reads = flight.block->reads;
  const Access* accesses = context_->program->accesses.data() + reads.first;
  for (std::uint32_t i = 0; i < reads.count;) {
    const Access& first = accesses[i];
    const Master master = master_of(first.data);
    Port& port = context_->port_of(first.memory);
    const auto goes_along = [&](const Access& access) {
      return master_of(access.data) == master &&
             (access.memory == first.memory || &context_->port_of(access.memory) == &port);
    };
    std::uint32_t end = i + 1;
    Bytes bytes = first.bytes();
    while (end < reads.count && goes_along(accesses[end])) bytes += accesses[end++].bytes();
    const Range run{reads.first + i, end - i};
    i = end;
    const Purpose other = master == Master::weights ? Purpose::all_but_weights : Purpose::weights;
    if (purpose == other) continue;
    Request& request = add_read(flight, run, bytes);
    if (!request.kept) port.submit(request);
  }
}

Request& NpuPipeline::add_read(Flight& flight, Range accesses, Bytes bytes) {
  const Access* const first = context_->program->accesses.data() + accesses.first;
  const Master master = master_of(first->data);
  const bool weights = master == Master::weights;
  const bool scales = master == Master::scales;
  Reads& reads = weights ? flight.weights : scales ? flight.scales : flight.maps;
  Request& request = reads.requests[reads.in_use++];
  request.accesses = first;
  request.count = accesses.count;
  request.first_part = first_part(*flight.block, master, bytes);
  request.op = flight.kernel->op;
  request.master = master;
  request.window = static_cast<std::uint8_t>(master);
  request.kept = weights && holds_weights_;
  request.finished = request.kept ? &weights_granted_ : scales ? &scales_granted_ : &read_granted_;
  const bool fetched = request.finished == &read_granted_;
  request.together = fetched ? &flight.fetched : nullptr;
  if (fetched) ++flight.fetched.open;
  request.awaited = !scales;  // no process waits for scales before the output engine needs them
  // If the first part of the maps or scales is the complete request, its delivery is known when the
  // event `finished` is notified. So no other event is needed.
  const bool ends_first = !weights && request.first_part >= bytes;
  request.first_came = !holds_weights_ || ends_first ? nullptr
                       : scales                      ? &scales_granted_
                                                     : &first_came_;
  request.complete = false;
  request.moved = 0;
  return request;
}

}  // namespace spillway::sim
