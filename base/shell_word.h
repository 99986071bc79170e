// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway {

/// One word, quoted where a shell would take it apart.
std::string quoted_for_shell(const std::string& word);

/// The same in a job script, whose lines beginning with #SBATCH no shell reads: `what` names the
/// word in the message. Throws UserError(usage) when it holds a control character, which would end
/// such a line.
std::string quoted_for_job_script(const std::string& word, const std::string& what);

/// A path in a directive of Slurm, where % and \ have meanings of their own.
std::string quoted_for_sbatch(const std::string& path, const std::string& what);

}  // namespace spillway
