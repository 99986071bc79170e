// SPDX-License-Identifier: Apache-2.0
#include "sim/engines/npu/npu_pipeline.h"

#include <algorithm>

#include "sim/bounds/block_rules.h"

namespace spillway::sim {
namespace {

enum TrackOffset : std::uint8_t { fetch_track, compute_track, output_track };

}  // namespace

NpuPipeline::NpuPipeline(const sc_core::sc_module_name& name) : sc_module(name) {
  SPILLWAY_THREAD(fetch_loop);
  SPILLWAY_THREAD(weights_loop);
  SPILLWAY_THREAD(output_loop);
  SPILLWAY_METHOD(advance, first_came_);
}

void NpuPipeline::configure(const RunContext& context, Track first) {
  context_ = &context;
  first_track_ = first;
  holds_weights_ = context.target->npu.weight_reads > 0;
  reads_weights_ahead_ = holds_weights_ && !context.target->npu.kernels_overlap;
  unopened_kernels_.clear();
  opened_blocks_ = 0;
  queue_.clear();
  issued_ = 0;
  kernel_ends_.clear();
  kernel_ends_.reserve(context.program->kernels.size());
  requested_ = computed_ = put_out_ = weights_open_ = weights_requested_ = 0;
  for (Flight& flight : flights_) flight.compute_end = 0;
  output_end_ = {};
  fetch_sent_ = taken_in_ = 0;
  write_end_.clear();
  write_end_.reserve(context.program->blocks.size());
  write_memory_ = 0;
  fetch_busy_ = compute_busy_ = output_busy_ = 0;
  stalled_by_ifm_ = stalled_by_weights_ = stalled_by_output_ = output_stalled_ = 0;
  decoder_waits_ = 0;
}

void NpuPipeline::issue(const Kernel& kernel) {
  ++issued_;
  queue_.push_back({&kernel, context_->now()});
  queued_.notify();
  if (!reads_weights_ahead_) return;
  unopened_kernels_.push_back(&kernel);
  open_weights();
}

void NpuPipeline::fetch_loop() {
  for (;;) {
    while (queue_.empty()) await(queued_);
    const Issued issued = queue_.front();
    queue_.pop_front();
    fetch_kernel(issued);
  }
}

void NpuPipeline::fetch_kernel(const Issued& issued) {
  const Kernel& kernel = *issued.kernel;
  for (std::size_t i = 0; i < kernel.blocks.count; ++i) {
    if (!holds_weights_) wait_for_dependency(kernel, i);
    wait_for_compute(issued);
    Flight& flight = flight_of(requested_);
    flight.kernel = &kernel;
    flight.block = &context_->program->blocks[kernel.blocks.first + i];
    flight.last = i + 1 == kernel.blocks.count;
    begin_fetch(flight);
    if (holds_weights_ && !reads_weights_ahead_) {
      submit_reads(flight, Purpose::weights);
      ++weights_open_;
      weights_queued_.notify();
    }
    if (holds_weights_) wait_for_dependency(kernel, i);
    context_->log->book(*context_->ledger, std::min(issued.time, context_->now()));
    submit_reads(flight, holds_weights_ ? Purpose::all_but_weights : Purpose::all);
    fetch(flight);
    advance();
  }
}

// Waits for a free buffer for a block's reads. With two buffers, a buffer becomes free when the
// block two before this block has been computed. With one buffer, it becomes free when the previous
// block has been computed. In elementwise kernels with one buffer, the previous block must also
// have been output, because the output engine reads its operands from the buffer.
void NpuPipeline::wait_for_compute(const Issued& issued) {
  const bool one = issued.kernel->one_input_buffer;
  const std::size_t buffers = one ? 1 : 2;
  if (one && issued.kernel->elementwise && requested_ > 0) {
    while (put_out_ < requested_) await(written_);
    wait_until(*context_, output_end(requested_ - 1));
  }
  while (requested_ >= computed_ + buffers) await(computed_block_);
  const Picoseconds buffer_free =
      requested_ < buffers ? 0 : flight_of(requested_ - buffers).compute_end;
  wait_until(*context_, std::max({issued.time, fetch_sent_, buffer_free}));
}

// Waits for the writes of earlier blocks. The first blocks of a kernel may start only if at most
// block_dependency blocks before them are unwritten. If kernels do not overlap, a kernel starts
// npu.kernel_start cycles after all earlier blocks have been written.
void NpuPipeline::wait_for_dependency(const Kernel& kernel, std::size_t index_in_kernel) {
  const bool overlap = context_->target->npu.kernels_overlap;
  const std::size_t ahead = overlap ? std::size_t{kernel.block_dependency} + 1 : 1;
  if (index_in_kernel >= ahead || requested_ < ahead) return;
  const std::size_t needed = requested_ - ahead;
  while (write_end_.size() <= needed) await(written_);
  const Cycles start = overlap ? 0 : context_->target->npu.kernel_start;
  wait_until(*context_, write_end_[needed] + context_->time_of(start));
}

void NpuPipeline::begin_fetch(Flight& flight) const {
  flight.begun = false;
  flight.maps.in_use = flight.scales.in_use = 0;
  if (!reads_weights_ahead_) flight.weights.in_use = 0;
  flight.fetched = {};
}

void NpuPipeline::fetch(Flight& flight) {
  flight.fetch_start = context_->now();
  ++requested_;
  while (flight.fetched.open > 0) await(read_granted_);
  Picoseconds sent = std::max(flight.fetch_start, last_granted(flight.maps));
  if (!holds_weights_) sent = std::max(sent, last_granted(flight.weights));
  wait_until(*context_, sent);
  fetch_sent_ = sent;
  fetch_busy_ += sent - flight.fetch_start;
  context_->record(track_after(first_track_, fetch_track), 0, flight.kernel->op, flight.fetch_start,
                   sent);
}

// Waits until the port has granted all reads of a block's scales or, if `all` is false, the reads
// that the first results need. Returns the time at which these scales arrive.
Picoseconds NpuPipeline::scales_come(Reads& scales, bool all) {
  Picoseconds come = 0;
  for (std::size_t i = 0; i < scales.in_use; ++i) {
    Request& request = scales.requests[i];
    request.awaited = true;
    while (!(all ? request.complete : request.first_known())) await(scales_granted_);
    come = std::max(come, all ? request.done : request.first_part_done);
  }
  return come;
}

// Computes when the MAC engine begins and ends further blocks, as far as their reads have been
// delivered.
void NpuPipeline::advance() {
  while (computed_ < requested_) {
    Flight& flight = flight_of(computed_);
    if (!flight.begun) {
      if (!can_begin(flight)) return;
      begin(flight);
    }
    if (!has_come(flight)) return;
    end(flight);
    ++computed_;
    if (reads_weights_ahead_) open_weights();
    computed_block_.notify();
  }
}

// Whether the port has granted, by the present time, all reads of the MAC engine for a block.
bool NpuPipeline::has_come(const Flight& flight) const {
  for (const Reads* reads : {&flight.maps, &flight.weights}) {
    for (std::size_t i = 0; i < reads->in_use; ++i) {
      const Request& request = reads->requests[i];
      if (!request.complete || request.last_grant_end > context_->now()) return false;
    }
  }
  return true;
}

// Whether the time at which the MAC engine begins a block is known. Three conditions must hold: the
// weights of the block may be read, the arrival times of the block's first reads are known, and an
// accumulator is free. The block uses the same accumulator as the block two before it. An
// elementwise block uses no accumulator, but needs the output engine.
bool NpuPipeline::can_begin(const Flight& flight) const {
  if (put_out_ + (flight.kernel->elementwise ? 0 : 1) < computed_) return false;
  if (!weights_are_open(computed_)) return false;
  for (const Reads* reads : {&flight.maps, &flight.weights}) {
    for (std::size_t i = 0; i < reads->in_use; ++i) {
      if (!reads->requests[i].first_known()) return false;
    }
  }
  return true;
}

void NpuPipeline::note_first(Flight& flight, const Reads& reads) {
  for (std::size_t i = 0; i < reads.in_use; ++i) {
    const Request& request = reads.requests[i];
    if (request.first_part_done <= flight.first) continue;
    flight.first = request.first_part_done;
    flight.first_memory = request.accesses[0].memory;
    flight.weights_were_later = request.master == Master::weights;
  }
}

// Computes when the MAC engine begins a block: when the first sub-block and the first weights of
// the block have arrived, the previous block has been computed, and an accumulator is free. An
// elementwise block needs the output engine instead of the MAC engine.
void NpuPipeline::begin(Flight& flight) {
  flight.begun = true;
  flight.first = flight.fetch_start;
  flight.first_memory = 0;
  flight.weights_were_later = false;
  note_first(flight, flight.maps);
  take_in(flight);
  note_first(flight, flight.weights);
  const Picoseconds before = computed_ < 1 ? 0 : flight_of(computed_ - 1).compute_end;
  const Picoseconds last_output = computed_ < 1 ? 0 : output_end(computed_ - 1);
  const Picoseconds accumulator = computed_ < 2 ? 0 : output_end(computed_ - 2);
  flight.compute_start = flight.kernel->elementwise ? std::max(flight.first, last_output)
                                                    : std::max({flight.first, before, accumulator});
  const Picoseconds duration = context_->time_of(flight.block->compute);
  for (std::size_t i = 0; i < flight.weights.in_use; ++i) {
    Request& request = flight.weights.requests[i];
    context_->port_of(request.accesses[0].memory).use_from(request, flight.compute_start, duration);
  }
}

// Computes when the feature maps of a block are in the input buffer, which takes in maps at a
// limited rate, one block after the other.
void NpuPipeline::take_in(Flight& flight) {
  if (flight.block->intake == 0) return;
  const Picoseconds start = std::max(taken_in_, flight.fetch_start);
  const Picoseconds duration = context_->time_of(flight.block->intake);
  const Picoseconds first = start + duration / flight.block->intake_steps;
  flight.first = std::max(flight.first, first);
  taken_in_ = start + duration;
}

// Computes when the MAC engine ends a block. The MAC engine uses each further sub-block, and the
// weights, as soon as they arrive.
void NpuPipeline::end(Flight& flight) {
  const Block& block = *flight.block;
  const Picoseconds start = flight.compute_start;
  Picoseconds last_maps = flight.fetch_start;
  Picoseconds last_weights = flight.fetch_start;
  flight.last_read = flight.fetch_start;
  flight.last_memory = 0;
  for (const Reads* reads : {&flight.maps, &flight.weights}) {
    for (std::size_t i = 0; i < reads->in_use; ++i) {
      const Request& request = reads->requests[i];
      Picoseconds& last = reads == &flight.maps ? last_maps : last_weights;
      last = std::max(last, request.kept ? request.used : request.done);
      if (request.done < flight.last_read) continue;
      flight.last_read = request.done;
      flight.last_memory = request.accesses[0].memory;
    }
  }
  if (flight.kernel->elementwise) {
    flight.first_result = flight.compute_end = start;
    return;
  }
  const Picoseconds duration = context_->time_of(block.compute);
  const Picoseconds last_taken_in =
      block.intake == 0 ? 0 : taken_in_ + duration / block.intake_steps;
  const Picoseconds end =
      context_->within_limit(std::max({start + duration, last_maps + duration / block.sub_blocks,
                                       last_taken_in, last_weights}),
                             flight.kernel->op);
  flight.compute_end = end;
  flight.first_result = block.out_blocks == 1 ? end : start + duration / block.out_blocks;
  const bool by_output = computed_ >= 2 && start == output_end(computed_ - 2);
  const std::size_t memory = start == flight.first ? flight.first_memory : flight.last_memory;
  const std::size_t stalled_on = by_output ? write_memory_ : memory;
  // The time in which the input buffer takes in maps counts as work, not as a stall, because the
  // processor limits the rate.
  if (block.intake > 0) {
    book_busy(taken_in_ - context_->time_of(block.intake), std::min(taken_in_, end), stalled_on);
  }
  book_busy(end - duration, end, stalled_on);
  compute_busy_ += duration;
  decoder_waits_ += context_->time_of(block.decoder_wait);
  count_stalls(flight, last_weights);
  context_->record(track_after(first_track_, compute_track), 0, flight.kernel->op, end - duration,
                   end);
}

void NpuPipeline::book_busy(Picoseconds start, Picoseconds end, std::size_t stalled_on) {
  context_->ledger->book(start, static_cast<Category>(stall_base + stalled_on));
  context_->ledger->book(end, compute);
}

void NpuPipeline::output_loop() {
  for (;;) {
    while (put_out_ == computed_) await(computed_block_);
    put_out(flight_of(put_out_));
  }
}

// Outputs a block. The results leave as the output engine produces them, from the arrival of the
// block's scales on. The block is written when both the output engine and the writes have ended.
void NpuPipeline::put_out(Flight& flight) {
  const Picoseconds scales = scales_come(flight.scales, false);
  const Picoseconds before = put_out_ < 1 ? 0 : output_end(put_out_ - 1);
  const Picoseconds start = std::max({flight.first_result, before, scales});
  const Picoseconds output = context_->time_of(flight.block->output);
  const bool writes = flight.block->writes.count > 0;
  Request request;
  if (writes) {
    const std::uint16_t steps = flight.block->write_steps;
    wait_until(*context_, start + (steps > 0 ? output / steps : 0));
    write(flight, request);
  }
  const Picoseconds finished =
      context_->within_limit(output_finished(flight, start), flight.kernel->op);
  // After the last read of an elementwise block, the processor is working and not stalled.
  const Picoseconds fed = flight.kernel->elementwise ? std::max(start, flight.last_read) : finished;
  book_busy(std::min(finished - output, fed), finished, flight.last_memory);
  output_busy_ += output;
  context_->record(track_after(first_track_, output_track), 0, flight.kernel->op, finished - output,
                   finished);
  context_->ledger->extend(*flight.kernel, finished);
  Picoseconds end = finished;
  Picoseconds written = finished;
  if (writes) {
    end = std::max(finished, request.last_grant_end);
    output_stalled_ += end - finished;
    written = context_->within_limit(
        std::max(request.done, finished + request.done - request.last_grant_end),
        flight.kernel->op);
    context_->ledger->book(end, static_cast<Category>(stall_base + write_memory_));
  }
  output_end_[put_out_ % in_flight] = end;
  ++put_out_;
  advance();
  end_block(flight, written);
}

// Returns the end of the output of a block whose output begins at `start`, if writes never stall
// the output engine.
Picoseconds NpuPipeline::output_finished(Flight& flight, Picoseconds start) {
  const Block& block = *flight.block;
  const Picoseconds output = context_->time_of(block.output);
  if (!flight.kernel->elementwise) {
    const Picoseconds last = std::max(flight.compute_end, scales_come(flight.scales, true));
    return std::max(start, last - output + output / block.out_blocks) + output;
  }
  if (block.reads.count == 0) return start + output;
  return std::max(start + output, flight.last_read + context_->time_of(elementwise_latency));
}

void NpuPipeline::write(const Flight& flight, Request& request) {
  const Range& range = flight.block->writes;
  request.accesses = context_->program->accesses.data() + range.first;
  request.count = range.count;
  request.op = flight.kernel->op;
  request.master = Master::write_back;
  request.window = static_cast<std::uint8_t>(request.master);
  request.write = true;
  request.finished = &write_granted_;
  write_memory_ = request.accesses[0].memory;
  context_->port_of(write_memory_).submit(request);
  wait_for(*context_, request, write_granted_);
}

void NpuPipeline::end_block(const Flight& flight, Picoseconds end) {
  context_->ledger->extend(*flight.kernel, end);
  write_end_.push_back(end);
  written_.notify();
  if (!flight.last) return;
  const Picoseconds before = kernel_ends_.empty() ? 0 : kernel_ends_.back();
  kernel_ends_.push_back(std::max(before, end));
  if (context_->watch != nullptr) {
    context_->watch->note(kernel_ends_.size() - 1, kernel_ends_.back());
  }
  changed_.notify();
}

}  // namespace spillway::sim
