// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/option_table.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "experiments/point/option_entries.h"
#include "experiments/point/option_values.h"

namespace spillway {
namespace {

std::vector<PointOption> make_options() {
  std::vector<PointOption> options;
#define SPILLWAY_ENTRY(name) options.push_back(option_entries::name());
  SPILLWAY_POINT_OPTIONS(SPILLWAY_ENTRY)
#undef SPILLWAY_ENTRY
  return options;
}

// Returns `item`. If the item names a file, appends a colon and the hash of the file's contents. So
// the items of two points differ if the contents of their files differ.
std::string with_hash(const PointOption& option, const std::string& item,
                      const DesignPoint& point) {
  for (const InputFile& input : point.inputs) {
    if (input.option != option.name || input.path.size() > item.size()) continue;
    const std::size_t begin = item.size() - input.path.size();
    const bool whole = begin == 0 || item[begin - 1] == '=' || item[begin - 1] == ':';
    if (whole && item.compare(begin, std::string::npos, input.path) == 0) {
      return item + ":" + input.hash;
    }
  }
  return item;
}

// Whether results always have a field for the value of the option, even if the option is not given.
bool has_result_field(const PointOption& option) {
  const std::string_view name = option.name;
  return name != "part" && (option.own_list || name == "threads" || name == "weight-ratio");
}

template <typename Wanted>
const PointOption& find_option(const std::string& name, const Wanted& wanted) {
  std::vector<std::string> names;
  for (const PointOption& option : point_options()) {
    if (!wanted(option)) continue;
    if (name == option.name) return option;
    names.emplace_back(option.name);
  }
  throw UserError(ExitCode::usage, unknown_name_message("option", name, names));
}

}  // namespace

const std::vector<PointOption>& point_options() {
  static const std::vector<PointOption> options = make_options();
  return options;
}

const PointOption& find_point_option(const std::string& name) {
  return find_option(name, [](const PointOption& /*option*/) { return true; });
}

const PointOption& find_swept_option(const std::string& name) {
  return find_option(name, is_swept);
}

void set_option(const PointOption& option, const OptionItems& items, DesignPoint& point) {
  std::vector<std::string> keys;
  for (const std::string& item : items) keys.push_back(item.substr(0, item.find('=')));
  if (option.list) require_each_once(option.name, keys);
  option.read(items)(point);
}

std::string joined_items(const PointOption& option, const OptionItems& items) {
  return fmt::format("{}", fmt::join(items, option.together ? "+" : ","));
}

std::string option_words(const PointOption& option, const std::string& value) {
  if (option.implied == nullptr) return fmt::format("--{} {}", option.name, value);
  return fmt::format("--{}{}", option.name, value == option.implied ? "" : "=" + value);
}

void clear_option(const PointOption& option, DesignPoint& point) {
  option.clear(point);
  auto& inputs = point.inputs;
  inputs.erase(std::remove_if(inputs.begin(), inputs.end(),
                              [&](const InputFile& input) { return input.option == option.name; }),
               inputs.end());
}

bool is_given(const PointOption& option, const DesignPoint& point) {
  static const DesignPoint fresh;
  return option.items(point) != option.items(fresh);
}

OptionItems items_of_sweep_value(const PointOption& option, const std::string& value) {
  return option.list ? split(value, '+') : OptionItems{value};
}

bool is_swept(const PointOption& option) {
  return !option.own_list && option.stage != Stage::report;
}

OptionItems canonical_items(const PointOption& option, const DesignPoint& point) {
  OptionItems items = option.items(point);
  for (std::string& item : items) item = with_hash(option, item, point);
  return items;
}

std::string canonical_value(const PointOption& option, const DesignPoint& point) {
  return fmt::format("{}", fmt::join(canonical_items(option, point), "+"));
}

std::string choices_text(const DesignPoint& point) {
  std::string text;
  for (const PointOption& option : point_options()) {
    if (has_result_field(option) || !is_given(option, point)) continue;
    for (const std::string& item : canonical_items(option, point)) {
      text += (text.empty() ? "" : " ") + option_words(option, item);
    }
  }
  return text;
}

std::string stage_key(Stage stage, const DesignPoint& point) {
  std::string key;
  for (const PointOption& option : point_options()) {
    if (option.stage != stage || !is_given(option, point)) continue;
    key += option.name;
    for (const std::string& item : canonical_items(option, point)) key += "\t" + item;
    key += "\n";
  }
  return key;
}

std::string with_options_without_effect(std::string note, const DesignPoint& point,
                                        const std::vector<std::string>& names,
                                        const std::string& what) {
  for (const std::string& name : names) {
    if (!is_given(find_point_option(name), point)) continue;
    note += fmt::format("{} says {}: --{} has no effect", note.empty() ? point.plan_source : "; it",
                        what, name);
  }
  return note;
}

std::string obstacle_of(const PointOption& option, const OptionUse& use) {
  if (option.obstacle == nullptr) return "";
  const std::string reason = option.obstacle(use);
  return reason.empty() ? "" : "--" + std::string(option.name) + reason;
}

void require_options_apply(const OptionUse& use) {
  for (const PointOption& option : point_options()) {
    if (option.obstacle == nullptr || !is_given(option, use.point)) continue;
    const std::string obstacle = obstacle_of(option, use);
    if (!obstacle.empty()) throw UserError(ExitCode::usage, obstacle);
  }
}

}  // namespace spillway
