// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/replay/replay.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/block/kernel_blocks.h"
#include "hwmodels/ethosu/block/mode_names.h"
#include "hwmodels/ethosu/block/traffic.h"
#include "hwmodels/ethosu/replay/host_replay.h"
#include "hwmodels/ethosu/replay/operator_names.h"
#include "hwmodels/ethosu/replay/region_layout.h"
#include "hwmodels/ethosu/schedule/least_operators.h"
#include "planner/capacity_error.h"

namespace spillway::ethosu {
namespace {

void check_capacity(const std::vector<Bytes>& peak, const Target& target, const std::string& name) {
  for (std::size_t m = 0; m < target.memories.size(); ++m) {
    const MemorySpec& memory = target.memories[m];
    if (peak[m] <= memory.capacity) continue;
    throw does_not_fit(name, memory.name, peak[m], memory.capacity);
  }
}

std::uint32_t count_of(std::size_t size) { return static_cast<std::uint32_t>(size); }

void reserve(Program& program, const DecodedFile& file) {
  std::int64_t blocks = 0;
  std::int64_t accesses = 0;
  std::size_t commands = 0;
  std::size_t kernels = 0;
  for (const DecodedStream& stream : file.streams) {
    commands += stream.commands.size();
    kernels += stream.operations.size();
    for (const Operation& op : stream.operations) {
      constexpr int usual_constants_and_output = 4;
      blocks += block_count(op);
      accesses += block_count(op) * (sub_kernel_count(op) + usual_constants_and_output);
    }
  }
  program.operators.reserve(kernels);
  program.commands.reserve(commands);
  program.kernels.reserve(kernels);
  program.blocks.reserve(static_cast<std::size_t>(blocks));
  program.accesses.reserve(static_cast<std::size_t>(accesses));
}

/// Appends the commands of one command stream to a program.
class StreamReplay {
 public:
  StreamReplay(const DecodedStream& stream, std::size_t number, const RegionLayout& layout,
               const ReplayOptions& options, Program& program)
      : stream_(stream),
        number_(number),
        layout_(layout),
        options_(options),
        program_(program),
        config_(find_config(stream.payload.product, stream.payload.macs)) {}

  void run() {
    name_operators();
    fetch_commands();
    for (std::size_t i = 0; i < stream_.commands.size(); ++i) append(i);
  }

 private:
  void fetch_commands() {
    program_.streams.push_back({layout_.commands(number_), count_of(program_.commands.size())});
  }

  // Adds one operator for each kernel of the stream, or a single operator if the stream has no
  // kernel. The commands between two kernels belong to the operator of the second kernel.
  void name_operators() {
    first_ = static_cast<OperatorIndex>(program_.operators.size());
    for (std::size_t i = 0; i < stream_.commands.size(); ++i) {
      const DecodedCommand& command = stream_.commands[i];
      if (command.kind != DecodedKind::operation) continue;
      const Operation& op = stream_.operations[command.index];
      add_operator(program_, name_of(i, command), full_name(op), macs(op),
                   config_.validated ? "" : "unvalidated cost");
    }
    if (program_.operators.size() == static_cast<std::size_t>(first_)) {
      add_operator(program_, stream_.name, "DMA", 0, "no operation");
    }
    last_ = static_cast<OperatorIndex>(program_.operators.size()) - 1;
    current_ = first_;
  }

  std::string name_of(std::size_t index, const DecodedCommand& command) const {
    const auto found = options_.names.find({number_, command.word});
    if (found != options_.names.end()) return found->second;
    return stream_.name + ".cmd" + std::to_string(index);
  }

  void append(std::size_t index) {
    const DecodedCommand& decoded = stream_.commands[index];
    if (decoded.kind == DecodedKind::other) return;
    Command command;
    command.op = current_;
    command.cycles = static_cast<std::int32_t>(decoded.word - parsed_);
    parsed_ = decoded.word;
    switch (decoded.kind) {
      case DecodedKind::operation:
        command.kind = CommandKind::kernel;
        command.index = add_kernel(stream_.operations[decoded.index]);
        current_ = std::min(current_ + 1, last_);
        if (joins_kernel_before(stream_.operations[decoded.index])) return;
        break;
      case DecodedKind::dma_start:
        command.kind = CommandKind::dma_start;
        command.index = add_transfer(stream_.transfers[decoded.index]);
        break;
      case DecodedKind::dma_wait:
        command.kind = CommandKind::dma_wait;
        command.index = decoded.parameter;
        break;
      case DecodedKind::kernel_wait:
        command.kind = CommandKind::kernel_wait;
        command.index = decoded.parameter;
        break;
      case DecodedKind::stop:
      case DecodedKind::other:
        command.kind = CommandKind::barrier;
        break;
    }
    program_.commands.push_back(command);
  }

