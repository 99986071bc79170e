// SPDX-License-Identifier: Apache-2.0
#include "planner/allocators/python_random.h"

#include <algorithm>
#include <array>

namespace spillway {
namespace {

constexpr std::size_t state_words = std::mt19937::state_size;
using State = std::array<std::uint32_t, state_words>;

/// init_genrand() of the MT19937 reference code (Matsumoto and Nishimura, 2002).
State seeded_by_number(std::uint32_t seed) {
  State state{};
  state[0] = seed;
  for (std::uint32_t i = 1; i < state_words; ++i) {
    state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  }
  return state;
}

/// init_by_array() of the MT19937 reference code, for a key of one word. CPython uses it for a
/// small integer seed.
State seeded_by_key(std::uint32_t key) {
  State state = seeded_by_number(19650218U);
  std::size_t i = 1;
  const auto advance = [&] {
    if (++i == state_words) {
      state[0] = state[state_words - 1];
      i = 1;
    }
  };
  for (std::size_t k = 0; k < state_words; ++k, advance()) {
    state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1664525U)) + key;
  }
  for (std::size_t k = 1; k < state_words; ++k, advance()) {
    state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1566083941U)) -
               static_cast<std::uint32_t>(i);
  }
  state[0] = 0x80000000U;
  return state;
}

/// Passes a complete state to the standard engine, in the form of a seed sequence.
class StateSequence {
 public:
  using result_type = std::uint32_t;

  explicit StateSequence(const State& state) : state_(state) {}

  template <typename Iterator>
  void generate(Iterator first, Iterator last) const {
    std::copy_n(state_.begin(), last - first, first);
  }

 private:
  const State& state_;
};

std::mt19937 make_engine(std::uint32_t seed) {
  const State state = seeded_by_key(seed);
  StateSequence sequence(state);
  return std::mt19937(sequence);
}

int bit_length(std::uint32_t value) {
  int bits = 0;
  for (; value != 0; value >>= 1) {
    ++bits;
  }
  return bits;
}

}  // namespace

PythonRandom::PythonRandom(std::uint32_t seed) : engine_(make_engine(seed)) {}

std::int64_t PythonRandom::randint(std::int64_t low, std::int64_t high) {
  const auto range = static_cast<std::uint32_t>(high - low + 1);
  const int unused_bits = 32 - bit_length(range);
  std::uint32_t drawn = 0;
  do {
    drawn = static_cast<std::uint32_t>(engine_()) >> unused_bits;
  } while (drawn >= range);
  return low + drawn;
}

}  // namespace spillway
