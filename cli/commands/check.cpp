// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <ostream>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/plan_documents.h"
#include "cli/plan_input.h"
#include "cli/print_tables.h"
#include "experiments/relinking/relink_loads.h"
#include "hwmodels/target/processor_family.h"
#include "planner/checks/validate.h"
#include "planner/plan_io/plan_csv.h"
#include "planner/plan_io/plan_forms.h"
#include "planner/plan_io/tool_plans.h"
#include "planner/plan_network.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

/// Reads the sizes and lifetimes of buffers from the file of --lifetimes, which is a buffers CSV or
/// a network. A list of offsets needs this file, because the list has neither sizes nor lifetimes.
PlanningProblem read_lifetimes(const Arguments& arguments,
                               const std::vector<MemorySpace>& memories) {
  if (!arguments.has("lifetimes")) {
    throw usage_error(
        "check: a list 'tensor,mem_id,offset' needs --lifetimes: the network or buffers CSV whose "
        "tensors the list places");
  }
  const std::string source = arguments.text("lifetimes");
  if (ends_with(source, ".csv")) {
    const std::string text = read_text(source);
    if (is_buffers_csv(text)) return read_plan_csv(text, source, memories).problem;
  }
  return make_problem(load_network(source), memories);
}

PlacedProblem read_plan(const Arguments& arguments) {
  const std::string path = arguments.text("buffers");
  const std::vector<MemorySpace> memories = read_memories(arguments);
  const std::string text = read_text(path);
  const PlanForm form = arguments.has("plan-form") ? plan_form_named(arguments.text("plan-form"))
                                                   : recognise_plan(text);
  if (form == PlanForm::executorch) {
    return read_executorch_plan(text, path, read_lifetimes(arguments, memories));
  }
  arguments.require_none({"lifetimes"}, path + " has lifetimes of its own");
  return read_placed_problem(form, text, path, memories);
}

/// Returns one entry for each row of the plan: the index of the row whose bytes contain this row on
/// purpose; -1 if the plan does not place this row inside another row.
std::vector<BufferIndex> containing_rows(const PlacedProblem& placed) {
  std::map<std::string, BufferIndex> named;
  for (std::size_t i = 0; i < placed.whole.size(); ++i) {
    named.emplace(placed.problem.buffers[i].name, static_cast<BufferIndex>(i));
  }
  std::vector<BufferIndex> containers(placed.whole.size(), -1);
  for (std::size_t i = 0; i < containers.size(); ++i) {
    if (placed.whole[i].inside.empty()) continue;
    const auto container = named.find(placed.whole[i].inside);
    if (container == named.end()) {
      throw input_error(placed.rows[i], "no row is called '{}'", placed.whole[i].inside);
    }
    containers[i] = container->second;
  }
  return containers;
}

std::string location(const SourceLocation& where) {
  return where.line > 0 ? fmt::format("{}:{}", where.file, where.line) : where.file;
}

/// Returns the processor family that can prove whether another compiled file computes the same as
/// `network`; null if no family can prove this.
const ProcessorFamily* proving_family(const Network& network) {
  const ProcessorFamily* const replaying = compiled_family(network);
  const ProcessorFamily* const family =
      replaying != nullptr ? replaying : load_ordering_family(network);
  return family != nullptr && family->difference != nullptr ? family : nullptr;
}

// Runs `check FILE --against ORIGINAL`: proves that the compiled files FILE and ORIGINAL compute
// the same.
ExitCode check_against(const Arguments& arguments, const Console& console) {
  if (arguments.positional().empty()) {
    throw usage_error(
        "check: --against ORIGINAL needs the file EMITTED, which is compared with ORIGINAL");
  }
  arguments.require_none({"buffers", "plan-form", "lifetimes", "memory"},
                         "is an option for plans; --against compares compiled files");
  arguments.require_none({"format"},
                         "is the form of the table of violations; --against prints no table");
  const std::string& path = arguments.positional()[0];
  const Network original = load_network(arguments.text("against"));
  const Network emitted = load_network(path);
  const ProcessorFamily* const family = proving_family(original);
  if (family == nullptr || proving_family(emitted) != family) {
    throw usage_error(
        "check: --against needs two files that Vela compiled, or two files that xformer compiled "
        "with a memory plan");
  }
  const std::string found = family->difference(original, emitted);
  write_document(arguments, console, proof_document(path, original.source, found));
  if (!found.empty()) {
    console.err << "spillway: not proven to compute the same: " << found << '\n';
    return ExitCode::run_failed;
  }
  console.out << fmt::format("{} computes the same as {}\n", path, original.source);
  return ExitCode::ok;
}

