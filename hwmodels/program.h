// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"
#include "planner/plan.h"

namespace spillway {

using OperatorIndex = std::int32_t;  // into Program::operators

/// What a transfer carries; statistics and stall attribution tell them apart.
enum class DataClass : std::uint8_t { ifm, ifm2, weights, scales, ofm, dma, tile, host, commands };

/// One strided transfer, all read or all written: `planes` x `rows` contiguous runs of `run` bytes.
/// Total bytes = run * rows * planes. A run that starts or ends within a beat costs whole beats.
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

/// A range of one of Program's arrays.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// One OFM block of an NPU kernel. Its accesses come in the order ifm, ifm2, weights, scales, ofm.
struct Block {
  std::int32_t compute = 0;       // cycles of the MAC engine
  std::int32_t decoder_wait = 0;  // of these, while it waits for the weight decoder
  std::int32_t output = 0;        // cycles of the output engine
  std::uint16_t sub_blocks = 1;   // steps in which the IFM arrives and is consumed
  std::uint16_t out_blocks =
      1;        // steps in which results leave the MAC engine for the output engine
  Range reads;  // into Program::accesses
  Range writes;
};

/// One NPU operation: its OFM blocks in the order in which they are computed.
struct Kernel {
  OperatorIndex op = 0;
  Range blocks;  // into Program::blocks
  std::uint8_t block_dependency =
      0;                     // first blocks may start with so many of the previous unfinished
  bool elementwise = false;  // no MAC stage: data goes straight to the output engine
  bool one_input_buffer = false;  // a block's maps come after the block before has been computed
};

/// A DMA transfer. Destination rows may be laid out differently from the source's; both carry the
/// same number of bytes. `internal` = into the processor's own memory, on no port.
struct DmaTransfer {
  OperatorIndex op = 0;  // the operator that needs it
  Access source;
  Access destination;
  bool internal = false;
  bool chained = false;  // descriptor chained to the one before it on its channel
  std::uint8_t channel = 0;
};

/// A processor that executes kernels in software does this: a little program of
/// nested loops over issue slots and memory touches, one per hardware thread.
enum class TileStepKind : std::uint8_t {
  loop,  // value = iterations, until the matching end
  end,
  slots,  // value = issue slots
  touch,  // index = into Program::touches
  load,   // index = into Program::loads: copy, word by word
};

struct TileStep {
  TileStepKind kind = TileStepKind::slots;
  std::uint32_t index = 0;
  std::int64_t value = 0;
};

constexpr int max_loop_depth = 6;

/// A processor's load or store. Its address is base + sum over enclosing loops (outermost first) of
/// iteration * stride, or, for `table`, base + entry * (pseudo-random value of that element).
struct TileTouch {
  Address base = 0;
  std::array<std::int32_t, max_loop_depth> stride{};
  std::int32_t bytes = 0;
  std::uint8_t memory = 0;
  bool write = false;
  bool table = false;
  std::int32_t table_entry = 1;  // bytes per table entry
};

/// What becomes of a load's time.
enum class TileLoadKind : std::uint8_t {
  copy,   // the thread waits for its end
  start,  // the thread goes on; words land in memory without a cache
  wait,   // until every load that was started has ended; moves nothing itself
};

/// Copy by the processor at the rate of the source (xcore.ai's flash loads).
struct TileLoad {
  TileLoadKind kind = TileLoadKind::copy;
  std::uint8_t source_memory = 0;
  Address source = 0;
  std::uint8_t memory = 0;
  Address destination = 0;
  Bytes bytes = 0;
  bool continues = false;  // goes on where the load before it ended: no fixed cost of its own
};

/// One operator on a software processor: the steps of each hardware thread.
struct TileTask {
  OperatorIndex op = 0;
  std::int32_t issue_divider = 1;  // a thread issues every max(this, threads) cycles
  std::vector<Range> threads;      // into Program::steps; operator-level work is in thread 0
};

/// Work of the host CPU: an operator that the NPU does not run, a copy, cache maintenance.
struct HostTask {
  OperatorIndex op = 0;
  Cycles cycles = 0;
  Range accesses;  // into Program::accesses, in order, not overlapped with the cycles
};

enum class CommandKind : std::uint8_t {
  kernel,       // index into Program::kernels: queued; blocks until the kernel before it has ended
  dma_start,    // index into Program::transfers: queued on its channel
  dma_wait,     // until at most `index` transfers are outstanding
  kernel_wait,  // until at most `index` kernels are outstanding
  core,         // index into Program::core_tasks: runs to its end
  host,         // index into Program::host_tasks: waits for all earlier work, runs to its end
  barrier,      // waits for all earlier work
};

/// The processor's command parser executes these in order.
struct Command {
  CommandKind kind = CommandKind::barrier;
  std::uint32_t index = 0;
  OperatorIndex op = 0;
  std::int32_t cycles = 0;  // of the parser, before the command takes effect
};

/// Words that the command parser reads from a memory, for commands from `first_command` on up to
/// the next stream's.
struct CommandStream {
  Access words;
  std::uint32_t first_command = 0;  // into Program::commands
};

struct ProgramOperator {
  std::string name;
  std::string type;  // what tables group by: "CONV_2D", "OP_XC_conv2d_v2"
  std::int64_t macs = 0;
  std::string note;
  // A lower bound of its time in cycles of the processor, from what it must move and compute
  // whatever its kernel costs; 0 = nothing is known.
  Cycles least = 0;
};

/// A stretch of memory that a compiled network takes as a whole, whatever of it its commands touch.
struct Storage {
  std::string name;  // of the tensor
  std::uint8_t memory = 0;
  Address address = 0;
  Bytes bytes = 0;
  bool constant = false;  // part of the file; else written at run time
};

/// What the processor and the DMA do, operator by operator. Operators are ended in order: an
/// operator ends when its last kernel, transfer, core task or host task has. Only kernels of the
/// operators of a cascade alternate.
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
  std::vector<Storage> storage;        // of compiled networks, each stretch once
  std::vector<Bytes> peak_bytes;  // per memory of the target: highest address that the plan uses
  std::vector<std::string> warnings;
};

}  // namespace spillway
