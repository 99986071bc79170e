// SPDX-License-Identifier: Apache-2.0
#include "cli/help/help_groups.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <vector>

namespace spillway::cli {
namespace {

namespace po = boost::program_options;

constexpr std::size_t most_in_one_list = 20;

struct Group {
  const char* title;
  std::vector<std::string_view> names;
};

// The groups of options, in the order of the help page. A group with an empty list shows the
// options that no other group lists.
const std::vector<Group>& groups() {
  static const std::vector<Group> table = {
      {"Most used",
       {"target", "memory-mode", "memory", "planner", "report", "per-op", "json", "plan", "part",
        "trace", "latency"}},
      {"Chip and compiler",
       {"system-config", "config", "vela", "narrow-maps", "chains", "blocks", "board", "region"}},
      {"Plan",
       {"arena", "weights", "weight-policy", "allocator", "start", "pin", "inputs-in", "reserve",
        "require", "plan-out"}},
      {"Output", {}},
      {"xcore.ai",
       {"threads", "op-split", "place", "xformer", "loads", "landing", "page-after", "one-pixel",
        "channelwise", "reference", "conv-glue-slots", "per-thread"}},
      {"Expert",
       {"weight-ratio", "threshold", "in-place", "arena-limit", "search-budget", "runs", "ideal",
        "kernel", "names", "traffic", "traffic-memory", "dram-commands", "counters", "vcd",
        "planner-timeout"}},
  };
  return table;
}

const Group& group_of(const std::string& name) {
  const Group* others = nullptr;
  for (const Group& group : groups()) {
    if (std::find(group.names.begin(), group.names.end(), name) != group.names.end()) return group;
    if (group.names.empty()) others = &group;
  }
  return *others;
}

// Returns the options of a group in the order of the group's list. In the group with an empty list,
// options have the order in which the command declares them.
std::vector<boost::shared_ptr<po::option_description>> in_order_of(
    const Group& group, const po::options_description& options) {
  std::vector<boost::shared_ptr<po::option_description>> members;
  for (const auto& option : options.options()) {
    if (&group_of(option->long_name()) == &group) members.push_back(option);
  }
  const auto place = [&](const auto& option) {
    return std::find(group.names.begin(), group.names.end(), option->long_name());
  };
  std::stable_sort(members.begin(), members.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return members;
}

}  // namespace

std::string grouped_options(const po::options_description& options) {
  std::ostringstream text;
  if (options.options().size() <= most_in_one_list) {
    text << "Options:\n" << options;
    return text.str();
  }
  const char* between = "";
  for (const Group& group : groups()) {
    po::options_description some;
    for (const auto& option : in_order_of(group, options)) some.add(option);
    if (some.options().empty()) continue;
    text << between << group.title << ":\n" << some;
    between = "\n";
  }
  return text.str();
}

}  // namespace spillway::cli
