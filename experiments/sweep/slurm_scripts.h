// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace spillway {

/// The data from which slurm_scripts() writes the job scripts of a sweep. All paths are absolute.
struct SlurmSweep {
  std::string program;
  std::string working_folder;
  std::string folder;  // folder of the shards' files, the logs and the scripts
  // Arguments of the command `sweep`, quoted for the shell, without output, shard and jobs.
  std::string arguments;
  std::string output;  // path of the merged file
  std::size_t tasks = 1;
};

struct SlurmScripts {
  // Array job: each task simulates one shard; a second submission resumes the sweep.
  std::string sweep;
  std::string merge;   // job that merges the files of all shards
  std::string submit;  // script that submits both jobs; the merge starts after the sweep has ended
};

/// Returns the scripts that run a sweep on a Slurm cluster. Throws UserError(usage) for a path with
/// characters that a job script cannot contain.
SlurmScripts slurm_scripts(const SlurmSweep& sweep);

}  // namespace spillway
