// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// The first step of a run that an option changes; those after it may change with it. What only
/// names things in results belongs to `report`.
enum class Stage : std::uint8_t { target, lower, plan, schedule, simulate, report };

/// What is asked whether an option can apply: a point, its target and the network as it was read.
/// Obstacles that look at the lowered network take it from `cache`, or lower it themselves.
struct OptionUse {
  const DesignPoint& point;
  const Target& target;
  const Network& network;
  PointCache* cache = nullptr;
};

/// Puts a value that was read before into a point.
using SetOption = std::function<void(DesignPoint& point)>;
using OptionItems = std::vector<std::string>;

/// An option of a design point: everything that command lines, sweeps, caches, results, pages and
/// documents need to know of it.
struct PointOption {
  const char* name = "";        // without the dashes
  const char* value_name = "";  // as `run` takes it
  const char* help = "";        // one line
  Stage stage = Stage::target;
  bool list = false;      // takes several items: commas separate them in `run`, + in a sweep
  bool together = false;  // the items of the list are one choice: + joins them in `run`, too

  /// Reads what a value says, once, files included. Throws UserError.
  SetOption (*read)(const OptionItems& items) = nullptr;
  /// What a point has, spelled out as `run` takes it; nothing where it leaves the choice open.
  OptionItems (*items)(const DesignPoint& point) = nullptr;
  /// Leaves the choice open again.
  void (*clear)(DesignPoint& point) = nullptr;
  /// Why the option would change nothing, as the end of a sentence that begins with its name; empty
  /// where it applies. Null for options that apply everywhere.
  std::string (*obstacle)(const OptionUse& use) = nullptr;

  /// Values of a sweep and their help, where they are not those of `run`.
  const char* sweep_value_name = nullptr;
  const char* sweep_help = nullptr;
  /// What the option means without a value; another one then follows an equals sign. Null where
  /// there has to be a value.
  const char* implied = nullptr;
  bool own_list = false;  // sweeps have a list and a column for it, besides their `options`
};

}  // namespace spillway
