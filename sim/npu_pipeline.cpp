// SPDX-License-Identifier: Apache-2.0
#include "sim/npu_pipeline.h"

#include <algorithm>

namespace spillway::sim {
namespace {

// An elementwise block's results follow its last operand by this many cycles (depth of the
// element-wise path in the block model that was checked against Arm's FVP counters).
constexpr Cycles elementwise_latency = 8;

// The MAC engine starts with the first burst of its weights.
constexpr Bytes first_weights = 64;

Master master_of(DataClass data) {
  if (data == DataClass::weights) return Master::weights;
  return data == DataClass::scales ? Master::scales : Master::fetch;
}

}  // namespace

NpuPipeline::NpuPipeline(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_THREAD(fetch_loop);
  SC_THREAD(write_loop);
}

void NpuPipeline::configure(const RunContext& context, ProcessorLog& log) {
  context_ = &context;
  log_ = &log;
  queue_.clear();
  writes_.clear();
  issued_ = 0;
  kernel_ends_.clear();
  kernel_ends_.reserve(context.program->kernels.size());
  sequence_ = 0;
  fetch_sent_ = 0;
  compute_end_ = {};
  output_end_ = {};
  write_end_.clear();
  write_end_.reserve(context.program->blocks.size());
  write_memory_ = 0;
  for (ScaleRead& read : scale_reads_) read.in_use = 0;
  pending_ = {};
  fetch_busy_ = compute_busy_ = output_busy_ = 0;
}

void NpuPipeline::issue(const Kernel& kernel) {
  ++issued_;
  queue_.push_back({&kernel, context_->now()});
  queued_.notify(sc_core::SC_ZERO_TIME);
}

void NpuPipeline::fetch_loop() {
  for (;;) {
    if (queue_.empty()) run_output();
    while (queue_.empty()) wait(queued_);
    const Issued issued = queue_.front();
    queue_.pop_front();
    fetch_kernel(issued);
  }
}

void NpuPipeline::fetch_kernel(const Issued& issued) {
  const Kernel& kernel = *issued.kernel;
  for (std::size_t i = 0; i < kernel.blocks.count; ++i) {
    wait_for_dependency(kernel, i);
    wait_until(*context_, std::max({issued.time, fetch_sent_, compute_end_[1]}));
    log_->book(*context_->ledger, std::min(issued.time, context_->now()));
    const Block& block = context_->program->blocks[kernel.blocks.first + i];
    const Arrival arrival = fetch(kernel, block);
    run_block(kernel, block, arrival, i + 1 == kernel.blocks.count);
    ++sequence_;
  }
}

// The first blocks of a kernel may start only while at most block_dependency blocks of what came
// before are unwritten, and none where kernels do not overlap.
void NpuPipeline::wait_for_dependency(const Kernel& kernel, std::size_t index_in_kernel) {
  const bool overlap = context_->target->npu.kernels_overlap;
  const std::size_t ahead = overlap ? std::size_t{kernel.block_dependency} + 1 : 1;
  if (index_in_kernel >= ahead || sequence_ < ahead) return;
  const std::size_t needed = sequence_ - ahead;
  run_output();
  while (write_end_.size() <= needed) wait(written_);
  wait_until(*context_, write_end_[needed]);
}

NpuPipeline::Arrival NpuPipeline::fetch(const Kernel& kernel, const Block& block) {
  const Picoseconds start = context_->now();
  Arrival arrival;
  arrival.first = arrival.last = arrival.last_weights = arrival.last_any = start;
  submit_reads(kernel, block);
  Picoseconds granted = start;
  for (std::size_t i = 0; i < requests_in_use_; ++i) {
    const Request& request = requests_[i];
    while (!request.complete) wait(read_granted_);
    granted = std::max(granted, request.granted);
    const std::size_t memory = request.accesses[0].memory;
    if (request.first_part_done > arrival.first) {
      arrival.first = request.first_part_done;
      arrival.first_memory = memory;
    }
    Picoseconds& last = request.master != Master::fetch ? arrival.last_weights : arrival.last;
    last = std::max(last, request.done);
    if (request.done >= arrival.last_any) {
      arrival.last_any = request.done;
      arrival.last_memory = memory;
    }
  }
  wait_until(*context_, granted);
  fetch_sent_ = granted;
  fetch_busy_ += granted - start;
  context_->record(Track::fetch, 0, kernel.op, start, granted);
  return arrival;
}

// One request per run of accesses that share port and purpose: feature maps first, then weights,
// then scales, which the block's output waits for.
void NpuPipeline::submit_reads(const Kernel& kernel, const Block& block) {
  requests_in_use_ = 0;
  ScaleRead& scales = scale_reads_[sequence_ % scale_slots];
  scales.in_use = 0;
  const Access* accesses = context_->program->accesses.data() + block.reads.first;
  for (std::uint32_t i = 0; i < block.reads.count;) {
    const Master master = master_of(accesses[i].data);
    Port& port = context_->port_of(accesses[i].memory);
    std::uint32_t end = i + 1;
    Bytes bytes = accesses[i].bytes();
    while (end < block.reads.count && master_of(accesses[end].data) == master &&
           &context_->port_of(accesses[end].memory) == &port) {
      bytes += accesses[end++].bytes();
    }
    Request& request =
        master == Master::scales ? scales.requests[scales.in_use++] : requests_[requests_in_use_++];
    request.master = master;
    submit_read(
        request, kernel, {block.reads.first + i, end - i},
        master == Master::fetch ? bytes / block.sub_blocks : std::min(bytes, first_weights));
    i = end;
  }
}

void NpuPipeline::submit_read(Request& request, const Kernel& kernel, Range accesses,
                              Bytes first_part) {
  request.accesses = context_->program->accesses.data() + accesses.first;
  request.count = accesses.count;
  request.first_part = first_part;
  request.op = kernel.op;
  request.window = static_cast<std::uint8_t>(request.master);
  request.write = false;
  request.finished = &read_granted_;
  context_->port_of(request.accesses[0].memory).submit(request);
}

Picoseconds NpuPipeline::scales_arrived(ScaleRead& read) {
  Picoseconds arrived = 0;
  for (std::size_t i = 0; i < read.in_use; ++i) {
    while (!read.requests[i].complete) wait(read_granted_);
    arrived = std::max(arrived, read.requests[i].done);
  }
  return arrived;
}

void NpuPipeline::run_block(const Kernel& kernel, const Block& block, const Arrival& arrival,
                            bool last) {
  run_output();
  if (kernel.elementwise) return run_elementwise(kernel, block, arrival, last);
  const Picoseconds compute_end = run_compute(kernel, block, arrival);
  compute_end_ = {compute_end, compute_end_[0]};
  pending_ = {&kernel, &block, compute_end, sequence_ % scale_slots, arrival.last_memory, last};
}

void NpuPipeline::run_elementwise(const Kernel& kernel, const Block& block, const Arrival& arrival,
                                  bool last) {
  const Picoseconds output = context_->clock.to_time(block.output);
  const Picoseconds start = std::max(arrival.first, output_end_[0]);
  const Picoseconds latency = context_->clock.to_time(elementwise_latency);
  const Picoseconds end = context_->within_limit(
      block.reads.count == 0 ? start + output
                             : std::max(start + output, arrival.last_any + latency),
      kernel.op);
  compute_end_ = {start, compute_end_[0]};
  emit({&kernel, &block, start, end, last}, arrival.last_memory);
}

// The output engine of the last block that the MAC engine has done.
void NpuPipeline::run_output() {
  if (pending_.kernel == nullptr) return;
  const PendingOutput pending = pending_;
  pending_ = {};
  const Picoseconds scales = scales_arrived(scale_reads_[pending.scales]);
  const Picoseconds start = std::max({pending.compute_end, output_end_[0], scales});
  const Picoseconds end = context_->within_limit(
      start + context_->clock.to_time(pending.block->output), pending.kernel->op);
  emit({pending.kernel, pending.block, start, end, pending.last}, pending.last_memory);
}

void NpuPipeline::emit(const PendingWrite& pending, std::size_t stalled_on) {
  const Picoseconds output = context_->clock.to_time(pending.block->output);
  book_busy(pending.output_end - output, pending.output_end, stalled_on);
  output_busy_ += output;
  context_->record(Track::output, 0, pending.kernel->op, pending.output_end - output,
                   pending.output_end);
  output_end_ = {pending.output_end, output_end_[0]};
  context_->ledger->extend(*pending.kernel, pending.output_end);
  writes_.push_back(pending);
  write_queued_.notify(sc_core::SC_ZERO_TIME);
}

// The MAC engine starts with the first sub-block and consumes the others as they come.
Picoseconds NpuPipeline::run_compute(const Kernel& kernel, const Block& block,
                                     const Arrival& arrival) {
  const Picoseconds duration = context_->clock.to_time(block.compute);
  const Picoseconds start = std::max({arrival.first, compute_end_[0], output_end_[1]});
  const Picoseconds end =
      context_->within_limit(std::max({start + duration, arrival.last + duration / block.sub_blocks,
                                       arrival.last_weights}),
                             kernel.op);
  book_busy(end - duration, end,
            start == arrival.first ? arrival.first_memory : arrival.last_memory);
  compute_busy_ += duration;
  context_->record(Track::compute, 0, kernel.op, end - duration, end);
  return end;
}

void NpuPipeline::book_busy(Picoseconds start, Picoseconds end, std::size_t stalled_on) {
  context_->ledger->book(start, static_cast<Category>(stall_base + stalled_on));
  context_->ledger->book(end, compute);
}

void NpuPipeline::write_loop() {
  for (;;) {
    while (writes_.empty()) wait(write_queued_);
    const PendingWrite pending = writes_.front();
    writes_.pop_front();
    const Picoseconds end = write(pending);
    context_->ledger->extend(*pending.kernel, end);
    write_end_.push_back(end);
    written_.notify(sc_core::SC_ZERO_TIME);
    if (!pending.last) continue;
    const Picoseconds before = kernel_ends_.empty() ? 0 : kernel_ends_.back();
    kernel_ends_.push_back(std::max(before, end));
    changed_.notify(sc_core::SC_ZERO_TIME);
  }
}

// Data leaves as the output engine produces it; the block is written when both are through.
Picoseconds NpuPipeline::write(const PendingWrite& pending) {
  const Range& range = pending.block->writes;
  if (range.count == 0) return pending.output_end;
  wait_until(*context_, pending.start);
  Request request;
  request.accesses = context_->program->accesses.data() + range.first;
  request.count = range.count;
  request.op = pending.kernel->op;
  request.master = Master::write_back;
  request.window = static_cast<std::uint8_t>(request.master);
  request.write = true;
  request.finished = &write_granted_;
  write_memory_ = request.accesses[0].memory;
  context_->port_of(write_memory_).submit(request);
  wait_for(*context_, request, write_granted_);
  const Picoseconds latency = request.done - request.granted;
  return context_->within_limit(std::max(request.done, pending.output_end + latency),
                                pending.kernel->op);
}

}  // namespace spillway::sim
