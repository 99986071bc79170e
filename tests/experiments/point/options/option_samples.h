// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/point/option_table.h"

namespace spillway::test {

/// Two values of an option in the syntax of `run`, with a network and other options for which the
/// option has an effect.
struct OptionSample {
  std::string option;
  std::string network;
  std::vector<std::pair<std::string, OptionItems>> base;
  std::vector<OptionItems> values;
};

/// A sample for every option of the table. Files that values name are written into `folder`.
std::vector<OptionSample> option_samples(const std::string& folder);

/// Whether the sample's network exists on this machine.
bool can_run(const OptionSample& sample);

}  // namespace spillway::test
