// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// The first step of a run that an option affects; later steps may be affected, too. Options that
/// only change names in results belong to `report`.
enum class Stage : std::uint8_t { target, lower, plan, schedule, simulate, report };

/// What the question whether an option can apply depends on: a point, its target and the network as
/// read. Obstacles that need the lowered network take it from `cache`, or lower it themselves.
struct OptionUse {
  const DesignPoint& point;
  const Target& target;
  const Network& network;
  PointCache* cache = nullptr;
};

/// Sets a value, which was parsed before, in a point.
using SetOption = std::function<void(DesignPoint& point)>;
using OptionItems = std::vector<std::string>;

/// An option of a design point: everything that command lines, sweeps, caches, results, pages and
/// documents need to know about it.
struct PointOption {
  const char* name = "";        // without the dashes
  const char* value_name = "";  // for the help of `run`
  const char* help = "";        // one line
  Stage stage = Stage::target;
  bool list = false;      // takes several items: commas separate them in `run`, + in a sweep
  bool together = false;  // the items of the list form one choice; + joins them in `run`, too

  /// Parses a value once, and reads its files. Throws UserError.
  SetOption (*read)(const OptionItems& items) = nullptr;
  /// The point's value in the syntax of `run`; no items if it is the default.
  OptionItems (*items)(const DesignPoint& point) = nullptr;
  /// Resets the option to its default.
  void (*clear)(DesignPoint& point) = nullptr;
  /// Why the option would change nothing, as the end of a sentence that begins with its name; empty
  /// if it applies. Null for options that always apply.
  std::string (*obstacle)(const OptionUse& use) = nullptr;

  /// Value name and help for sweeps, if they differ from those of `run`.
  const char* sweep_value_name = nullptr;
  const char* sweep_help = nullptr;
  /// The value that the option has without one; another value then follows an equals sign. Null if
  /// a value is required.
  const char* implied = nullptr;
  bool own_list = false;  // sweeps have a list and a column of their own for it
};

}  // namespace spillway
