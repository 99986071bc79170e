// SPDX-License-Identifier: Apache-2.0
#include "base/run_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {
namespace {

// At least this number of bytes at the end of the program's standard error is kept.
constexpr std::size_t most_errors = 16 << 10;
constexpr std::size_t piece_bytes = 64 << 10;

WaitNotice& notice() {
  static WaitNotice function;
  return function;
}

/// A pipe. The destructor closes both ends. Programs that this process starts do not inherit the
/// ends.
class ProgramPipe {
 public:
  ProgramPipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) == 0) return;
    throw UserError(ExitCode::run_failed, fmt::format("no pipe: {}", std::strerror(errno)));
  }
  ~ProgramPipe() {
    close(0);
    close(1);
  }
  ProgramPipe(const ProgramPipe&) = delete;
  ProgramPipe& operator=(const ProgramPipe&) = delete;

  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close(std::size_t end) {
    if (ends_[end] >= 0) ::close(ends_[end]);
    ends_[end] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

class RunningProgram {
 public:
  explicit RunningProgram(const ProgramCall& call)
      : call_(call),
        limit_(std::chrono::steady_clock::now() +
               std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                   std::chrono::duration<double>(call.seconds))) {}

  ProgramResult run() {
    start();
    if (result_.end != ProgramEnd::not_started) exchange_data();
    kill_process_group();
    return std::move(result_);
  }

 private:
  void start() {
    const pid_t parent = ::getpid();
    process_ = ::fork();
    if (process_ < 0) {
      throw UserError(ExitCode::run_failed, fmt::format("cannot fork: {}", std::strerror(errno)));
    }
    if (process_ == 0) exec_program(parent);
    // Parent and child process make the same call. So the process group exists before either of
    // them continues, whichever runs first.
    ::setpgid(process_, process_);
    input_.close(0);
    output_.close(1);
    errors_.close(1);
    failure_.close(1);
    ::fcntl(input_.writing(), F_SETFL, O_NONBLOCK);
    int error = 0;
    if (::read(failure_.reading(), &error, sizeof(error)) == sizeof(error)) {
      result_.end = ProgramEnd::not_started;
      result_.code = error;
    }
  }

  // Runs in the child process and replaces the child process by the program. The program gets the
  // default signal handling, as if a shell had started it.
  [[noreturn]] void exec_program(pid_t parent) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
    ::dup2(input_.reading(), STDIN_FILENO);
    ::dup2(output_.writing(), STDOUT_FILENO);
    ::dup2(errors_.writing(), STDERR_FILENO);
    std::vector<std::string> words = call_.words;
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execvp(pointers[0], pointers.data());
    const int error = errno;
    static_cast<void>(::write(failure_.writing(), &error, sizeof(error)) == 0);
    ::_exit(127);
  }

  int remaining_ms() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        limit_ - std::chrono::steady_clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count() + 1, 0, 1 << 30));
  }

  // Writes to the program's input and reads its outputs until the program ends or reaches a limit.
  // The function does not wait until the output pipes are closed: processes that the program has
  // started may keep these pipes open for longer.
  void exchange_data() {
    while (!has_ended()) {
      // poll() ignores an entry whose descriptor is -1, which a closed end of a pipe has.
      std::array<pollfd, 3> polled{{{input_.writing(), POLLOUT, 0},
                                    {output_.reading(), POLLIN, 0},
                                    {errors_.reading(), POLLIN, 0}}};
      const int left = remaining_ms();
      if (left <= 1) return stop(ProgramEnd::took_too_long);
      notify_if_slow();
      if (::poll(polled.data(), polled.size(), std::min(left, poll_interval_ms())) <= 0) {
        continue;
      }
      if (polled[0].revents != 0) write_input();
      if (polled[1].revents != 0) read_once(output_, result_.output);
      if (polled[2].revents != 0) read_once(errors_, result_.errors);
      if (result_.errors.size() > 2 * most_errors) {
        result_.errors.erase(0, result_.errors.size() - most_errors);
      }
      if (result_.output.size() > call_.most_output) return stop(ProgramEnd::wrote_too_much);
    }
    read_remaining(output_, result_.output);
    read_remaining(errors_, result_.errors);
    if (result_.output.size() > call_.most_output) stop(ProgramEnd::wrote_too_much);
  }

  bool has_ended() const {
    siginfo_t ended{};
    const int options = WEXITED | WNOHANG | WNOWAIT;
    return ::waitid(P_PID, static_cast<id_t>(process_), &ended, options) == 0 &&
           ended.si_pid == process_;
  }

  // Returns the time in milliseconds between two checks whether the program has ended. The time is
  // shorter after the program has closed its outputs, because it will then soon end.
  int poll_interval_ms() const {
    constexpr int soon = 1, seldom = 20;
    return output_.reading() < 0 && errors_.reading() < 0 ? soon : seldom;
  }

  void notify_if_slow() {
    constexpr std::chrono::seconds long_time{5};
    if (notified_ || std::chrono::steady_clock::now() - begun_ < long_time) return;
    notified_ = true;
    if (notice() != nullptr) notice()(call_);
  }

  void read_remaining(ProgramPipe& pipe, std::string& text) {
    while (pipe.reading() >= 0 && text.size() <= call_.most_output) {
      pollfd polled{pipe.reading(), POLLIN, 0};
      if (::poll(&polled, 1, 0) <= 0) return;
      read_once(pipe, text);
    }
  }

  void write_input() {
    const std::string& input = call_.input;
    const ssize_t put =
        ::write(input_.writing(), input.data() + written_bytes_, input.size() - written_bytes_);
    if (put > 0) written_bytes_ += static_cast<std::size_t>(put);
    // An error here means that the program has closed its standard input.
    const bool refused = put < 0 && errno != EAGAIN && errno != EINTR;
    if (refused || written_bytes_ == input.size()) input_.close(1);
  }

  static void read_once(ProgramPipe& pipe, std::string& text) {
    std::array<char, piece_bytes> piece{};
    const ssize_t got = ::read(pipe.reading(), piece.data(), piece.size());
    if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) pipe.close(0);
  }

  void stop(ProgramEnd end) { result_.end = end; }

  // Kills all processes of the program's process group, which include processes that the program
  // has started. Then gets the exit status of the program.
  void kill_process_group() {
    ::kill(-process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    if (result_.end != ProgramEnd::exited) return;
    if (WIFSIGNALED(status)) result_.end = ProgramEnd::killed_by_signal;
    result_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }

  const ProgramCall& call_;
  std::chrono::steady_clock::time_point limit_;
  ProgramPipe input_, output_, errors_, failure_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  bool notified_ = false;
  pid_t process_ = 0;
  std::size_t written_bytes_ = 0;
  ProgramResult result_;
};

