// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// What the page of an answer shows, on one line: the document of `size` or `advise`, and the
/// command line that gave it.
std::string answer_page_json(const std::string& document, const std::string& command);

}  // namespace spillway
