// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/slurm_scripts.h"

#include <fmt/format.h>

#include "base/shell_word.h"

namespace spillway {
namespace {

/// The paths of a sweep, quoted for job scripts.
struct Quoted {
  explicit Quoted(const SlurmSweep& sweep)
      : program(quoted_for_job_script(sweep.program, "the program")),
        working_folder(quoted_for_job_script(sweep.working_folder, "the working folder")),
        folder(quoted_for_job_script(sweep.folder, "--slurm: the folder")),
        logs(quoted_for_sbatch(sweep.folder, "--slurm: the folder")),
        output(quoted_for_job_script(sweep.output, "--output: the file")) {}

  std::string program, working_folder, folder, logs, output;
};

std::string sweep_script(const SlurmSweep& sweep, const Quoted& quoted) {
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=spillway-sweep\n"
      "#SBATCH --array=1-{tasks}\n"
      "#SBATCH --cpus-per-task=1\n"
      "#SBATCH --requeue\n"
      "#SBATCH --open-mode=append\n"
      "#SBATCH --output={logs}/sweep-%a.log\n"
      "# Submitted again, each task continues where it was interrupted.\n"
      "cd {working_folder} || exit 1\n"
      "exec {program} sweep {arguments} \\\n"
      "  --shard \"$SLURM_ARRAY_TASK_ID/{tasks}\" --jobs \"${{SLURM_CPUS_PER_TASK:-1}}\" \\\n"
      "  --output {folder}/part-\"$SLURM_ARRAY_TASK_ID\".csv\n",
      fmt::arg("tasks", sweep.tasks), fmt::arg("folder", quoted.folder),
      fmt::arg("logs", quoted.logs), fmt::arg("working_folder", quoted.working_folder),
      fmt::arg("program", quoted.program), fmt::arg("arguments", sweep.arguments));
}

std::string merge_script(const SlurmSweep& sweep, const Quoted& quoted) {
  std::string parts;
  for (std::size_t task = 1; task <= sweep.tasks; ++task) {
    parts += fmt::format(" \\\n  {}/part-{}.csv", quoted.folder, task);
  }
  return fmt::format(
      "#!/bin/sh\n"
      "#SBATCH --job-name=spillway-merge\n"
      "#SBATCH --output={}/merge.log\n"
      "cd {} || exit 1\n"
      "exec {} merge --output {}{}\n",
      quoted.logs, quoted.working_folder, quoted.program, quoted.output, parts);
}

std::string submit_script(const Quoted& quoted) {
  return fmt::format(
      "#!/bin/sh\n"
      "# A task that ends with 1 has written rows of points that failed: they are merged too.\n"
      "job=$(sbatch --parsable {0}/sweep.sbatch) || exit 1\n"
      "sbatch --dependency=afterany:\"${{job%%;*}}\" {0}/merge.sbatch\n",
      quoted.folder);
}

}  // namespace

SlurmScripts slurm_scripts(const SlurmSweep& sweep) {
  const Quoted quoted(sweep);
  return {sweep_script(sweep, quoted), merge_script(sweep, quoted), submit_script(quoted)};
}

}  // namespace spillway
