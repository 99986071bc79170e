// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// One word, quoted where a shell would take it apart.
std::string quoted_for_shell(const std::string& word);

/// The words of a command line as a shell takes it apart: at blanks, with single and double quotes
/// and backslashes. Nothing else is special: no variables, patterns or redirections. Throws
/// UserError(usage) for a quote that is not closed.
std::vector<std::string> shell_words(const std::string& line);

}  // namespace spillway
