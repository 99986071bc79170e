// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spillway {

/// Returns the word as it must be written on a shell's command line: in quotes if a shell would
/// split or change the word.
std::string quoted_for_shell(const std::string& word);

/// Returns the words of a command line, split like in a shell: at blanks, with single quotes,
/// double quotes and backslashes. Variables, patterns and redirections have no special meaning.
/// Throws UserError(usage) if a quote is not closed.
std::vector<std::string> shell_words(const std::string& line);

/// Returns the word as it must be written in a job script, in quotes if necessary. Throws
/// UserError(usage) if the word contains a control character: a line feed could begin a line with
/// #SBATCH, which Slurm reads without regard to quotes. `what` names the word in the message.
std::string quoted_for_job_script(const std::string& word, const std::string& what);

/// Returns a path as it must be written in a #SBATCH line of a job script, where % has a special
/// meaning. Throws UserError(usage) if the path contains a backslash or a control character; `what`
/// names the path in the message.
std::string quoted_for_sbatch(const std::string& path, const std::string& what);

}  // namespace spillway
