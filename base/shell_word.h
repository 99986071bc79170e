// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// The word, quoted if a shell would split or change it.
std::string quoted_for_shell(const std::string& word);

/// Splits a command line into words as a shell does: at blanks, with single and double quotes and
/// backslashes. Nothing else is special: no variables, patterns or redirections. Throws
/// UserError(usage) for a quote that is not closed.
std::vector<std::string> shell_words(const std::string& line);

/// quoted_for_shell() for job scripts, whose lines that begin with #SBATCH are not read by a shell.
/// `what` names the word in the message. Throws UserError(usage) if the word contains a control
/// character, which would end such a line.
std::string quoted_for_job_script(const std::string& word, const std::string& what);

/// Quotes a path in a directive of Slurm, where % and \ have special meanings.
std::string quoted_for_sbatch(const std::string& path, const std::string& what);

}  // namespace spillway
