// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/sweep_spec.h"

#include <algorithm>

#include "base/text.h"
#include "experiments/point/option_table.h"
#include "hwmodels/memory/parts.h"
#include "planner/allocator.h"

namespace spillway {
namespace {

// Splits `NAME=REST`. Returns REST and the item of `items` for memory NAME; adds this item to
// `items` if it is missing. If the text has no `NAME=`, returns the whole text and the last item of
// `items`, or null if `items` is empty.
template <typename Item>
std::pair<Item*, std::string> item_of(std::vector<Item>& items, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {items.empty() ? nullptr : &items.back(), text};
  const std::string memory = text.substr(0, equals);
  auto found = std::find_if(items.begin(), items.end(),
                            [&](const Item& item) { return item.memory == memory; });
  if (found == items.end()) {
    items.emplace_back();
    items.back().memory = memory;
    found = std::prev(items.end());
  }
  return {&*found, text.substr(equals + 1)};
}

template <typename Value>
bool has_all(const std::vector<Value>& values, const std::vector<Value>& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const Value& value) {
    return std::find(values.begin(), values.end(), value) != values.end();
  });
}

// Throws UserError(usage) if `more` has only sizes that `before` already has. A partial overlap is
// allowed.
void require_new_sizes(const MemoryRange& before, const MemoryRange& more,
                       const std::string& text) {
  const bool automatic = !more.automatic || before.automatic;
  if (!automatic || !has_all(before.sizes, more.sizes) ||
      !has_all(before.percents, more.percents)) {
    return;
  }
  throw usage_error("--memory: '{}' adds no size to those given before it", text);
}

}  // namespace

void add_memory(SweepSpec& spec, const std::string& text) {
  const bool named = text.find('=') != std::string::npos || spec.memories.empty();
  const MemoryRange range =
      parse_memory_range(named ? text : spec.memories.back().memory + "=" + text);
  MemoryRange& all = *item_of(spec.memories, range.memory + "=").first;
  require_new_sizes(all, range, text);
  all.sizes.insert(all.sizes.end(), range.sizes.begin(), range.sizes.end());
  all.percents.insert(all.percents.end(), range.percents.begin(), range.percents.end());
  all.automatic = all.automatic || range.automatic;
}

void add_part(SweepSpec& spec, const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool named = equals != std::string::npos;
  const auto [choice, rest] =
      item_of(spec.parts, named ? lower_case(text.substr(0, equals)) + text.substr(equals) : text);
  if (choice == nullptr || choice->memory.empty() || rest.empty()) {
    throw usage_error("--part: '{}' is not MEMORY=PART, like dram=DDR3-1600K-x16", text);
  }
  for (const std::string& part : split(rest, '+')) {
    load_part(part);
    choice->parts.push_back(part);
  }
}

void add_option(SweepSpec& spec, const std::string& option, const std::string& value) {
  const PointOption& entry = find_swept_option(option);
  entry.read(items_of_sweep_value(entry, value));
  const auto found =
      std::find_if(spec.options.begin(), spec.options.end(),
                   [&](const OptionChoice& choice) { return choice.option == option; });
  if (found != spec.options.end()) {
    found->values.push_back(value);
  } else {
    spec.options.push_back({option, {value}});
  }
}

void add_planner(SweepSpec& spec, const std::string& planner) {
  if (planner == "all") {
    for (const PlannerEntry& entry : planners()) {
      if (entry.planner->can_answer()) spec.planners.push_back(entry.name);
    }
  } else {
    spec.planners.push_back(find_planner(planner).name);
  }
}

void add_allocator(SweepSpec& spec, const std::string& allocator) {
  find_allocator(allocator);
  spec.allocators.push_back(allocator);
}

void add_value(SweepSpec& spec, const std::string& option, const std::string& value) {
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

}  // namespace spillway
