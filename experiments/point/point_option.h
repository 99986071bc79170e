// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// The steps of a run, in their order. The stage of an option is the first step on which it has an
/// effect. An option that only changes names in results has the stage `report`.
enum class Stage : std::uint8_t { target, lower, plan, schedule, simulate, report };

/// The point, target and network for which it is asked whether an option has an effect. The network
/// is the one that was read. The lowered network comes from `cache` or, if `cache` is null, is made
/// when it is needed.
struct OptionUse {
  const DesignPoint& point;
  const Target& target;
  const Network& network;
  PointCache* cache = nullptr;
};

/// A function that sets an option of a point to a value. The value was parsed when the function was
/// made.
using SetOption = std::function<void(DesignPoint& point)>;
using OptionItems = std::vector<std::string>;

/// An option of a design point, with everything that command lines, sweeps, caches, results, pages
/// and manuals need to know about it.
struct PointOption {
  const char* name = "";        // without the two dashes
  const char* value_name = "";  // for the help of `run`
  const char* help = "";        // one line of text
  Stage stage = Stage::target;
  // Whether the option accepts several items. Commas separate them in `run`; + separates them in a
  // sweep.
  bool list = false;
  // Whether the items of the list are one choice. Then + separates them in `run`, too.
  bool together = false;

  /// Parses a value, and reads the files that it names. The result sets the value in any number of
  /// points. Throws UserError.
  SetOption (*read)(const OptionItems& items) = nullptr;
  /// Returns the value of the option at a point, in the syntax of `run`; no items if it is the
  /// default.
  OptionItems (*items)(const DesignPoint& point) = nullptr;
  /// Resets the option to its default.
  void (*clear)(DesignPoint& point) = nullptr;
  /// Returns why the option has no effect, as the end of a sentence that begins with its name;
  /// empty if it has an effect. Null for options that always have an effect.
  std::string (*obstacle)(const OptionUse& use) = nullptr;

  /// Name of the value and help for sweeps; null = those of `run`.
  const char* sweep_value_name = nullptr;
  const char* sweep_help = nullptr;
  /// The value that `--name` stands for if no value follows; other values then follow an equals
  /// sign. Null if a value is required.
  const char* implied = nullptr;
  // Whether sweeps have a list and a column of their own for the option.
  bool own_list = false;
};

}  // namespace spillway
