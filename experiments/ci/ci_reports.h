// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/ci/ci_run.h"

namespace spillway {

/// A table of the checks with latency, budget, change against the baseline and missed budgets, then
/// the operators that changed most. Names are cut so that lines fit `width` columns.
std::string ci_text(const std::vector<CiResult>& results, std::size_t width);

/// The same as GitHub's Markdown, for a comment on a pull request.
std::string ci_markdown(const std::string& description, const std::vector<CiResult>& results);

/// A test suite with one case per check, in the XML format of JUnit.
std::string ci_junit(const std::vector<CiResult>& results);

}  // namespace spillway
