// SPDX-License-Identifier: Apache-2.0
#include "cli/point_options.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/advice/point_command.h"
#include "experiments/point/as_compiled.h"
#include "experiments/point/chosen_lowering.h"
#include "hwmodels/target/processor_family.h"

namespace spillway::cli {
namespace {

constexpr Stage stages[] = {Stage::target,   Stage::lower,    Stage::plan,
                            Stage::schedule, Stage::simulate, Stage::report};

bool is_among(const PointOption& option, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), option.name) != names.end();
}

// Returns the values of an option that the user has joined by '+'. Throws if the values are joined
// by commas, because a comma separates the values that a sweep tries.
OptionItems joined_by_plus(const Arguments& arguments, const PointOption& option) {
  OptionItems items;
  for (const std::string& value : arguments.words(option.name)) {
    if (value.find(',') != std::string::npos) {
      throw usage_error(
          "--{} takes {}[+...], not '{}': a comma stands between the alternatives of a sweep",
          option.name, option.value_name, value);
    }
    for (const std::string& item : split(value, '+')) items.emplace_back(trim(item));
  }
  return items;
}

OptionItems items_of(const Arguments& arguments, const PointOption& option) {
  if (option.together) return joined_by_plus(arguments, option);
  return option.list ? arguments.list(option.name) : OptionItems{arguments.text(option.name)};
}

void require_named_target(const std::string& target) {
  if (!target.empty()) return;
  throw usage_error("--target is missing; 'spillway list targets' lists the targets");
}

void require_reservable_bytes(const DesignPoint& point) {
  DesignPoint whole = point;
  clear_option(find_point_option("reserve"), whole);
  const Target target = resolve_target(whole);
  for (const auto& [name, bytes] : point.reserved) {
    const Bytes capacity = target.memories[memory_index(target, name)].capacity;
    if (bytes <= capacity) continue;
    throw usage_error("--reserve: {} bytes exceed the {} bytes of {}", with_thousands(bytes),
                      with_thousands(capacity), name);
  }
}

std::string sweep_value_name(const PointOption& option) {
  if (option.sweep_value_name != nullptr) return option.sweep_value_name;
  const bool joined = option.list && !option.own_list;
  return std::string(option.value_name) + (joined ? "+..." : "");
}

}  // namespace

void add_point_option(boost::program_options::options_description& options,
                      const PointOption& option) {
  if (option.implied != nullptr) {
    options.add_options()(
        option.name, text_value(option.value_name)->implicit_value(option.implied), option.help);
  } else if (option.list) {
    const std::string more = option.together ? "[+...]" : "";
    options.add_options()(option.name, list_value(option.value_name + more), option.help);
  } else {
    options.add_options()(option.name, text_value(option.value_name), option.help);
  }
}

void add_point_options(boost::program_options::options_description& options,
                       const std::vector<std::string>& left_out) {
  for (const Stage stage : stages) {
    for (const PointOption& option : point_options()) {
      if (option.stage != stage || is_among(option, left_out)) continue;
      add_point_option(options, option);
    }
  }
}

void add_sweep_options(boost::program_options::options_description& options) {
  for (const Stage stage : stages) {
    for (const PointOption& option : point_options()) {
      if (option.stage != stage || !(option.own_list || is_swept(option))) continue;
      options.add_options()(option.name, list_value(sweep_value_name(option)),
                            option.sweep_help != nullptr ? option.sweep_help : option.help);
    }
  }
}

DesignPoint read_point(const Arguments& arguments, const std::vector<std::string>& left_out) {
  require_named_target(arguments.text("target"));
  DesignPoint point = read_open_point(arguments, left_out);
  require_reservable_bytes(point);
  return point;
}

DesignPoint read_open_point(const Arguments& arguments, const std::vector<std::string>& left_out) {
  DesignPoint point;
  for (const PointOption& option : point_options()) {
    if (!arguments.has(option.name) || is_among(option, left_out)) continue;
    set_option(option, items_of(arguments, option), point);
  }
  return point;
}

DesignPoint complete_point(const DesignPoint& point, const std::vector<const Network*>& networks) {
  DesignPoint complete = point;
  for (const Network* network : networks) {
    if (compiled_target(*network).empty()) continue;
    complete = as_compiled(*network, point);
    break;
  }
  require_named_target(complete.target);
  require_reservable_bytes(complete);
  return complete;
}

std::string note_of_file(const DesignPoint& point) {
  const std::string taken = taken_from_file(point);
  return taken.empty() ? "" : fmt::format("spillway: note: the compiled file sets {}\n", taken);
}

DesignPoint choose_lowering(const Network& network, const DesignPoint& point, PointCache& cache,
                            const Console& console) {
  DesignPoint chosen = with_chosen_lowering(network, point, cache);
  const std::string choice = changed_options(chosen, point);
  if (!choice.empty()) {
    console.err << fmt::format("spillway: planner {} lowers with {}\n", point.planner, choice);
  }
  return chosen;
}

}  // namespace spillway::cli
