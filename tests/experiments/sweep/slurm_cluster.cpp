// SPDX-License-Identifier: Apache-2.0
#include "tests/experiments/sweep/slurm_cluster.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files/files.h"

namespace spillway::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* daemons_path = "PATH=$PATH:/usr/sbin:/sbin";

ShellResult run_shell(const std::string& command) {
  std::FILE* pipe = ::popen(("(" + command + ") 2>&1 </dev/null").c_str(), "r");
  ShellResult result;
  std::array<char, 4096> part{};
  for (std::size_t size = 0; (size = std::fread(part.data(), 1, part.size(), pipe)) > 0;) {
    result.output.append(part.data(), size);
  }
  const int status = ::pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

/// Returns the number of a TCP port that no program uses.
int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(socket, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(socket);
  return ntohs(address.sin_port);
}

template <typename Condition>
bool wait_for(int seconds, const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return true;
}

std::string random_key() {
  std::random_device source;
  std::string key(128, '\0');
  for (char& byte : key) byte = static_cast<char>(source());
  return key;
}

}  // namespace

bool SlurmCluster::installed() {
  return run_shell(fmt::format("{} command -v munged slurmctld slurmd sbatch scancel squeue",
                               daemons_path))
             .exit_code == 0;
}

SlurmCluster::SlurmCluster(std::string folder) : folder_(std::move(folder)) {
  for (const char* name : {"state", "spool"}) fs::create_directories(folder_ + "/" + name);
  write_file(folder_ + "/munge.key", random_key());
  fs::permissions(folder_ + "/munge.key", fs::perms::owner_read);
  write_configuration();
  // slurmd needs the daemon munged. With --force, munged starts even if other users may write to
  // the temporary folder.
  run_shell(
      fmt::format("cd {0}; {1}; export PATH; munged --force --socket {0}/munge.socket "
                  "--key-file {0}/munge.key --pid-file {0}/munged.pid "
                  "--log-file {0}/munged.log --seed-file {0}/munge.seed; "
                  "slurmctld -c -f {0}/slurm.conf; slurmd -f {0}/slurm.conf",
                  folder_, daemons_path));
}

SlurmCluster::~SlurmCluster() {
  shell("scancel --full --signal=KILL --user=$(id -un)");
  for (const char* name : {"slurmd.pid", "slurmctld.pid", "munged.pid"}) end(name);
}

void SlurmCluster::write_configuration() const {
  const std::string host = run_shell("hostname -s | tr -d '\\n'").output;
  const std::string user = run_shell("id -un | tr -d '\\n'").output;
  // Without the file cgroup.conf, slurmd would need the control groups of the machine, which a
  // container may not have.
  write_file(folder_ + "/cgroup.conf",
             fmt::format("CgroupPlugin=cgroup/v1\nCgroupMountpoint={}/cgroup\n", folder_));
  write_file(
      folder_ + "/slurm.conf",
      fmt::format("ClusterName=loopback\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser={user}\n"
                  "SlurmdUser={user}\nAuthType=auth/munge\nAuthInfo=socket={folder}/munge.socket\n"
                  "SlurmctldPort={port}\nSlurmdPort={node_port}\nStateSaveLocation={folder}/state\n"
                  "SlurmdSpoolDir={folder}/spool\nSlurmctldPidFile={folder}/slurmctld.pid\n"
                  "SlurmdPidFile={folder}/slurmd.pid\nSlurmctldLogFile={folder}/slurmctld.log\n"
                  "SlurmdLogFile={folder}/slurmd.log\nProctrackType=proctrack/pgid\n"
                  "TaskPlugin=task/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n"
                  "JobAcctGatherType=jobacct_gather/none\nMpiDefault=none\nReturnToService=2\n"
                  "AccountingStorageType=accounting_storage/none\nKillWait=2\n"
                  "SchedulerParameters=sched_interval=1,bf_interval=1\n"
                  "NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n"
                  "PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP\n",
                  fmt::arg("host", host), fmt::arg("user", user), fmt::arg("folder", folder_),
                  fmt::arg("port", free_port()), fmt::arg("node_port", free_port())));
}

bool SlurmCluster::wait_until_idle(int seconds) const {
  return wait_for(seconds,
                  [&] { return shell("sinfo --noheader --format=%t").output == "idle\n"; });
}

bool SlurmCluster::wait_until_done(int seconds) const {
  return wait_for(seconds, [&] {
    const ShellResult queue = shell("squeue --noheader");
    return queue.exit_code == 0 && queue.output.empty();
  });
}

ShellResult SlurmCluster::shell(const std::string& command) const {
  return run_shell(
      fmt::format("SLURM_CONF={}/slurm.conf; export SLURM_CONF; {}", folder_, command));
}

std::string SlurmCluster::logs() const {
  return run_shell(fmt::format("tail -n 20 {}/*.log", folder_)).output;
}

void SlurmCluster::end(const std::string& pid_file) const {
  std::ifstream file(folder_ + "/" + pid_file);
  pid_t process = 0;
  if (!(file >> process)) return;
  ::kill(process, SIGTERM);
  wait_for(20, [&] { return ::kill(process, 0) != 0; });
}

}  // namespace spillway::test
