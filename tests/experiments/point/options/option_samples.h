// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/point/option_table.h"

namespace spillway::test {

/// A sample of an option: several of its values, in the syntax of `run`. With the network `network`
/// and the options `base`, each value has an effect.
struct OptionSample {
  std::string option;
  std::string network;
  std::vector<std::pair<std::string, OptionItems>> base;
  std::vector<OptionItems> values;
};

/// Returns a sample for every option of the table. If a value is the path of a file, the file is
/// written into `folder`.
std::vector<OptionSample> option_samples(const std::string& folder);

/// Returns whether this machine has the network file of the sample.
bool can_run(const OptionSample& sample);

}  // namespace spillway::test
