// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep_spec.h"

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"
#include "traces/network_loader.h"

namespace spillway::cli {
namespace {

void add_values(SweepSpec& spec, const std::string& option,
                const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (option == "target") {
      spec.targets.push_back(value);
    } else if (option == "system-config") {
      spec.system_configs.push_back(value);
    } else if (option == "memory-mode") {
      spec.memory_modes.push_back(value);
    } else if (option == "memory") {
      add_memory(spec, value);
    } else if (option == "part") {
      add_part(spec, value);
    } else if (option == "planner") {
      add_planner(spec, value);
    } else if (option == "allocator") {
      add_allocator(spec, value);
    } else {
      add_option(spec, option, value);
    }
  }
}

// `part=dram=ideal,LPDDR4-3200-x16`: more values of one option.
void add_varied(SweepSpec& spec, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw UserError(ExitCode::usage, fmt::format("--vary: '{}' is not OPTION=VALUE,..., like "
                                                 "part=dram=LPDDR4-3200-x16,DDR3-1600K-x16",
                                                 text));
  }
  add_values(spec, text.substr(0, equals), split(text.substr(equals + 1), ','));
}

// The target that all of the networks were compiled for; nothing where they were not, or for
// several.
std::vector<std::string> target_of_files(const std::vector<Network>& networks) {
  std::string common;
  for (const Network& network : networks) {
    const std::string target = compiled_target(network);
    if (target.empty() || (!common.empty() && common != target)) return {};
    common = target;
  }
  return {common};
}

}  // namespace

SweepSpec read_sweep_spec(const Arguments& arguments) {
  SweepSpec spec;
  for (const PointOption& option : point_options()) {
    if (option.own_list || is_swept(option)) {
      add_values(spec, option.name, arguments.list(option.name));
    }
  }
  for (const std::string& text : arguments.words("vary")) add_varied(spec, text);
  spec.skips = arguments.list("skip");
  for (const std::string& name : arguments.positional()) {
    spec.networks.push_back(load_network(name));
  }
  if (spec.targets.empty()) spec.targets = target_of_files(spec.networks);
  if (spec.targets.empty()) {
    throw UserError(ExitCode::usage, "--target is missing; 'spillway list targets' names them");
  }
  return spec;
}

}  // namespace spillway::cli
