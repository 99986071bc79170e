// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/units.h"
#include "experiments/point/point_option.h"

namespace spillway {

// Helper functions for entries of the option table. `name` is the name of the option, for error
// messages. The functions throw UserError(usage) for a wrong value; the message says which values
// are expected.

/// Returns the items in lower case, because names of memories are case-insensitive.
OptionItems lower_case_items(OptionItems items);

[[noreturn]] void bad_option_value(const std::string& name, const std::string& value,
                                   const std::string& expected);
/// Throws UserError(usage) if a word occurs twice: the repetition would have no effect, so it is
/// probably a mistake.
void require_each_once(const std::string& option, const std::vector<std::string>& words);
std::int64_t integer_in(const char* name, const std::string& value, std::int64_t low,
                        std::int64_t high);
double number_in(const char* name, const std::string& value, double low, double high);
Bytes size_of_value(const char* name, const std::string& value);
/// Parses items of the form `NAME=SIZE`. Throws if a name occurs twice.
std::vector<std::pair<std::string, Bytes>> sizes_by_name(const std::string& name,
                                                         const OptionItems& items);
OptionItems items_of_sizes(const std::vector<std::pair<std::string, Bytes>>& sizes);

/// A file that an option names: its text, and the InputFile that the point stores.
/// read_option_file() throws UserError(input_file) if the file cannot be read or is empty.
struct OptionFile {
  InputFile input;
  std::string text;
};
OptionFile read_option_file(const char* name, const std::string& path);

/// A function that returns the items of a stored value: no items if the value is not set or empty.
struct ItemsOf {
  OptionItems operator()(const OptionItems& value) const { return value; }
  OptionItems operator()(const std::string& value) const;
  template <typename Number>
  OptionItems operator()(const Number& value) const {
    return {fmt::format("{}", value)};
  }
  template <typename Number>
  OptionItems operator()(const std::optional<Number>& value) const {
    return value ? (*this)(*value) : OptionItems{};
  }
};

/// The place of an option's value in a design point: `Members` are the pointers to members that
/// lead from DesignPoint to the value.
template <auto... Members>
struct InPoint {
  template <typename Point>
  static auto& of(Point& point) {
    return (point.*....*Members);
  }
};

/// The place of an option's value in `Options`, the options of a processor family.
template <typename Options, auto... Members>
struct InFamily {
  template <typename Point>
  static auto& of(Point& point) {
    return (point.family_options.template of<Options>().*....*Members);
  }
};

template <typename Place>
using ValueAt = std::decay_t<decltype(Place::of(std::declval<DesignPoint&>()))>;

/// Resets the value of an option to its default.
template <typename Place>
void reset(DesignPoint& point) {
  static const DesignPoint fresh;
  Place::of(point) = Place::of(fresh);
}

// The functions below complete an entry of the option table. `option` has the texts and the stage
// of the entry; the value of the option is stored at `Place`.

/// Returns an entry for an option whose items `parse` converts to the stored value. `items_of`
/// converts the stored value to items.
template <typename Place, typename Parse, typename ToItems>
PointOption parsed_option(PointOption option, Parse parse, ToItems items_of,
                          Obstacle obstacle = nullptr) {
  option.read = [parse](const OptionItems& items) -> SetOption {
    return [value = parse(items)](DesignPoint& point) { Place::of(point) = value; };
  };
  option.items = [items_of](const DesignPoint& point) { return items_of(Place::of(point)); };
  option.clear = reset<Place>;
  option.obstacle = obstacle;
  return option;
}

/// Returns an entry for an option whose value is one word. The word is stored unchanged.
template <typename Place>
PointOption word_option(PointOption option, Obstacle obstacle = nullptr) {
  const auto parse = [](const OptionItems& items) { return items.at(0); };
  return parsed_option<Place>(std::move(option), parse, ItemsOf(), obstacle);
}

/// Returns an entry for an option whose value is a list of words. The list is stored unchanged.
template <typename Place>
PointOption list_option(PointOption option, Obstacle obstacle = nullptr) {
  option.list = true;
  const auto parse = [](const OptionItems& items) { return items; };
  return parsed_option<Place>(std::move(option), parse, ItemsOf(), obstacle);
}

/// Returns an entry for an option whose value is a whole number from `low` to `high`.
template <typename Place>
PointOption integer_option(PointOption option, std::int32_t low, std::int32_t high,
                           Obstacle obstacle = nullptr) {
  const auto parse = [name = option.name, low, high](const OptionItems& items) {
    return static_cast<std::int32_t>(integer_in(name, items.at(0), low, high));
  };
  return parsed_option<Place>(std::move(option), parse, ItemsOf(), obstacle);
}

/// Returns an entry for an option whose value is a number of bytes.
template <typename Place>
PointOption size_option(PointOption option, Obstacle obstacle = nullptr) {
  const auto parse = [name = option.name](const OptionItems& items) {
    return size_of_value(name, items.at(0));
  };
  return parsed_option<Place>(std::move(option), parse, ItemsOf(), obstacle);
}

/// Returns an entry for a list of items of the form `NAME=SIZE`.
template <typename Place>
PointOption sizes_option(PointOption option, Obstacle obstacle = nullptr) {
  option.list = true;
  const auto parse = [name = option.name](const OptionItems& items) {
    return sizes_by_name(name, items);
  };
  return parsed_option<Place>(std::move(option), parse, items_of_sizes, obstacle);
}

/// The words of an option, each with the value that a point stores for the word.
template <typename Place>
using Choices = std::vector<std::pair<std::string, ValueAt<Place>>>;

/// Returns an entry for an option whose value is one of a few words. In an error message, `kind`
/// says what the words are, such as "choice".
template <typename Place>
PointOption choice_option(PointOption option, const char* kind, const Choices<Place>& choices,
                          Obstacle obstacle = nullptr) {
  const auto parse = [name = option.name, kind, choices](const OptionItems& items) {
    std::vector<std::string> words;
    for (const auto& [word, value] : choices) {
      if (word == items.at(0)) return value;
      words.push_back(word);
    }
    throw usage_error(
        fmt::format("--{}: {}", name, unknown_name_message(kind, items.at(0), words)));
  };
  const auto items_of = [choices](const ValueAt<Place>& stored) -> OptionItems {
    for (const auto& [word, value] : choices) {
      if (stored == value) return {word};
    }
    return {};
  };
  return parsed_option<Place>(std::move(option), parse, items_of, obstacle);
}

}  // namespace spillway
