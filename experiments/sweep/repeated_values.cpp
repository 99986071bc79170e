// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/repeated_values.h"

#include <map>

#include <fmt/format.h>

#include "experiments/point/input_hashes.h"
#include "experiments/point/option_table.h"
#include "experiments/point/option_values.h"

namespace spillway {
namespace {

// Throws UserError(usage) if the list has a value twice. Different spellings of a value, such as
// `4K` and `4096`, count as the same value.
void require_values_once(const std::string& name, const std::vector<std::string>& values) {
  if (values.size() < 2) return;
  const PointOption& option = find_point_option(name);
  // The text of each value in the list; the key is the value in canonical form.
  std::map<std::string, std::string> spelled;
  for (const std::string& value : values) {
    DesignPoint point;
    set_option(option, items_of_sweep_value(option, value), point);
    const auto [before, added] = spelled.emplace(canonical_value(option, point), value);
    if (added) continue;
    const std::string same =
        before->second == value ? "is given twice" : fmt::format("is '{}' again", before->second);
    throw usage_error("--{}: '{}' {}", name, value, same);
  }
}

// Throws UserError(usage) if the list has a network twice. Networks with equal names but different
// contents count as different networks.
void require_networks_once(const std::vector<Network>& networks) {
  std::map<std::string, std::vector<const Network*>> named;
  for (const Network& network : networks) {
    for (const Network* other : named[network.name]) {
      if (network_hash(*other) != network_hash(network)) continue;
      throw usage_error("the network '{}' is given twice", network.name);
    }
    named[network.name].push_back(&network);
  }
}

}  // namespace

void require_each_once(const SweepSpec& spec) {
  require_networks_once(spec.networks);
  require_values_once("target", spec.targets);
  require_values_once("system-config", spec.system_configs);
  require_values_once("memory-mode", spec.memory_modes);
  for (const PartChoice& choice : spec.parts) {
    std::vector<std::string> parts;
    for (const std::string& part : choice.parts) parts.push_back(choice.memory + "=" + part);
    require_values_once("part", parts);
  }
  for (const OptionChoice& choice : spec.options) {
    require_values_once(choice.option, choice.values);
  }
  require_values_once("planner", spec.planners);
  require_values_once("allocator", spec.allocators);
  require_each_once("skip", spec.skips);
}

}  // namespace spillway
