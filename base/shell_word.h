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

/// The same in a job script, whose lines beginning with #SBATCH no shell reads: `what` names the
/// word in the message. Throws UserError(usage) when it holds a control character, which would end
/// such a line.
std::string quoted_for_job_script(const std::string& word, const std::string& what);

/// A path in a directive of Slurm, where % and \ have meanings of their own.
std::string quoted_for_sbatch(const std::string& path, const std::string& what);

}  // namespace spillway