PrintedTable violation_table() {
  PrintedTable table{"violations", ""};
  table.columns = {text_column("kind").with_unit(":"), text_column("subject").only_in_documents(),
                   text_column("message").gap_before(1)};
  table.has_head = false;
  return table;
}

ExitCode check_plan(const Arguments& arguments, const Console& console) {
  if (!arguments.has("buffers")) {
    throw usage_error("check: --buffers FILE is missing");
  }
  PlacedProblem placed = read_plan(arguments);
  std::vector<std::string> unplaced;
  PrintedTable table = violation_table();
  for (std::size_t i = 0; i < placed.placements.size(); ++i) {
    Buffer& buffer = placed.problem.buffers[i];
    buffer.stays_unplaced = placed.placements[i].memory == no_memory;
    if (buffer.stays_unplaced) {
      table.add({"no offset", buffer.name,
                 fmt::format("{}: '{}' has no offset", location(placed.rows[i]), buffer.name)});
      unplaced.push_back(buffer.name);
    }
  }
  const std::vector<Violation> found =
      validate_placements(placed.problem, placed.placements, containing_rows(placed));
  for (const Violation& violation : found) {
    table.add({violation_name(violation.kind), violation.subject, violation.message});
  }
  const std::size_t violations = unplaced.size() + found.size();
  Printout printout;
  printout << std::move(table);
  if (violations == 0) {
    printout << fmt::format("{} buffers, no violation\n", placed.placements.size());
  }
  print(printout, arguments, console);
  write_document(
      arguments, console,
      check_document(arguments.text("buffers"), placed.placements.size(), found, unplaced));
  if (violations > 0) {
    console.err << fmt::format("spillway: {} violation{}\n", violations,
                               violations == 1 ? "" : "s");
    return ExitCode::run_failed;
  }
  return ExitCode::ok;
}

ExitCode run_check(const Arguments& arguments, const Console& console) {
  if (arguments.has("against")) return check_against(arguments, console);
  if (arguments.positional().empty()) return check_plan(arguments, console);
  throw usage_error("check: the file EMITTED needs --against ORIGINAL");
}

}  // namespace

CommandEntry check_command() {
  CommandEntry entry;
  entry.summary = "validate a plan of any tool, or prove that two compiled files compute the same";
  entry.positional = "[EMITTED]";
  entry.description =
      "Reads a plan (docs/formats.md), and reports every overlap of buffers and every buffer that "
      "is misaligned, unplaced or outside its memory. If there is such a violation, the exit "
      "status is 1. The plan is a CSV, the text of 'vela --verbose-allocation', ExecuTorch's list "
      "'tensor,mem_id,offset', a .pte, the output of TFLM's PrintMemoryPlan(), or the c_info.json "
      "of ST Edge AI. With --against, the command proves that EMITTED computes the same as "
      "ORIGINAL. Vela or xformer must have compiled both files. In files of Vela, every operation "
      "must have the same registers except for addresses, and must read bytes of the same origin; "
      "commands that run at the same time must not conflict in memory. Files of xformer may differ "
      "in the positions of loads among the operators and in the offsets of tensors, as long as "
      "every operator reads the same data. If the proof fails, the exit status is 1.";
  entry.examples = {
      "spillway check --buffers plan.csv --memory sram=192K",
      "spillway check --buffers list.csv --lifetimes network.tflite --memory sram=192K,dram=8M",
      "spillway check --against network_vela.tflite faster.tflite"};
  entry.options.add_options()("buffers", text_value("FILE"), "plan to validate")(
      "plan-form", text_value("csv|vela|executorch|tflm|pte|stedgeai"),
      "form of the plan [recognised by the content]")(
      "lifetimes", text_value("FILE"),
      "executorch: network or buffers CSV whose tensors the plan places")(
      "memory", list_value("NAME=SIZE"), "memories and their capacities, fastest first")(
      "against", text_value("ORIGINAL"), "compiled file with which EMITTED is compared");
  entry.tables = {"violations"};
  add_json_option(entry);
  entry.run = run_check;
  return entry;
}

}  // namespace spillway::cli
