// SPDX-License-Identifier: Apache-2.0
#include "experiments/point/point_choices.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace spillway {
namespace {

std::string pin_text(const PinRule& pin) {
  if (pin.outside()) return pin.tensor + "=outside";
  return pin.tensor + "=" + pin.memory + (pin.offset ? fmt::format("@{}", *pin.offset) : "");
}

// Plans made elsewhere are told apart by their contents.
std::string plan_text(const DesignPoint& point) {
  Hash hash;
  hash.add(point.plan_text);
  return hash.text();
}

}  // namespace

std::string choices_text(const DesignPoint& point) {
  std::string text;
  const auto add = [&](const char* option, const std::string& value) {
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", option, value);
  };
  for (const std::string& memory : point.arena) add("arena", memory);
  if (!point.weights.empty()) add("weights", point.weights);
  for (const std::string& rule : point.placements) add("place", rule);
  for (const PinRule& pin : point.pins) add("pin", pin_text(pin));
  for (const auto& [memory, bytes] : point.reserved) {
    add("reserve", fmt::format("{}={}", memory, bytes));
  }
  for (const std::string& region : point.target_options.regions) add("region", region);
  if (!point.plan_source.empty()) add("plan", plan_text(point));
  if (point.planner_options.threshold != PlannerOptions{}.threshold) {
    add("threshold", std::to_string(point.planner_options.threshold));
  }
  if (!point.weight_policy.empty()) add("weight-policy", point.weight_policy);
  if (point.runs != 1) add("runs", std::to_string(point.runs));
  if (point.conv_glue_slots) add("conv-glue-slots", fmt::format("{}", *point.conv_glue_slots));
  if (point.split_one_pixel) add("one-pixel", *point.split_one_pixel ? "split" : "whole");
  for (const std::string& name : point.lowering.channelwise) add("channelwise", name);
  for (const std::string& name : point.lowering.reference) add("reference", name);
  for (const RowSplit& split : point.lowering.row_splits) {
    add("op-split", fmt::format("{},{},{}", split.top, split.bottom, split.strips));
  }
  return text;
}

}  // namespace spillway
