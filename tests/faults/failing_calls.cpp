// SPDX-License-Identifier: Apache-2.0
// A library to load with LD_PRELOAD. In every process, the N-th call of one kind then fails:
//
//     SPILLWAY_FAULT=KIND:N    KIND is alloc, open, read, write, fsync, rename, fork or pipe
//     SPILLWAY_FAULT=KIND:N:E  the call fails with errno E instead of the usual errno of its kind
//     SPILLWAY_FAULT_LOG=FILE  every process appends how often it made each kind of call
//
// The library counts calls from the beginning of main() on, because the program cannot handle an
// earlier failure. main() first calls sync_with_stdio(). So the library replaces this function, and
// the replacement begins to count.
// Writes within C's stdio do not go through the dynamic linker, so the library also counts calls of
// fwrite() and fflush().
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ios>

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}

namespace {

enum Kind {
  alloc,
  open_file,
  read_data,
  write_data,
  sync_file,
  rename_file,
  fork_child,
  make_pipe
};
constexpr const char* names[] = {"alloc", "open",   "read", "write",
                                 "fsync", "rename", "fork", "pipe"};
constexpr int kinds = 8;

bool armed = false;
long counts[kinds];
int wanted_kind = -1;
long wanted_call = 0;
int wanted_error = 0;  // errno of the failing call; 0 for the usual error of its kind

// Appends to the log how often this process made each kind of call. This function must not allocate
// memory, because this library makes allocations fail.
void write_log() {
  const char* const path = std::getenv("SPILLWAY_FAULT_LOG");
  if (path == nullptr || !armed) return;
  armed = false;
  char text[512];
  int size = 0;
  for (int kind = 0; kind < kinds; ++kind) {
    size += std::snprintf(text + size, sizeof text - static_cast<std::size_t>(size), "%s %ld\n",
                          names[kind], counts[kind]);
  }
  const int file = ::open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (file < 0) return;
  static_cast<void>(::write(file, text, static_cast<std::size_t>(size)) > 0);
  ::close(file);
}

void arm() {
  if (const char* const fault = std::getenv("SPILLWAY_FAULT")) {
    const char* const colon = std::strchr(fault, ':');
    for (int kind = 0; kind < kinds && colon != nullptr; ++kind) {
      const auto length = static_cast<std::size_t>(colon - fault);
      if (std::strlen(names[kind]) == length && std::strncmp(fault, names[kind], length) == 0) {
        wanted_kind = kind;
        wanted_call = std::atol(colon + 1);
        const char* const error = std::strchr(colon + 1, ':');
        wanted_error = error == nullptr ? 0 : std::atoi(error + 1);
      }
    }
  }
  armed = true;
  std::atexit(write_log);
}

bool fails(Kind kind, int error) {
  if (!armed || ++counts[kind] != wanted_call || kind != wanted_kind) return false;
  errno = wanted_error != 0 ? wanted_error : error;
  return true;
}

template <typename Function>
Function* next_symbol(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

bool std::ios_base::sync_with_stdio(bool sync) {
  const bool before = next_symbol<bool(bool)>("_ZNSt8ios_base15sync_with_stdioEb")(sync);
  arm();
  return before;
}

extern "C" {

void* malloc(std::size_t bytes) { return fails(alloc, ENOMEM) ? nullptr : __libc_malloc(bytes); }
void* calloc(std::size_t count, std::size_t bytes) {
  return fails(alloc, ENOMEM) ? nullptr : __libc_calloc(count, bytes);
}
void* realloc(void* old, std::size_t bytes) {
  return fails(alloc, ENOMEM) ? nullptr : __libc_realloc(old, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return fails(alloc, ENOMEM) ? nullptr : __libc_memalign(alignment, bytes);
}

int open(const char* path, int flags, ...) {
  if (fails(open_file, EMFILE)) return -1;
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  static auto* const real = next_symbol<int(const char*, int, ...)>("open");
  return real(path, flags, mode);
}

ssize_t read(int file, void* data, std::size_t bytes) {
  if (fails(read_data, EIO)) return -1;
  static auto* const real = next_symbol<ssize_t(int, void*, std::size_t)>("read");
  return real(file, data, bytes);
}
ssize_t pread(int file, void* data, std::size_t bytes, off_t at) {
  if (fails(read_data, EIO)) return -1;
  static auto* const real = next_symbol<ssize_t(int, void*, std::size_t, off_t)>("pread");
  return real(file, data, bytes, at);
}
ssize_t write(int file, const void* data, std::size_t bytes) {
  if (fails(write_data, ENOSPC)) return -1;
  static auto* const real = next_symbol<ssize_t(int, const void*, std::size_t)>("write");
  return real(file, data, bytes);
}
ssize_t pwrite(int file, const void* data, std::size_t bytes, off_t at) {
  if (fails(write_data, ENOSPC)) return -1;
  static auto* const real = next_symbol<ssize_t(int, const void*, std::size_t, off_t)>("pwrite");
  return real(file, data, bytes, at);
}
ssize_t writev(int file, const iovec* parts, int count) {
  if (fails(write_data, ENOSPC)) return -1;
  static auto* const real = next_symbol<ssize_t(int, const iovec*, int)>("writev");
  return real(file, parts, count);
}
std::size_t fwrite(const void* data, std::size_t bytes, std::size_t count, std::FILE* file) {
  if (fails(write_data, ENOSPC)) return 0;
  static auto* const real =
      next_symbol<std::size_t(const void*, std::size_t, std::size_t, std::FILE*)>("fwrite");
  return real(data, bytes, count, file);
}
int fflush(std::FILE* file) {
  if (fails(write_data, ENOSPC)) return EOF;
  static auto* const real = next_symbol<int(std::FILE*)>("fflush");
  return real(file);
}
int fsync(int file) {
  if (fails(sync_file, EIO)) return -1;
  static auto* const real = next_symbol<int(int)>("fsync");
  return real(file);
}
int rename(const char* from, const char* to) {
  if (fails(rename_file, EACCES)) return -1;
  static auto* const real = next_symbol<int(const char*, const char*)>("rename");
  return real(from, to);
}
pid_t fork() {
  if (fails(fork_child, EAGAIN)) return -1;
  static auto* const real = next_symbol<pid_t()>("fork");
  return real();
}
int pipe(int* ends) {
  if (fails(make_pipe, EMFILE)) return -1;
  static auto* const real = next_symbol<int(int*)>("pipe");
  return real(ends);
}

// Worker processes end with _exit(), which calls no exit handlers, so this function writes the log.
void _exit(int status) {
  write_log();
  static auto* const real = next_symbol<void(int)>("_exit");
  real(status);
  __builtin_unreachable();
}

}  // extern "C"
