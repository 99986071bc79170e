// SPDX-License-Identifier: Apache-2.0
#include "planner/registry.h"

#include <algorithm>

#include "base/diagnostics.h"
#include "planner/add_planner.h"
#include "planner/checks/checked_planner.h"
#include "planner/external/planner_program.h"
#include "planner/policies/single_memory.h"

namespace spillway {
namespace {

std::vector<Allocator> make_allocators() {
  std::vector<Allocator> entries;
#define SPILLWAY_ADD(name) entries.push_back(name());
  SPILLWAY_ALLOCATORS(SPILLWAY_ADD)
#undef SPILLWAY_ADD
  return entries;
}

bool has_entry(const std::vector<PlannerEntry>& entries, const std::string& name) {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const PlannerEntry& entry) { return entry.name == name; });
}

std::vector<PlannerEntry> make_planners() {
  std::vector<PlannerEntry> entries;
#define SPILLWAY_ADD(name) entries.push_back(name());
  SPILLWAY_POLICIES(SPILLWAY_ADD)
#undef SPILLWAY_ADD
  for (const Allocator& allocator : allocators()) {
    if (has_entry(entries, allocator.name)) {
      // A policy has the same name and calls this allocator, so the allocator needs no planner of
      // its own.
      continue;
    }
    entries.push_back({allocator.name, allocator.summary, allocator.source,
                       std::make_unique<SingleMemoryPlanner>(allocator.name, "")});
  }
  return entries;
}

template <typename Entry>
const Entry& find_entry(const std::vector<Entry>& entries, std::string_view kind,
                        std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  if (found != entries.end()) {
    return *found;
  }
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const Entry& entry : entries) {
    names.push_back(entry.name);
  }
  throw usage_error(unknown_name_message(kind, name, names));
}

std::vector<PlannerEntry>& planner_table() {
  static std::vector<PlannerEntry> entries = make_planners();
  return entries;
}

}  // namespace

const std::vector<Allocator>& allocators() {
  static const std::vector<Allocator> entries = make_allocators();
  return entries;
}

const Allocator& find_allocator(std::string_view name) {
  return find_entry(allocators(), "allocator", name);
}

const std::vector<PlannerEntry>& planners() { return planner_table(); }

void add_planner(PlannerEntry entry) {
  if (has_entry(planners(), without_alias(entry.name))) {
    throw usage_error("there is a planner '" + entry.name + "' already");
  }
  entry.planner = checked(std::move(entry.planner), entry.name);
  planner_table().push_back(std::move(entry));
}

std::string without_alias(std::string_view name) {
  for (const PlannerEntry& entry : planners()) {
    if (!entry.alias.empty() && entry.alias == name) return entry.name;
  }
  return std::string(name);
}

const PlannerEntry& find_planner(std::string_view name) {
  if (is_planner_program(name)) return find_planner_program(name);
  return find_entry(planners(), "planner", without_alias(name));
}

}  // namespace spillway
