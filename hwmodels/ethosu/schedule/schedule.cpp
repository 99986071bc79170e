// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "base/index.h"
#include "hwmodels/command_chunks.h"
#include "hwmodels/ethosu/block/chained_kernels.h"
#include "hwmodels/ethosu/block/config.h"
#include "hwmodels/ethosu/lower/lower.h"
#include "hwmodels/ethosu/lower/passes.h"
#include "hwmodels/ethosu/schedule/cascades.h"
#include "hwmodels/ethosu/schedule/host_cost.h"
#include "hwmodels/ethosu/schedule/least_operators.h"
#include "hwmodels/ethosu/schedule/work_list.h"

namespace spillway::ethosu {
namespace {

// Returns a note if a map is stored in bricks (16 channels of a pixel each) and the last brick is
// incomplete. Bricks are read and written completely, so 17 channels cost as much as 32.
std::string brick_note(const Operation& operation) {
  const auto described = [](const char* map, const FeatureMap& of) -> std::string {
    if (of.layout != Layout::nhcwb16 || of.depth % brick_channels == 0) return "";
    const std::int32_t stored = (of.depth + brick_channels - 1) / brick_channels * brick_channels;
    return std::string(map) + " of " + std::to_string(of.depth) + " channels stored as " +
           std::to_string(stored);
  };
  const std::string ifm = described("ifm", operation.ifm);
  const std::string ofm = described("ofm", operation.ofm);
  return ifm.empty() || ofm.empty() ? ifm + ofm : ifm + "; " + ofm;
}

ProgramOperator describe(const Network& network, std::int32_t index,
                         const std::vector<BlockedOp>& ops, CompilerRules rules) {
  const Operator& op = at(network.operators, index);
  ProgramOperator result;
  result.name = op.name;
  result.type = op.type_name;
  if (op.on_host) {
    result.macs = op.macs;
    result.note = "cpu: " + host_reason(network, op, rules) + "; " + cost_note(op.type);
  }
  for (const BlockedOp& blocked : ops) result.macs += macs(blocked.npu.operation);
  if (ops.empty()) return result;
  Operation pass = ops.front().npu.operation;
  pass.ofm = ops.back().npu.operation.ofm;
  const bool chained = takes_chained_operand(ops.back().npu.operation);
  if (ops.size() == 1 || chained) result.note = brick_note(pass);
  return result;
}

// Adds the command stream of a network that was never compiled. The stream has as many words as are
// assumed for the commands of the program. Only the time and the traffic of reading the stream
// matter, so no bytes are reserved for it: the access reads the last bytes in use of the memory for
// commands. The access is limited to bytes in use, because no access may lie beyond the reported
// peak of the memory.
void add_command_stream(const Target& target, Program& program) {
  Bytes bytes = 0;
  for (const Command& command : program.commands) {
    bytes += Bytes{command_word_bytes} * command.cycles;
  }
  const std::uint8_t memory = target.regions.commands;
  const Bytes room = at(program.peak_bytes, memory);
  Access words;
  words.data = DataClass::commands;
  words.memory = memory;
  words.run = static_cast<std::int32_t>(std::min(bytes, room));
  constexpr Address alignment = command_chunk_bytes;
  words.address = static_cast<Address>(room - words.run) / alignment * alignment;
  if (words.run > 0) program.streams.push_back({words, 0});
}

void warn(const Target& target, Program& program) {
  if (!target.validated) {
    program.warnings.push_back(target.name + ": public figures only, not validated");
  }
}

}  // namespace

Program schedule(const Network& network, const Plan& plan, const Target& target,
                 const ScheduleOptions& options) {
  const Config& config = config_of(target);
  const TensorAddresses placement(network, plan, target);
  const NetworkOps ops = network_ops(network, config);
  check_cascades(plan, ops);

  Program program;
  program.target = target.name;
  const CompilerRules rules = compiler_rules(config, options.rules);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    program.operators.push_back(describe(network, static_cast<std::int32_t>(i), ops[i], rules));
  }
  const WorkList work = build_work(network, ops, plan, placement, target, options);
  emit(config, work, program);
  program.peak_bytes = peak_bytes(plan, placement, target);
  add_command_stream(target, program);
  set_least_times(target, program);
  warn(target, program);
  return program;
}

}  // namespace spillway::ethosu
