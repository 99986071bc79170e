// SPDX-License-Identifier: Apache-2.0
#include "experiments/sweep/point_list.h"

#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace spillway {

PointList::PointList(const DesignPoint& base) : base_(base), choices_{0} {}

SweepPoint PointList::operator[](std::size_t point) const {
  return built(choices_[point], sizes_.data() + point * memories_.size());
}

std::string PointList::code(std::size_t point) const {
  const auto own = sizes_.begin() + static_cast<std::ptrdiff_t>(point * memories_.size());
  const auto end = own + static_cast<std::ptrdiff_t>(memories_.size());
  return fmt::format("{} {}", choices_[point], fmt::join(own, end, " "));
}

SweepPoint PointList::coded(const std::string& code) const {
  std::istringstream numbers(code);
  std::uint64_t choices = 0;
  numbers >> choices;
  std::vector<Bytes> sizes(memories_.size());
  for (Bytes& size : sizes) numbers >> size;
  return built(choices, sizes.data());
}

SweepPoint PointList::built(std::uint64_t choices, const Bytes* sizes) const {
  std::vector<std::size_t> values(dimensions_.size());
  std::uint64_t rest = choices;
  for (std::size_t i = dimensions_.size(); i-- > 0; rest /= dimensions_[i].values) {
    values[i] = static_cast<std::size_t>(rest % dimensions_[i].values);
  }
  SweepPoint result{0, base_, ""};
  for (std::size_t i = 0; i < dimensions_.size(); ++i) dimensions_[i].apply(result, values[i]);
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    result.point.target_options.capacities.emplace_back(memories_[m], sizes[m]);
  }
  if (finish_point_) finish_point_(result);
  return result;
}

void PointList::multiply(std::size_t values, Apply apply) {
  std::vector<std::uint64_t> choices;
  std::vector<Bytes> sizes;
  choices.reserve(choices_.size() * values);
  sizes.reserve(sizes_.size() * values);
  const std::size_t count = memories_.size();
  for (std::size_t point = 0; point < choices_.size(); ++point) {
    const auto own = sizes_.begin() + static_cast<std::ptrdiff_t>(point * count);
    for (std::size_t value = 0; value < values; ++value) {
      choices.push_back(choices_[point] * values + value);
      sizes.insert(sizes.end(), own, own + static_cast<std::ptrdiff_t>(count));
    }
  }
  dimensions_.push_back({values, std::move(apply)});
  choices_ = std::move(choices);
  sizes_ = std::move(sizes);
}

void PointList::multiply_sizes(const std::string& memory, const SizesOf& sizes_of) {
  std::vector<std::uint64_t> choices;
  std::vector<Bytes> sizes;
  const std::size_t count = memories_.size();
  for (std::size_t point = 0; point < choices_.size(); ++point) {
    const auto own = sizes_.begin() + static_cast<std::ptrdiff_t>(point * count);
    for (const Bytes size : sizes_of((*this)[point])) {
      choices.push_back(choices_[point]);
      sizes.insert(sizes.end(), own, own + static_cast<std::ptrdiff_t>(count));
      sizes.push_back(size);
    }
  }
  memories_.push_back(memory);
  choices_ = std::move(choices);
  sizes_ = std::move(sizes);
}

void PointList::keep(const std::vector<bool>& kept) {
  const std::size_t count = memories_.size();
  std::size_t place = 0;
  for (std::size_t point = 0; point < choices_.size(); ++point) {
    if (!kept[point]) continue;
    choices_[place] = choices_[point];
    for (std::size_t m = 0; m < count; ++m) sizes_[place * count + m] = sizes_[point * count + m];
    ++place;
  }
  choices_.resize(place);
  sizes_.resize(place * count);
}

}  // namespace spillway
