// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "base/index.h"
#include "base/text.h"
#include "experiments/answers/explain.h"
#include "hwmodels/target/processor_family.h"
#include "report/operator_table.h"

namespace spillway {
namespace {

double percent_of(Cycles part, Cycles whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

PrintedTable times_table(const Timing& timing, const OperatorTiming& op) {
  PrintedTable table{"time", ""};
  table.columns = {text_column("part").at_least(40).gap_before(2).shortened_if_narrow(),
                   number_column("cycles").at_least(15).gap_before(1),
                   number_column("share %").at_least(11).gap_before(1).with_unit(" %")};
  table.has_head = false;
  const auto add = [&](const std::string& what, Cycles cycles) {
    if (cycles == 0) return;
    table.add(
        {what, with_thousands(cycles), fmt::format("{:.1f}", percent_of(cycles, op.total()))});
  };
  add("an engine worked", op.compute);
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    add("every engine waited for " + timing.memories[m].name, op.memory_stall[m]);
  }
  add("waited for a transfer of the DMA", op.dma_wait);
  add("commands, dispatch", op.overhead);
  add("the CPU ran it", op.host);
  return table;
}

PrintedTable traffic_table(const Timing& timing, const OperatorTiming& op) {
  PrintedTable table{"traffic", ""};
  table.columns = {
      text_column("memory").shown_as("memory, bytes").at_least(13).shortened_if_narrow(),
      number_column("read bytes").shown_as("read").at_least(13),
      number_column("written bytes").shown_as("written").at_least(13)};
  for (std::size_t m = 0; m < timing.memories.size(); ++m) {
    if (op.read_bytes[m] + op.write_bytes[m] == 0) continue;
    table.add({timing.memories[m].name, with_thousands(op.read_bytes[m]),
               with_thousands(op.write_bytes[m])});
  }
  return table;
}

std::string room(const Alternative& alternative) {
  if (alternative.missing <= 0) return "fits";
  return with_thousands(alternative.missing) + " more";
}

Printout alternatives(const PointResult& result, const Explanation& explanation) {
  const auto& memories = result.target.memories;
  const std::string& fast = at(memories, explanation.fast).name;
  if (explanation.alternatives.empty()) {
    if (explanation.refused.empty()) {
      return Printout() << "All its tensors are in " + fast + " already.\n";
    }
    return Printout() << fmt::format("No tensor of it can move to {}: {}\n", fast,
                                     explanation.refused.front());
  }
  const bool compiled = explanation.alternatives.front().tensor == no_tensor;
  const Cycles now = result.timing.operators[explanation.op].total();
  PrintedTable table{"savings", fmt::format("\nSimulated again with one {} in {}; saved cycles:",
                                            compiled ? "operand" : "tensor", fast)};
  table.columns = {text_column("tensor")
                       .shown_as(compiled ? "operand, address" : "tensor")
                       .shortened_if_narrow(),
                   text_column("now in").at_least(7).at_most(12),
                   number_column("bytes").at_least(11).gap_before(1),
                   number_column("operator cycles").shown_as("operator").at_least(10).gap_before(1),
                   number_column("run cycles").shown_as("run").at_least(10).gap_before(1),
                   number_column("missing bytes").only_in_documents(),
                   right_column("room, bytes").at_least(12).gap_before(1).only_in_text()};
  for (const Alternative& a : explanation.alternatives) {
    const std::string& name =
        a.tensor == no_tensor ? a.data : at(result.network.tensors, a.tensor).name;
    table.add({name, at(memories, a.from).name, with_thousands(a.bytes),
               with_thousands(now - a.operator_cycles),
               with_thousands(result.timing.total - a.total_cycles),
               with_thousands(std::max<Bytes>(0, a.missing)), room(a)});
  }
  return Printout() << std::move(table);
}

}  // namespace

Printout explanation_printout(const PointResult& result, const Explanation& explanation,
                              std::size_t width) {
  const OperatorTiming& op = result.timing.operators[explanation.op];
  constexpr std::size_t beside_name = 14;
  const std::size_t room = width == unlimited_output ? width : width - beside_name;
  std::string text = fmt::format("operator {}: {}\n{}, {} MACs\n", explanation.op,
                                 elided(op.name, room), op.type, with_thousands(op.macs));
  if (!op.note.empty()) text += op.note + "\n";
  const std::string compiler = compiler_of(result.network);
  if (!compiler.empty()) text += "compiled by " + compiler + "\n";
  text += fmt::format("{} cycles, {:.1f} % of the run:\n", with_thousands(op.total()),
                      percent_of(op.total(), result.timing.total));
  Printout printout;
  printout << text << times_table(result.timing, op);
  if (explanation.blocks > 0) {
    printout << fmt::format("{} blocks: {} cycles of the MAC engine, {} of the output engine\n",
                            with_thousands(static_cast<std::int64_t>(explanation.blocks)),
                            with_thousands(explanation.block_compute),
                            with_thousands(explanation.block_output));
  }
  return printout << traffic_table(result.timing, op) << alternatives(result, explanation);
}

}  // namespace spillway
