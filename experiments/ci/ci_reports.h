// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/ci/ci_run.h"
#include "report/printout.h"

namespace spillway {

/// A table of the checks with latency, budget, change against the baseline and missed budgets, then
/// the operators that changed; if `shortened`, those that changed most.
Printout ci_printout(const std::vector<CiResult>& results, bool shortened = true);

/// The same as GitHub's Markdown, for a comment on a pull request.
std::string ci_markdown(const std::string& description, const std::vector<CiResult>& results);

/// A test suite with one case per check, in the XML format of JUnit.
std::string ci_junit(const std::vector<CiResult>& results);

}  // namespace spillway
