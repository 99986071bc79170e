// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// Returns the data for the HTML page of the command `size` or `advise` as one line of JSON. The
/// data consist of `document`, the JSON document of the answer, and `command`, the command line
/// that makes the page.
std::string answer_page_json(const std::string& document, const std::string& command);

}  // namespace spillway
