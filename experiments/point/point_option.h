// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// The steps of a run, in their order. The stage of an option is the first step on which the option
/// has an effect. Exception: options of the stage `schedule` can also change plans, because
/// planners use sizes of encoded weights and simulated times. An option that only changes names in
/// results has the stage `report`.
enum class Stage : std::uint8_t { target, lower, plan, schedule, simulate, report };

/// What is needed to decide whether an option has an effect at a point. `network` is the network as
/// it was read. The lowered network is taken from `cache`; if `cache` is null, the network is
/// lowered when needed.
struct OptionUse {
  const DesignPoint& point;
  const Target& target;
  const Network& network;
  PointCache* cache = nullptr;
};

/// A function that sets an option of a point to a value that was parsed earlier.
using SetOption = std::function<void(DesignPoint& point)>;
using OptionItems = std::vector<std::string>;
using Obstacle = std::string (*)(const OptionUse& use);

/// An option of a design point, with all data about it for command lines, sweeps, caches, results,
/// pages and manuals.
struct PointOption {
  const char* name = "";        // name of the option without the two dashes
  const char* value_name = "";  // placeholder of the value in the help of `run`
  const char* help = "";        // help text of one line
  Stage stage = Stage::target;
  // Whether the option accepts several items. The separator of items is a comma in `run`, and + in
  // sweeps.
  bool list = false;
  // Whether the items of the list form a single choice. The separator is then + in `run`, too.
  bool together = false;

  /// Parses a value, and reads the files that the value names. The returned function can set the
  /// value in any number of points. Throws UserError for a wrong value.
  std::function<SetOption(const OptionItems& items)> read = {};
  /// Returns the items of the option's value at a point, in the syntax of `run`. For some options,
  /// the list of items of the default value is empty.
  std::function<OptionItems(const DesignPoint& point)> items = {};
  /// Resets the option to its default value.
  void (*clear)(DesignPoint& point) = nullptr;
  /// Returns the reason why the option has no effect, as the end of an error message that begins
  /// with the option's name; empty if the option has an effect. Null for options that always have
  /// an effect.
  Obstacle obstacle = nullptr;

  /// Placeholder of the value and help text for sweeps; null = the texts of `run`.
  const char* sweep_value_name = nullptr;
  const char* sweep_help = nullptr;
  /// The value of the option if `--name` is given without a value; other values must then follow an
  /// equals sign. Null if a value is required.
  const char* implied = nullptr;
  // Whether sweeps have a list and a column of their own for the option.
  bool own_list = false;
  // For options of the stage `lower`. True if both conditions hold:
  // * Two values of the option give the same lowered network if the operators of both networks have
  //   equal types and operands of equal sizes.
  // * No later stage reads the option.
  bool shows_in_operators = false;
};

}  // namespace spillway
