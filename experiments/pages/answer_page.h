// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// The data of the page of `size` or `advise` as one line of JSON: the answer's document and the
/// command line.
std::string answer_page_json(const std::string& document, const std::string& command);

}  // namespace spillway
