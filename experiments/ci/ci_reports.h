// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/ci/ci_run.h"
#include "report/printout.h"

namespace spillway {

/// Returns a table of the checks: latency, budget, change against the baseline and missed budgets.
/// Below it, lists the operators that changed; if `shortened`, only those that changed most.
Printout ci_printout(const std::vector<CiResult>& results, bool shortened = true);

/// Returns the contents of ci_printout() as GitHub's Markdown, for a comment on a pull request.
std::string ci_markdown(const std::string& description, const std::vector<CiResult>& results);

/// Returns a test suite in the XML format of JUnit, with one case per check.
std::string ci_junit(const std::vector<CiResult>& results);

}  // namespace spillway
