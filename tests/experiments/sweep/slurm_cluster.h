// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spillway::test {

/// The exit code of a shell command, and the text that the command printed.
struct ShellResult {
  int exit_code = 0;
  std::string output;
};

/// A Slurm cluster with one node of two cores on the loopback interface. The folder `folder` holds
/// its configuration, keys and state. The constructor starts the daemons of the cluster as the user
/// of the tests, and the destructor stops them.
class SlurmCluster {
 public:
  /// Returns whether Debian's packages slurm-wlm and munge are installed.
  static bool installed();

  explicit SlurmCluster(std::string folder);
  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;
  ~SlurmCluster();

  /// Waits at most `seconds` until the node accepts jobs. Returns whether the node accepts jobs.
  bool wait_until_idle(int seconds) const;

  /// Waits at most `seconds` until no job is in the queue. Returns whether the queue is empty.
  bool wait_until_done(int seconds) const;

  /// Runs `command` with sh. Slurm programs that `command` calls use this cluster.
  ShellResult shell(const std::string& command) const;

  /// Returns the logs of the daemons. Tests print these logs when they fail.
  std::string logs() const;

 private:
  void write_configuration() const;
  void end(const std::string& pid_file) const;

  std::string folder_;
};

}  // namespace spillway::test
