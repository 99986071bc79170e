// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/answers/explain.h"
#include "hwmodels/target/processor_family.h"
#include "report/operator_table.h"

namespace spillway {
namespace {

constexpr std::size_t alternative_columns = 55;  // of an alternative's line without its name

double percent_of(Cycles part, Cycles whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string time_line(const std::string& what, Cycles cycles, const OperatorTiming& op) {
  if (cycles == 0) return "";
  return fmt::format("  {:<40} {:>15} {:>9.1f} %\n", what, with_thousands(cycles),
                     percent_of(cycles, op.total()));
}

std::string where_time_goes(const Timing& timing, const OperatorTiming& op) {
  std::string text = fmt::format("{} cycles, {:.1f} % of the run:\n", with_thousands(op.total()),
                                 percent_of(op.total(), timing.total));
  text += time_line("an engine worked", op.compute, op);
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    text += time_line("every engine waited for " + timing.memories[m].name, op.memory_stall[m], op);
  }
  text += time_line("waited for a transfer of the DMA", op.dma_wait, op);
  text += time_line("commands, dispatch", op.overhead, op);
  return text + time_line("the CPU ran it", op.host, op);
}

std::string traffic(const Timing& timing, const OperatorTiming& op) {
  std::string text;
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    if (op.read_bytes[m] + op.write_bytes[m] == 0) continue;
    text += fmt::format("{}: {} bytes read, {} written\n", timing.memories[m].name,
                        with_thousands(op.read_bytes[m]), with_thousands(op.write_bytes[m]));
  }
  return text;
}

std::string room(const Alternative& alternative) {
  if (alternative.missing <= 0) return "fits";
  return with_thousands(alternative.missing) + " more";
}

std::string alternatives(const PointResult& result, const Explanation& explanation,
                         std::size_t width) {
  const std::size_t name_width = width - alternative_columns;
  const auto& memories = result.target.memories;
  const std::string& fast = at(memories, explanation.fast).name;
  if (explanation.alternatives.empty()) {
    if (explanation.refused.empty()) return "All its tensors are in " + fast + " already.\n";
    return fmt::format("No tensor of it can move to {}: {}\n", fast, explanation.refused.front());
  }
  const bool compiled = explanation.alternatives.front().tensor == no_tensor;
  const Cycles now = result.timing.operators[explanation.op].total();
  std::string text = fmt::format("\nSimulated again with one {} in {}; saved cycles:\n",
                                 compiled ? "operand" : "tensor", fast);
  text += fmt::format("{:<{}} {:<7} {:>11} {:>10} {:>10} {:>12}\n",
                      compiled ? "operand, address" : "tensor", name_width, "now in", "bytes",
                      "operator", "run", "room, bytes");
  for (const Alternative& a : explanation.alternatives) {
    const std::string& name =
        a.tensor == no_tensor ? a.data : at(result.network.tensors, a.tensor).name;
    text += fmt::format("{:<{}} {:<7} {:>11} {:>10} {:>10} {:>12}\n", elided(name, name_width),
                        name_width, elided(at(memories, a.from).name, 7), with_thousands(a.bytes),
                        with_thousands(now - a.operator_cycles),
                        with_thousands(result.timing.total - a.total_cycles), room(a));
  }
  return text;
}

}  // namespace

std::string explanation_text(const PointResult& result, const Explanation& explanation,
                             std::size_t width) {
  const OperatorTiming& op = result.timing.operators[explanation.op];
  std::string text = fmt::format("operator {}: {}\n{}, {} MACs\n", explanation.op,
                                 elided(op.name, width - 14), op.type, with_thousands(op.macs));
  if (!op.note.empty()) text += op.note + "\n";
  const std::string compiler = compiler_of(result.network);
  if (!compiler.empty()) text += "compiled by " + compiler + "\n";
  text += where_time_goes(result.timing, op);
  if (explanation.blocks > 0) {
    text += fmt::format("{} blocks: {} cycles of the MAC engine, {} of the output engine\n",
                        with_thousands(static_cast<std::int64_t>(explanation.blocks)),
                        with_thousands(explanation.block_compute),
                        with_thousands(explanation.block_output));
  }
  return text + traffic(result.timing, op) + alternatives(result, explanation, width);
}

}  // namespace spillway
