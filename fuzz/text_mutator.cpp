// SPDX-License-Identifier: Apache-2.0
#include "fuzz/text_mutator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string_view>

namespace spillway::fuzz {
namespace {

using Random = std::minstd_rand;

constexpr std::array numbers = {"0",
                                "1",
                                "-1",
                                "2",
                                "16",
                                "255",
                                "65535",
                                "65536",
                                "2147483647",
                                "2147483648",
                                "4294967295",
                                "-2147483648",
                                "1099511627776",
                                "9223372036854775807",
                                "9223372036854775808",
                                "18446744073709551615",
                                "1e300",
                                "-1e300",
                                "inf",
                                "nan",
                                "0.1",
                                "1e-300",
                                "",
                                "0x7fffffff",
                                "1K",
                                "1T"};

std::size_t below(Random& random, std::size_t count) { return count == 0 ? 0 : random() % count; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word(char c) {
  const char lower = static_cast<char>(c | 32);
  return is_digit(c) || c == '_' || (lower >= 'a' && lower <= 'z');
}

// Returns position and length of a run of characters for which `like` is true. Returns the run that
// contains position `at`; if no run contains `at`, the first run after `at`; if no run follows, {0,
// 0}.
template <typename Like>
std::pair<std::size_t, std::size_t> run_at(const std::string& text, std::size_t at, Like like) {
  while (at < text.size() && !like(text[at])) ++at;
  if (at == text.size()) return {0, 0};
  std::size_t begin = at, end = at;
  while (begin > 0 && like(text[begin - 1])) --begin;
  while (end < text.size() && like(text[end])) ++end;
  return {begin, end - begin};
}

std::pair<std::size_t, std::size_t> line_at(const std::string& text, std::size_t at) {
  const std::size_t feed = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t begin = feed == std::string::npos ? 0 : feed + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return {begin, std::min(end + 1, text.size()) - begin};
}

std::string cell_of(const std::string& text, Random& random) {
  const auto [begin, size] = run_at(text, below(random, text.size()),
                                    [](char c) { return c != ',' && c != '\n' && c != '='; });
  return text.substr(begin, size);
}

}  // namespace

std::string with_text_change(std::string text, std::uint32_t seed) {
  Random random(seed);
  if (text.empty()) return numbers[below(random, numbers.size())];
  const std::size_t at = below(random, text.size());
  const auto line = line_at(text, at);
  switch (random() % 7) {
    case 0:
    case 1: {
      const auto [begin, size] = run_at(text, at, is_digit);
      return text.replace(begin, size, numbers[below(random, numbers.size())]);
    }
    case 2:
      return text.erase(line.first, line.second);
    case 3:
      return text.insert(line.first, text.substr(line.first, line.second));
    case 4: {
      const std::string moved = text.substr(line.first, line.second);
      text.erase(line.first, line.second);
      return text.insert(line_at(text, below(random, text.size())).first, moved);
    }
    case 5: {
      const std::string cell = cell_of(text, random);
      const auto [begin, size] =
          run_at(text, at, [](char c) { return c != ',' && c != '\n' && c != '='; });
      return text.replace(begin, size, cell);
    }
    default: {
      const auto [from, length] = run_at(text, below(random, text.size()), is_word);
      const std::string word = text.substr(from, length);
      const auto [begin, size] = run_at(text, at, is_word);
      return text.replace(begin, size, word);
    }
  }
}

std::string with_word_change(std::string bytes, std::uint32_t seed) {
  constexpr std::array<std::uint32_t, 12> words = {
      0, 1, 2, 4, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  Random random(seed);
  const std::size_t count = bytes.size() / sizeof(std::uint32_t);
  if (count == 0) return bytes;
  const std::size_t at = below(random, count) * sizeof(std::uint32_t);
  std::uint32_t word = words[below(random, words.size())];
  std::uint32_t old = 0;
  std::memcpy(&old, bytes.data() + at, sizeof old);
  switch (random() % 4) {
    case 0:
      std::memcpy(&word, bytes.data() + below(random, count) * sizeof word, sizeof word);
      break;
    case 1:
      word = old + word;
      break;
    case 2:
      word = old - word;
      break;
    default:
      break;
  }
  std::memcpy(bytes.data() + at, &word, sizeof word);
  return bytes;
}

}  // namespace spillway::fuzz
