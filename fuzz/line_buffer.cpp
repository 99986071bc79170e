// SPDX-License-Identifier: Apache-2.0
// fast-cpp-csv-parser takes 48 MB for every text that it splits into lines, whatever its length.
// That costs a program nothing, because only pages that are used exist; AddressSanitizer marks
// every byte of it twice, for milliseconds. Texts of the fuzzers are short, so that they get as
// much as they can need, and a reader that goes beyond is found.
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
