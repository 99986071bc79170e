// SPDX-License-Identifier: Apache-2.0
// Gives fast-cpp-csv-parser a smaller buffer. The library allocates 48 MB for every text. Normally
// this costs nothing, because the system provides only pages that are used. But AddressSanitizer
// marks every byte of the buffer twice, which takes milliseconds. The texts of the fuzzers are
// short, so a smaller buffer is enough. AddressSanitizer still finds a write beyond the buffer.
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t line_buffer = std::size_t{3} << 24;
constexpr std::size_t enough = std::size_t{1} << 18;

void* take(std::size_t size) {
  void* memory = std::malloc(size == line_buffer ? enough : size);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

void* operator new[](std::size_t size) { return take(size); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
