// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"
#include "planner/plan.h"

namespace spillway {

using OperatorIndex = std::int32_t;  // index into Program::operators

/// The data that an access carries. Statistics and the causes of stalls distinguish these classes.
enum class DataClass : std::uint8_t { ifm, ifm2, weights, scales, ofm, dma, tile, host, commands };

/// One strided transfer, all read or all written: `planes` x `rows` contiguous runs of `run` bytes.
/// Total bytes = run * rows * planes. A run that starts or ends inside a beat (the bytes that a
/// port moves per cycle) takes the time of the whole beat.
struct Access {
  Address address = 0;
  std::int32_t run = 0;
  std::int32_t rows = 1;
  std::int32_t planes = 1;
  std::int64_t row_stride = 0;
  std::int64_t plane_stride = 0;
  std::uint8_t memory = 0;  // index into Target::memories
  bool write = false;
  DataClass data = DataClass::ifm;

  Bytes bytes() const { return Bytes{run} * rows * planes; }
};

/// A range of elements in one of Program's arrays.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// One OFM block of an NPU kernel. Its accesses come in the order ifm, ifm2, weights, scales, ofm.
struct Block {
  std::int32_t compute = 0;  // cycles of the MAC engine
  // The cycles of `compute` in which the MAC engine waits for the weight decoder.
  std::int32_t decoder_wait = 0;
  // The least number of cycles that the input buffer of the processor needs to take in the feature
  // maps of the block.
  std::int32_t intake = 0;
  std::int32_t output = 0;       // cycles of the output engine
  std::uint16_t sub_blocks = 1;  // number of equal parts in which the IFM arrives and is used
  // The number of steps in which results go from the MAC engine to the output engine.
  std::uint16_t out_blocks = 1;
  // The number of equal parts of `intake`. The MAC engine can begin after the first part, and uses
  // the last part only after the end of `intake`.
  std::uint16_t intake_steps = 1;
  // The number of equal parts in which the results leave the output engine; writes begin after the
  // first part. 0 = writes begin when the output engine begins.
  std::uint16_t write_steps = 0;
  Range reads;  // range of Program::accesses
  Range writes;
};

/// One NPU operation: its OFM blocks in the order in which they are computed.
struct Kernel {
  OperatorIndex op = 0;
  Range blocks;  // range of Program::blocks
  // When the first blocks of this kernel start, at most this number of blocks of the previous
  // kernels can be unfinished (BLOCKDEP).
  std::uint8_t block_dependency = 0;
  bool elementwise = false;  // no MAC stage: data go directly to the output engine
  // True = the processor has only one input buffer, so that it fetches the feature maps of a block
  // only after the previous block has been computed.
  bool one_input_buffer = false;
};

/// A DMA transfer from a source to a destination. Both have the same number of bytes, but their
/// rows may be laid out differently. If `internal`, the destination is memory inside the processor,
/// to which no port moves the bytes.
struct DmaTransfer {
  OperatorIndex op = 0;  // the operator that needs the data
  Access source;
  Access destination;
  bool internal = false;
  /// True = the descriptor of this transfer is chained to the previous descriptor on its channel.
  bool chained = false;
  std::uint8_t channel = 0;
};

/// The kinds of steps of a kernel on a software processor (a processor without fixed-function
/// engines, such as xcore.ai). The steps of each hardware thread are a small program of nested
/// loops with issue slots and memory accesses.
enum class TileStepKind : std::uint8_t {
  loop,  // value = iterations of the steps up to the matching `end`
  end,
  slots,  // value = issue slots
  touch,  // a load or store: index = position in Program::touches
  load,   // a copy: index = position in Program::loads
};

struct TileStep {
  TileStepKind kind = TileStepKind::slots;
  std::uint32_t index = 0;
  std::int64_t value = 0;
};

constexpr int max_loop_depth = 6;

/// A load or store of a software processor. Its address is base + the sum, over enclosing loops
/// (outermost first), of iteration * stride. If `table`, the access reads an entry of a lookup
/// table, whose index depends on data: the address is increased by table_entry times a
/// pseudo-random value (TableValues).
struct TileTouch {
  Address base = 0;
  std::array<std::int32_t, max_loop_depth> stride{};
  std::int32_t bytes = 0;
  std::uint8_t memory = 0;
  bool write = false;
  bool table = false;
  std::int32_t table_entry = 1;  // bytes per table entry
};

/// Kinds of loads. They differ in what the hardware thread does during the load.
enum class TileLoadKind : std::uint8_t {
  copy,   // the thread waits until the load has ended
  start,  // the thread continues; the destination is a memory without a cache
  wait,   // no load: the thread waits until all started loads have ended
};

/// A copy by the processor from one memory to another, such as a load of weights from flash on
/// xcore.ai. The rate of the source memory limits the rate of the copy.
struct TileLoad {
  TileLoadKind kind = TileLoadKind::copy;
  std::uint8_t source_memory = 0;
  Address source = 0;
  std::uint8_t memory = 0;
  Address destination = 0;
  Bytes bytes = 0;
  // True = the load continues where the previous load ended, so that the fixed time at the
  // beginning of a load is not added.
  bool continues = false;
};

/// One operator on a software processor: the steps of each hardware thread.
struct TileTask {
  OperatorIndex op = 0;
  std::int32_t issue_divider = 1;  // a thread issues once every max(issue_divider, threads) cycles
  // Per thread: its steps in Program::steps. Work of the operator as a whole is in thread 0.
  std::vector<Range> threads;
};

/// Work of the host CPU: an operator that the NPU does not run, a copy, cache maintenance, or the
/// fixed cost of a call of the NPU.
struct HostTask {
  OperatorIndex op = 0;
  Cycles cycles = 0;
  Range accesses;  // range of Program::accesses, which are made in order, after `cycles`
};

enum class CommandKind : std::uint8_t {
  kernel,       // queues Program::kernels[index]; blocks while too many kernels are outstanding
  dma_start,    // queues Program::transfers[index] on the channel of the transfer
  dma_wait,     // waits until at most `index` transfers are outstanding
  kernel_wait,  // waits until at most `index` kernels are outstanding
  core,         // runs Program::core_tasks[index] to its end
  host,         // waits for all earlier work, then runs Program::host_tasks[index] to its end
  barrier,      // waits for all earlier work
};

/// A command of the program. The processor's command parser executes commands in order.
struct Command {
  CommandKind kind = CommandKind::barrier;
  std::uint32_t index = 0;
  OperatorIndex op = 0;
  std::int32_t cycles = 0;  // cycles of the parser before the command takes effect
};

/// The words that the command parser reads from a memory for the commands from `first_command` up
/// to the first command of the next stream.
struct CommandStream {
  Access words;
  std::uint32_t first_command = 0;  // index into Program::commands
};

struct ProgramOperator {
  std::string name;
  std::string type;  // type by which tables group operators, such as "CONV_2D"
  std::int64_t macs = 0;
  std::string note;
  // A lower bound of the operator's time, in cycles of the processor; 0 = not known. The bound
  // follows from the bytes that the operator must move and the multiply-accumulates that it must
  // compute. Overheads of the operator's kernels are not included.
  Cycles least = 0;
};

/// A range of memory that a compiled network occupies as a whole, even if commands access only a
/// part of it.
struct Storage {
  std::string name;  // name of the tensor
  std::uint8_t memory = 0;
  Address address = 0;
  Bytes bytes = 0;
  bool constant = false;  // true = part of the file; false = written at run time
};

/// The work of processor and DMA, operator by operator. Operators end in order: an operator ends
/// when its last kernel, transfer, core task or host task has ended. Kernels of different operators
/// alternate only within a cascade.
struct Program {
  std::string target;
  std::vector<ProgramOperator> operators;
  std::vector<Command> commands;
  std::vector<Kernel> kernels;
  std::vector<Block> blocks;
  std::vector<Access> accesses;
  std::vector<DmaTransfer> transfers;
  std::vector<TileTask> core_tasks;
  std::vector<TileStep> steps;
  std::vector<TileTouch> touches;
  std::vector<TileLoad> loads;
  std::vector<HostTask> host_tasks;
  std::vector<CommandStream> streams;  // in the order of their commands
  std::vector<Storage> storage;        // ranges that a compiled network occupies; every range once
  // per memory of the target: address after the last byte that the plan uses
  std::vector<Bytes> peak_bytes;
  std::vector<std::string> warnings;
};

}  // namespace spillway
