// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// The JSON of the page of `size` or `advise`, on one line: the document of the answer and the
/// command line that was given.
std::string answer_page_json(const std::string& document, const std::string& command);

}  // namespace spillway
