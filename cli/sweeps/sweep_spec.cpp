// SPDX-License-Identifier: Apache-2.0
#include "cli/sweeps/sweep_spec.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/point/option_table.h"
#include "hwmodels/target/processor_family.h"
#include "traces/files/network_loader.h"

namespace spillway::cli {
namespace {

void add_values(SweepSpec& spec, const std::string& option,
                const std::vector<std::string>& values) {
  for (const std::string& value : values) add_value(spec, option, value);
}

// Adds the option and the values of one --vary to the sweep. `text` is the value of --vary, for
// example `part=dram=ideal,LPDDR4-3200-x16`.
void add_varied(SweepSpec& spec, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw usage_error(
        "--vary: '{}' is not OPTION=VALUE,..., like part=dram=LPDDR4-3200-x16,DDR3-1600K-x16",
        text);
  }
  add_values(spec, text.substr(0, equals), split(text.substr(equals + 1), ','));
}

/// Returns the target for which all `networks` were compiled. Throws UserError(usage) if the
/// networks were compiled for different targets or were not compiled.
std::string target_of_files(const std::vector<Network>& networks) {
  std::set<std::string> targets;
  for (const Network& network : networks) targets.insert(compiled_target(network));
  if (targets.size() == 1 && !targets.begin()->empty()) return *targets.begin();
  targets.erase("");
  if (targets.size() < 2) {
    throw usage_error("--target is missing; 'spillway list targets' lists the targets");
  }
  throw usage_error("the networks are compiled for different targets: {}",
                    fmt::join(targets, " and "));
}

}  // namespace

SweepSpec read_sweep_spec(const Arguments& arguments, const Console& console) {
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
  if (spec.targets.empty()) {
    spec.targets.push_back(target_of_files(spec.networks));
    console.err << fmt::format("spillway: note: the networks are compiled for target {}\n",
                               spec.targets.front());
  }
  return spec;
}

}  // namespace spillway::cli
