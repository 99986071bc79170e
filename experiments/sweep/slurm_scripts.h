// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace spillway {

/// What the job scripts of a sweep need to know; paths are absolute.
struct SlurmSweep {
  std::string program;
  std::string working_folder;
  std::string folder;     // for the parts, the logs and the scripts
  std::string arguments;  // of `sweep`, without output, shard and jobs, quoted for the shell
  std::string output;     // the merged file
  std::size_t tasks = 1;
};

struct SlurmScripts {
  std::string sweep;   // array job: one shard per task; submitted again, it continues
  std::string merge;   // job that puts the parts together
  std::string submit;  // submits both, the second after the first
};

/// Throws UserError(usage) for paths that a job script cannot name.
SlurmScripts slurm_scripts(const SlurmSweep& sweep);

}  // namespace spillway
