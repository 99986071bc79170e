// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/ci/ci_run.h"

namespace spillway {

/// Checks with latency, budget, change against the baseline and what was missed, then the operators
/// that changed most; names get what `width` columns leave.
std::string ci_text(const std::vector<CiResult>& results, std::size_t width);

/// The same as GitHub's Markdown, for a comment on a pull request.
std::string ci_markdown(const std::string& description, const std::vector<CiResult>& results);

/// A test suite with a case per check, as JUnit's readers take it.
std::string ci_junit(const std::vector<CiResult>& results);

}  // namespace spillway
