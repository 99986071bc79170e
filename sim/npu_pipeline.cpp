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

bool is_weights(DataClass data) {
  return data == DataClass::weights || data == DataClass::scales;
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
  fetch_busy_ = compute_busy_ = output_busy_ = 0;
}

void NpuPipeline::issue(const Kernel& kernel) {
  ++issued_;
  queue_.push_back({&kernel, context_->now()});
  queued_.notify(sc_core::SC_ZERO_TIME);
}

void NpuPipeline::fetch_loop() {
  for (;;) {
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
// before are unwritten.
void NpuPipeline::wait_for_dependency(const Kernel& kernel, std::size_t index_in_kernel) {
  const std::size_t ahead = std::size_t{kernel.block_dependency} + 1;
  if (index_in_kernel >= ahead || sequence_ < ahead) return;
  const std::size_t needed = sequence_ - ahead;
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
    Picoseconds& last = carries_weights_[i] ? arrival.last_weights : arrival.last;
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

// One request per run of accesses that share port and purpose: feature maps first, then weights.
void NpuPipeline::submit_reads(const Kernel& kernel, const Block& block) {
  requests_in_use_ = 0;
  const Access* accesses = context_->program->accesses.data() + block.reads.first;
  for (std::uint32_t i = 0; i < block.reads.count;) {
    const bool weights = is_weights(accesses[i].data);
    Port& port = context_->port_of(accesses[i].memory);
    std::uint32_t end = i + 1;
    Bytes bytes = accesses[i].bytes();
    while (end < block.reads.count && is_weights(accesses[end].data) == weights &&
           &context_->port_of(accesses[end].memory) == &port) {
      bytes += accesses[end++].bytes();
    }
    Request& request = requests_[requests_in_use_];
    carries_weights_[requests_in_use_] = weights;
    ++requests_in_use_;
    request.accesses = accesses + i;
    request.count = end - i;
    request.first_part = weights ? std::min(bytes, first_weights) : bytes / block.sub_blocks;
    request.op = kernel.op;
    request.master = weights ? Master::weights : Master::fetch;
    request.window = static_cast<std::uint8_t>(request.master);
    request.write = false;
    request.finished = &read_granted_;
    port.submit(request);
    i = end;
  }
}

void NpuPipeline::run_block(const Kernel& kernel, const Block& block, const Arrival& arrival,
                            bool last) {
  const Picoseconds output = context_->clock.to_time(block.output);
  Picoseconds output_start = 0;
  Picoseconds output_end = 0;
  if (kernel.elementwise) {
    output_start = std::max(arrival.first, output_end_[0]);
    output_end = std::max(output_start + output,
                          arrival.last_any + context_->clock.to_time(elementwise_latency));
    if (block.reads.count == 0) output_end = output_start + output;
    compute_end_ = {output_start, compute_end_[0]};
  } else {
    const Picoseconds compute_end = run_compute(kernel, block, arrival);
    output_start = std::max(compute_end, output_end_[0]);
    output_end = output_start + output;
    compute_end_ = {compute_end, compute_end_[0]};
  }
  book_busy(output_end - output, output_end, arrival.last_memory);
  output_busy_ += output;
  context_->record(Track::output, 0, kernel.op, output_end - output, output_end);
  output_end_ = {output_end, output_end_[0]};
  context_->ledger->extend(kernel, output_end);
  writes_.push_back({&kernel, &block, output_start, output_end, last});
  write_queued_.notify(sc_core::SC_ZERO_TIME);
}

// The MAC engine starts with the first sub-block and consumes the others as they come.
Picoseconds NpuPipeline::run_compute(const Kernel& kernel, const Block& block,
                                     const Arrival& arrival) {
  const Picoseconds duration = context_->clock.to_time(block.compute);
  const Picoseconds start = std::max({arrival.first, compute_end_[0], output_end_[1]});
  const Picoseconds end = std::max(
      {start + duration, arrival.last + duration / block.sub_blocks, arrival.last_weights});
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
  return std::max(request.done, pending.output_end + latency);
}

}  // namespace spillway::sim
