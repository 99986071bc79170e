// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/slurm_scripts.h"

#include <fmt/format.h>

namespace spillway {
namespace {

std::string sweep_script(const SlurmSweep& sweep) {
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=spillway-sweep\n"
      "#SBATCH --array=1-{tasks}\n"
      "#SBATCH --cpus-per-task=1\n"
      "#SBATCH --requeue\n"
      "#SBATCH --open-mode=append\n"
      "#SBATCH --output={folder}/sweep-%a.log\n"
      "# Submitted again, each task continues where it was interrupted.\n"
      "cd {working_folder} || exit 1\n"
      "exec {program} sweep {arguments} \\\n"
      "  --shard \"$SLURM_ARRAY_TASK_ID/{tasks}\" --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\" \\\n"
      "  --output {folder}/part-\"$SLURM_ARRAY_TASK_ID\".csv\n",
      fmt::arg("tasks", sweep.tasks), fmt::arg("folder", sweep.folder),
      fmt::arg("working_folder", sweep.working_folder), fmt::arg("program", sweep.program),
      fmt::arg("arguments", sweep.arguments));
}

std::string merge_script(const SlurmSweep& sweep) {
  std::string parts;
  for (std::size_t task = 1; task <= sweep.tasks; ++task) {
    parts += fmt::format(" \\\n  {}/part-{}.csv", sweep.folder, task);
  }
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=spillway-merge\n"
      "#SBATCH --output={}/merge.log\n"
      "cd {} || exit 1\n"
      "exec {} merge --output {}{}\n",
      sweep.folder, sweep.working_folder, sweep.program, sweep.output, parts);
}

std::string submit_script(const SlurmSweep& sweep) {
  return fmt::format(
      "#!/bin/sh\n"
      "# A task that ends with 1 has written rows of points that failed: they are merged too.\n"
      "job=$(sbatch --parsable {0}/sweep.sbatch) || exit 1\n"
      "sbatch --dependency=afterany:\"${{job%%;*}}\" {0}/merge.sbatch\n",
      sweep.folder);
}

}  // namespace

SlurmScripts slurm_scripts(const SlurmSweep& sweep) {
  return {sweep_script(sweep), merge_script(sweep), submit_script(sweep)};
}

}  // namespace spillway