bool is_executable(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

std::string last_line(const std::string& text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (!trim(line).empty()) last = std::string(trim(line));
  }
  constexpr std::size_t most = 200;
  return elide(last, most);
}

}  // namespace

void set_wait_notice(WaitNotice function) { notice() = std::move(function); }

ProgramResult run_program(const ProgramCall& call) {
  // If the program ends early, a write to its input must return an error. The signal SIGPIPE would
  // end this process instead.
  struct sigaction ignored {};
  struct sigaction before {};
  ignored.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignored, &before);
  try {
    ProgramResult result = RunningProgram(call).run();
    ::sigaction(SIGPIPE, &before, nullptr);
    return result;
  } catch (...) {
    ::sigaction(SIGPIPE, &before, nullptr);
    throw;
  }
}

std::string describe_end(const ProgramCall& call, const ProgramResult& result) {
  const std::string last = last_line(result.errors);
  const std::string said = last.empty() ? "" : ": " + last;
  switch (result.end) {
    case ProgramEnd::exited:
      return fmt::format("ended with status {}{}", result.code, said);
    case ProgramEnd::killed_by_signal:
      return fmt::format("was killed by signal {} ({}){}", result.code, ::strsignal(result.code),
                         said);
    case ProgramEnd::not_started:
      return fmt::format("cannot be started: {}", std::strerror(result.code));
    case ProgramEnd::took_too_long:
      return fmt::format("took more than {:g} s and was ended", call.seconds);
    case ProgramEnd::wrote_too_much:
      return fmt::format("wrote more than {} bytes and was ended",
                         with_thousands(static_cast<std::int64_t>(call.most_output)));
  }
  return "";
}

std::string program_file(const std::string& program) {
  if (program.find('/') != std::string::npos) return is_executable(program) ? program : "";
  const char* const path = std::getenv("PATH");
  for (const std::string& folder : split(path == nullptr ? "" : path, ':')) {
    std::string file = (folder.empty() ? "." : folder) + "/" + program;
    if (is_executable(file)) return file;
  }
  return "";
}

}  // namespace spillway
