// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/registry.h"

#include <algorithm>

#include "base/diagnostics.h"

namespace spillway {
namespace {

std::vector<WeightPolicy> make_policies() {
  std::vector<WeightPolicy> entries;
#define SPILLWAY_ADD(name) entries.push_back(name());
  SPILLWAY_WEIGHT_POLICIES(SPILLWAY_ADD)
#undef SPILLWAY_ADD
  return entries;
}

}  // namespace

const std::vector<WeightPolicy>& weight_policies() {
  static const std::vector<WeightPolicy> entries = make_policies();
  return entries;
}

const WeightPolicy& find_weight_policy(std::string_view name) {
  const auto& entries = weight_policies();
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const WeightPolicy& entry) { return entry.name == name; });
  if (found != entries.end()) return *found;
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const WeightPolicy& entry : entries) names.push_back(entry.name);
  throw usage_error(unknown_name_message("weight policy", name, names));
}

}  // namespace spillway
