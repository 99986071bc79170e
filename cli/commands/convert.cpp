// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/terminal_text.h"
#include "cli/planned.h"
#include "cli/terminal.h"
#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"
#include "planner/plan_io/plan_csv.h"
#include "traces/csv/network_csv.h"
#include "traces/files/network_loader.h"
#include "traces/layers/layer_table.h"
#include "traces/tflite/writer.h"

namespace spillway::cli {
namespace {

struct Format {
  std::string name;
  // What a file of this format contains, for messages. Null if such a file can contain a plan.
  const char* holds;
  std::string (*write)(const Network&, const Arguments&);
};

std::string as_network_csv(const Network& network, const Arguments& /*arguments*/) {
  return write_network_csv(network);
}

std::string as_layer_table(const Network& network, const Arguments& /*arguments*/) {
  return write_layer_table(network);
}

std::string as_tflite(const Network& network, const Arguments& /*arguments*/) {
  const std::vector<std::uint8_t> bytes = write_tflite(network);
  return {bytes.begin(), bytes.end()};
}

const ProcessorFamily& family_with_commands(const Network& network) {
  const ProcessorFamily* const family = compiled_family(network);
  if (family == nullptr || family->commands_csv == nullptr) {
    throw input_error({network.source},
                      "holds no Ethos-U command stream; expected a network compiled by Vela");
  }
  return *family;
}

std::string as_commands_csv(const Network& network, const Arguments& /*arguments*/) {
  return family_with_commands(network).commands_csv(network);
}

std::string as_commands_text(const Network& network, const Arguments& /*arguments*/) {
  return family_with_commands(network).commands_text(network);
}

std::string as_plan_csv(const Network& network, const Arguments& arguments) {
  const Planned planned = plan_of_network(arguments, network);
  if (planned.result.status != PlanStatus::ok) {
    throw UserError(ExitCode::run_failed, failure_text(planned));
  }
  if (planned.for_target) return write_plan_csv(planned.plan, planned.network);
  return write_plan_csv(planned.problem, planned.result.placements, planned.result.outer_buffers);
}

// Returns the network's buffers as a CSV of MiniMalloc. The CSV has offsets only if --planner is
// given, because MiniMalloc does not change buffers that have an offset.
std::string as_minimalloc_csv(const Network& network, const Arguments& arguments) {
  const Planned planned = plan_of_network(arguments, network);
  if (!arguments.has("planner")) return write_minimalloc_csv(planned.problem, {});
  if (planned.result.status != PlanStatus::ok) {
    throw UserError(ExitCode::run_failed, failure_text(planned));
  }
  return write_minimalloc_csv(planned.problem, planned.result.placements);
}

const std::vector<Format>& formats() {
  static const std::vector<Format> all = {
      {"network.csv", "the network as it was read", as_network_csv},
      {"layers.csv", "the network as it was read", as_layer_table},
      {"tflite", "the network as it was read", as_tflite},
      {"plan.csv", nullptr, as_plan_csv},
      {"minimalloc.csv", nullptr, as_minimalloc_csv},
      {"commands.csv", "the commands of the file", as_commands_csv},
      {"commands.txt", "the commands of the file", as_commands_text}};
  return all;
}

const Format& find_format(const std::string& name) {
  if (const Format* found = find_entry(formats(), name)) return *found;
  throw usage_error(unknown_entry_message("format", name, formats()));
}

// Throws if an option of plans is given, but the format cannot contain a plan. The option would
// have no effect.
void require_no_plan(const Arguments& arguments, const Format& format) {
  std::vector<std::string> options = {"planner", "memory", "alignment"};
  for (const PointOption& option : point_options()) options.emplace_back(option.name);
  arguments.require_none(
      options, fmt::format("{} holds {}, without a plan; --to plan.csv writes a plan", format.name,
                           format.holds));
}

ExitCode convert(const Arguments& arguments, const Console& console) {
  if (!arguments.has("to")) throw usage_error("expected --to FORMAT");
  const Format& format = find_format(arguments.text("to"));
  if (format.holds != nullptr) require_no_plan(arguments, format);
  const Network network = load_network(arguments.positional()[0]);
  print_warnings(network.warnings, console);
  const std::string contents = format.write(network, arguments);
  const std::string output = arguments.text("output", "-");
  if (output == "-") {
    // The escapes that protect a terminal would change the file, so `contents` are written without
    // escapes.
    write_past_guard(console.out, contents);
  } else {
    write_file(output, contents);
  }
  return ExitCode::ok;
}

}  // namespace

CommandEntry convert_command() {
  CommandEntry entry;
  entry.summary = "write a network, its plan or its commands in another format";
  entry.positional = "NETWORK";
  entry.description =
      "Formats: network.csv and tflite hold the network. layers.csv holds the network as a table "
      "of layers, as papers print it. plan.csv holds a plan of the network's feature maps. "
      "minimalloc.csv holds the feature maps in the form that MiniMalloc reads, with offsets if "
      "--planner is given. commands.csv (one row per command) and commands.txt (disassembly) hold "
      "the Ethos-U command streams of a network that Vela compiled.";
  entry.examples = {"spillway convert network.tflite --to network.csv --output network.csv",
                    "spillway convert compiled.tflite --to commands.csv --output commands.csv"};
  entry.options.add_options()(
      "to", text_value("FORMAT"),
      "network.csv, layers.csv, tflite, plan.csv, minimalloc.csv, commands.csv or commands.txt")(
      "output", text_value("FILE"), "file to write; - is standard output [-]");
  add_planning_options(entry.options);
  entry.outputs = {"output"};
  entry.run = convert;
  return entry;
}

}  // namespace spillway::cli
