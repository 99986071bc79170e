// SPDX-License-Identifier: Apache-2.0
#include "planner/weights/registry.h"

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
  if (const WeightPolicy* found = find_entry(weight_policies(), name)) return *found;
  throw usage_error(unknown_entry_message("weight policy", name, weight_policies()));
}

}  // namespace spillway
