// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/units.h"

namespace spillway {

/// A network that exists plain and compiled: the replay of the compiled file beside the lowering of
/// the plain one under the compiler's plan. Cycles are of the NPU and its DMA: replay has no
/// addresses for what operators on the host touch, so it charges them less.
struct CompiledCase {
  std::string file;  // NETWORK__ACCELERATOR__MODE..., without its ending
  Cycles replayed = 0;
  Cycles lowered = 0;
  std::string not_compared;  // why there is no figure for `lowered`

  double error() const {
    return replayed == 0 ? 0 : static_cast<double>(lowered) / static_cast<double>(replayed) - 1;
  }
};

/// All files of folder `compiled` whose plain network is in folder `networks`, by name.
std::vector<CompiledCase> compare_compiled_plans(const std::string& networks,
                                                 const std::string& compiled);

/// As a Markdown table.
std::string compiled_plans_markdown(const std::vector<CompiledCase>& cases);

/// One line per case beyond `tolerance`.
std::vector<std::string> missed_plans(const std::vector<CompiledCase>& cases, double tolerance);

}  // namespace spillway
