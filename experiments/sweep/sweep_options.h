// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/point/design_point.h"

namespace spillway {

/// An option of a design point that a sweep can vary, besides those that have a column of their
/// own. Names and values are those of `run`; where `run` takes a list, `+` joins its items, because
/// a comma separates the values of a sweep.
struct SweepOption {
  const char* name;
  const char* value_name;
  const char* help;
  /// Puts a value into the point and returns it in the form that identifies the point. Throws
  /// UserError(usage).
  std::string (*apply)(DesignPoint& point, const std::string& value);
  /// Whether a value names a file to read; null for options of which none does.
  bool (*is_file)(const std::string& value) = nullptr;
  /// Copies what apply() put into `from`, where it read a file, as apply() would do it again.
  void (*take_over)(const DesignPoint& from, DesignPoint& to) = nullptr;
};

/// In the order in which points vary and rows name them.
const std::vector<SweepOption>& sweep_options();

/// Throws UserError(usage) with a suggestion.
const SweepOption& find_sweep_option(const std::string& name);

}  // namespace spillway
