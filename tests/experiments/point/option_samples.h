// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/point/option_table.h"

namespace spillway::test {

/// Two values of an option, as `run` takes them, with a network and further options for which it
/// applies.
struct OptionSample {
  std::string option;
  std::string network;
  std::vector<std::pair<std::string, OptionItems>> base;
  std::vector<OptionItems> values;
};

/// One for every option of the table; files that values name are written into `folder`.
std::vector<OptionSample> option_samples(const std::string& folder);

/// Whether its network is here.
bool can_run(const OptionSample& sample);

}  // namespace spillway::test
