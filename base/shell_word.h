// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// Returns the word as it must be written on a shell's command line: in quotes if a shell would
/// split or change it.
std::string quoted_for_shell(const std::string& word);

/// Splits a command line into words like a shell: at blanks, with single and double quotes and
/// backslashes. Variables, patterns and redirections have no special meaning. Throws
/// UserError(usage) for a quote that is not closed.
std::vector<std::string> shell_words(const std::string& line);

/// Like quoted_for_shell(), for a word in a job script. Slurm, not a shell, reads the lines that
/// begin with #SBATCH, and quotes do not protect control characters there. Throws UserError(usage)
/// if the word contains a control character; `what` names the word in the message.
std::string quoted_for_job_script(const std::string& word, const std::string& what);

/// Quotes a path in a directive of Slurm, where % and \ have special meanings.
std::string quoted_for_sbatch(const std::string& path, const std::string& what);

}  // namespace spillway
