// SPDX-License-Identifier: Apache-2.0
// The program with all harnesses: `spillway_fuzz HARNESS [options of libFuzzer]`, `spillway_fuzz
// list`, `spillway_fuzz seeds FOLDER`.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fuzz/harness.h"
#include "fuzz/text_mutator.h"

// NOLINTBEGIN(readability-identifier-naming): the names of functions LLVMFuzzer... are libFuzzer's.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace spillway::fuzz {
namespace {

const Harness* chosen = nullptr;

void list_harnesses() {
  for (const Harness& harness : harnesses()) std::printf("%s\n", harness.name);
}

void write_seeds(const std::filesystem::path& folder) {
  for (const Harness& harness : harnesses()) {
    std::filesystem::create_directories(folder / harness.name);
    int number = 0;
    for (const std::string& seed : harness.seeds()) {
      std::ofstream(folder / harness.name / std::to_string(number++), std::ios::binary) << seed;
    }
  }
}

std::string changed(std::string input, std::uint32_t seed) {
  return chosen->shape == Shape::text ? with_text_change(std::move(input), seed)
                                      : with_word_change(std::move(input), seed);
}

}  // namespace

const std::vector<Harness>& harnesses() {
  static const std::vector<Harness> all = [] {
    std::vector<Harness> list;
    for (const auto& some :
         {network_harnesses(), target_harnesses(), plan_harnesses(), stream_harnesses(),
          sweep_harnesses(), point_harnesses(), proof_harnesses()}) {
      list.insert(list.end(), some.begin(), some.end());
    }
    return list;
  }();
  return all;
}

void report_finding(const std::string& what) {
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

}  // namespace spillway::fuzz

using namespace spillway::fuzz;

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  const std::string name = *count > 1 ? (*words)[1] : "list";
  if (name == "seeds" && *count > 2) {
    write_seeds((*words)[2]);
    std::_Exit(0);
  }
  for (const Harness& harness : harnesses()) {
    if (name == harness.name) chosen = &harness;
  }
  if (chosen == nullptr) {
    list_harnesses();
    std::exit(name == "list" ? 0 : 2);
  }
  // Removes the name of the harness from the command line that libFuzzer gets.
  for (int i = 1; i + 1 < *count; ++i) (*words)[i] = (*words)[i + 1];
  --*count;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run({data, size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned int seed) {
  const bool structured = chosen->shape == Shape::text || chosen->shape == Shape::words;
  if (!structured || seed % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string input = changed({reinterpret_cast<const char*>(data), size}, seed);
  input.resize(std::min(input.size(), max_size));
  std::copy(input.begin(), input.end(), data);
  return input.size();
}
// NOLINTEND(readability-identifier-naming)