  // Joins the kernel of `op`, which was just added, with the kernel of the preceding command if
  // `op` is chained to that kernel (takes its result inside the processor). If so, the operator of
  // the preceding kernel gets the time of both kernels. Returns whether the kernels were joined.
  bool joins_kernel_before(const Operation& op) {
    if (!takes_chained_operand(op) || program_.commands.empty()) return false;
    return program_.commands.back().kind == CommandKind::kernel && join_last_kernels(program_);
  }

  std::uint32_t add_kernel(const Operation& op) {
    const std::size_t first = program_.accesses.size();
    const std::uint32_t kernel = append_kernel(config_, op, current_, program_);
    for (std::size_t i = first; i < program_.accesses.size(); ++i) {
      layout_.place(number_, program_.accesses[i]);
    }
    return kernel;
  }

  std::uint32_t add_transfer(const DmaCommand& dma) {
    DmaTransfer transfer;
    transfer.op = current_;
    transfer.source = dma.source;
    transfer.destination = dma.destination;
    transfer.internal = dma.internal;
    transfer.channel = dma.channel;
    layout_.place(number_, transfer.source);
    if (!dma.internal) layout_.place(number_, transfer.destination);
    if (dma.indexed) {
      at(program_.operators, current_).note = "rows of an indexed DMA taken in order";
    }
    program_.transfers.push_back(transfer);
    return count_of(program_.transfers.size() - 1);
  }

  const DecodedStream& stream_;
  std::size_t number_;
  const RegionLayout& layout_;
  const ReplayOptions& options_;
  Program& program_;
  const Config& config_;
  OperatorIndex first_ = 0;
  OperatorIndex last_ = 0;
  OperatorIndex current_ = 0;
  std::uint32_t parsed_ = 0;  // index of the previous command's word in the stream
};

class FileReplay {
 public:
  FileReplay(const Network& network, const DecodedFile& file, const Target& target,
             const ReplayOptions& options)
      : network_(network),
        file_(file),
        target_(target),
        options_(options),
        layout_(file, target.regions, target.memories.size(), planned_arena(network)),
        host_(network, target, layout_, program_) {}

  Program run() {
    program_.target = target_.name;
    reserve(program_, file_);
    std::size_t stream = 0;
    for (const Operator& op : network_.operators) {
      if (is_npu_operator(op)) {
        call(op, stream++);
      } else {
        host_.run(op);
      }
    }
    program_.peak_bytes = host_.peak_bytes();
    program_.storage = host_.storage();
    check_capacity(program_.peak_bytes, target_, network_.name);
    set_least_times(target_, program_);
    if (!options_.names.empty() && !any_command_named()) {
      program_.warnings.push_back("the debug database names no operation of " + network_.name +
                                  "; is it of another compilation?");
    }
    return std::move(program_);
  }

 private:
  bool any_command_named() const {
    for (std::size_t i = 0; i < file_.streams.size(); ++i) {
      for (const DecodedCommand& command : file_.streams[i].commands) {
        if (options_.names.count({i, command.word}) > 0) return true;
      }
    }
    return false;
  }

  void call(const Operator& op, std::size_t number) {
    const std::string& name = file_.streams[number].name;
    host_.before_call(op, name);
    StreamReplay(file_.streams[number], number, layout_, options_, program_).run();
    host_.after_call(op, name);
  }

  const Network& network_;
  const DecodedFile& file_;
  const Target& target_;
  const ReplayOptions& options_;
  Program program_;
  RegionLayout layout_;
  HostReplay host_;
};

}  // namespace

void require_processor(const DecodedFile& file, const Target& target) {
  const auto* processor = target.processor.parameters<EthosUParameters>();
  for (const DecodedStream& stream : file.streams) {
    const Payload& payload = stream.payload;
    if (processor != nullptr && payload.product == processor->product &&
        payload.macs == processor->macs_per_cycle) {
      continue;
    }
    const std::string& wanted = find_config(payload.product, payload.macs).name;
    throw UserError(ExitCode::usage,
                    fmt::format("{} is compiled for {}, not for {}; use --target {}", file.name,
                                wanted, target.name, wanted));
  }
}

Program replay(const Network& compiled, const DecodedFile& decoded, const Target& target,
               const ReplayOptions& options) {
  require_processor(decoded, target);
  if (options.listing.empty()) return FileReplay(compiled, decoded, target, options).run();
  ReplayOptions named = options;
  named.names = names_from_listing(decoded, options.listing, options.listing_file);
  return FileReplay(compiled, decoded, target, named).run();
}

Program replay(const Network& compiled, const Target& target, const ReplayOptions& options) {
  return replay(compiled, decode(compiled), target, options);
}

}  // namespace spillway::ethosu
