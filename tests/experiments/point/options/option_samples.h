// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/point/option_table.h"

namespace spillway::test {

/// Several values of an option in the syntax of `run`. `network` and the options `base` are such
/// that the option has an effect.
struct OptionSample {
  std::string option;
  std::string network;
  std::vector<std::pair<std::string, OptionItems>> base;
  std::vector<OptionItems> values;
};

/// Returns a sample for every option of the table. Files that values name are written into
/// `folder`.
std::vector<OptionSample> option_samples(const std::string& folder);

/// Returns whether this machine has the network of the sample.
bool can_run(const OptionSample& sample);

}  // namespace spillway::test
