// SPDX-License-Identifier: Apache-2.0
#include "planner/registry.h"

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

std::vector<PlannerEntry> make_planners() {
  std::vector<PlannerEntry> entries;
#define SPILLWAY_ADD(name) entries.push_back(name());
  SPILLWAY_POLICIES(SPILLWAY_ADD)
#undef SPILLWAY_ADD
  for (const Allocator& allocator : allocators()) {
    if (find_entry(entries, allocator.name) != nullptr) {
      // A policy has the same name and calls this allocator, so the allocator gets no planner of
      // its own.
      continue;
    }
    entries.push_back({allocator.name, allocator.summary, allocator.source,
                       std::make_unique<SingleMemoryPlanner>(allocator.name, "")});
  }
  return entries;
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
  if (const Allocator* found = find_entry(allocators(), name)) return *found;
  throw usage_error(unknown_entry_message("allocator", name, allocators()));
}

const std::vector<PlannerEntry>& planners() { return planner_table(); }

void add_planner(PlannerEntry entry) {
  if (find_entry(planners(), without_alias(entry.name)) != nullptr) {
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
  const std::string plain = without_alias(name);
  if (const PlannerEntry* found = find_entry(planners(), plain)) return *found;
  throw usage_error(unknown_entry_message("planner", plain, planners()));
}

}  // namespace spillway
