// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/ci/ci_run.h"
#include "report/printout.h"

namespace spillway {

/// Returns a table of the checks: latency, budget, change against the baseline and missed budgets.
/// Below the table is a list of the operators whose cycles changed. If `shortened`, the list has
/// only the largest changes.
Printout ci_printout(const std::vector<CiResult>& results, bool shortened = true);

/// Returns the tables and lists of ci_printout() as Markdown, for a comment on a GitHub pull
/// request.
std::string ci_markdown(const std::string& description, const std::vector<CiResult>& results);

/// Returns the results as a test suite in the XML format of JUnit, with one case per check.
std::string ci_junit(const std::vector<CiResult>& results);

}  // namespace spillway
