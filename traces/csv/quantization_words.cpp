// SPDX-License-Identifier: Apache-2.0
#include "traces/csv/quantization_words.h"

#include <charconv>
#include <cstddef>
#include <cstring>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"

namespace spillway {
namespace {

std::vector<std::int64_t> zero_points_in(const Tensor& tensor) {
  std::vector<std::int64_t> zeros(tensor.zero_points.size / sizeof(std::int64_t));
  if (!zeros.empty()) {
    std::memcpy(zeros.data(), tensor.zero_points.data, zeros.size() * sizeof(std::int64_t));
  }
  return zeros;
}

// Returns the zero point that a tensor has unless its file says otherwise.
std::int64_t usual_zero_point(const Tensor& tensor, const std::vector<std::int64_t>& zeros) {
  return tensor.scale == 0 || zeros.empty() ? 0 : zeros.front();
}

std::optional<std::vector<std::int64_t>> list_in(std::string_view text) {
  std::vector<std::int64_t> list;
  for (const std::string& word : split(text, 'x')) {
    const std::optional<std::int64_t> number = parse_integer(word);
    if (!number) return std::nullopt;
    list.push_back(*number);
  }
  return list;
}

std::optional<float> scale_in(std::string_view text) {
  float scale = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, scale);
  if (error != std::errc{} || end != last) return std::nullopt;
  return scale;
}

// Numbers in the words of a tensor; nullopt = not given.
struct Given {
  std::optional<float> scale;
  std::optional<std::int64_t> zero_point;
  std::optional<std::vector<std::int64_t>> zero_points;
};

// Reads one word. Returns an empty text, or what was expected.
std::string read_word(std::string_view word, Given& given) {
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const std::string_view value = equals == word.npos ? "" : word.substr(equals + 1);
  if (name == "scale") {
    given.scale = scale_in(value);
    return given.scale ? "" : "expected a number after scale=";
  }
  if (name == "zero_point") {
    given.zero_point = parse_integer(value);
    return given.zero_point ? "" : "expected a whole number after zero_point=";
  }
  if (name == "zero_points") {
    given.zero_points = list_in(value);
    return given.zero_points ? "" : "expected whole numbers joined by x after zero_points=";
  }
  return "a tensor has the attributes scale, zero_point and zero_points, such as scale=0.5";
}

}  // namespace

std::string quantization_words(const Tensor& tensor) {
  const std::vector<std::int64_t> zeros = zero_points_in(tensor);
  std::vector<std::string> words;
  if (tensor.scale != 0) words.push_back(fmt::format("scale={}", tensor.scale));
  if (tensor.zero_point != usual_zero_point(tensor, zeros)) {
    words.push_back(fmt::format("zero_point={}", tensor.zero_point));
  }
  if (!zeros.empty()) words.push_back(fmt::format("zero_points={}", fmt::join(zeros, "x")));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string read_quantization_words(std::string_view words, Tensor& tensor,
                                    std::vector<std::int64_t>& zero_points) {
  Given given;
  for (const std::string& word : split(words, ' ')) {
    if (word.empty()) continue;
    if (std::string expected = read_word(word, given); !expected.empty()) return expected;
  }
  tensor.scale = given.scale.value_or(0.0F);
  zero_points = given.zero_points.value_or(std::vector<std::int64_t>());
  tensor.zero_point = given.zero_point.value_or(usual_zero_point(tensor, zero_points));
  return {};
}

}  // namespace spillway
