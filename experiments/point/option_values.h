// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"
#include "experiments/point/point_option.h"

namespace spillway {

// Helpers for entries of the option table. `name` is the name of the option for messages; a wrong
// value throws UserError(usage), which says what was expected.

/// The items in lower case, since names of memories are not case-sensitive.
OptionItems small_letters(OptionItems items);

[[noreturn]] void bad_option_value(const std::string& name, const std::string& value,
                                   const std::string& expected);
/// Throws UserError(usage) for a word that occurs twice: the second one would change nothing.
void require_each_once(const std::string& option, const std::vector<std::string>& words);
std::int64_t integer_in(const char* name, const std::string& value, std::int64_t low,
                        std::int64_t high);
double number_in(const char* name, const std::string& value, double low, double high);
Bytes size_of_value(const char* name, const std::string& value);
/// Parses items `NAME=SIZE`; each name may occur once.
std::vector<std::pair<std::string, Bytes>> sizes_by_name(const std::string& name,
                                                         const OptionItems& items);
OptionItems items_of_sizes(const std::vector<std::pair<std::string, Bytes>>& sizes);

/// A file that an option names: its contents, and what a point records about it. Throws
/// UserError(input_file).
struct OptionFile {
  InputFile input;
  std::string text;
};
OptionFile read_option_file(const char* name, const std::string& path);

/// A list with `value` as its only item, or without items if `value` is empty.
OptionItems one_item(const std::string& value);

// `Members` are pointers to members, from DesignPoint down to the option's member.

template <auto... Members>
void reset_member(DesignPoint& point) {
  static const DesignPoint fresh;
  (point.*....*Members) = (fresh.*....*Members);
}

/// The same for members of a family's own options, from that struct down.
template <typename Options, auto... Members>
void reset_family_member(DesignPoint& point) {
  static const Options fresh;
  (point.family_options.of<Options>().*....*Members) = (fresh.*....*Members);
}

/// An entry for an option whose value is one word, stored unchanged. list_option() is for lists.
template <auto... Members>
PointOption word_option(const char* name, const char* value_name, const char* help, Stage stage) {
  PointOption option{name, value_name, help, stage};
  option.read = [](const OptionItems& items) -> SetOption {
    return [word = items.at(0)](DesignPoint& point) { (point.*....*Members) = word; };
  };
  option.items = [](const DesignPoint& point) { return one_item((point.*....*Members)); };
  option.clear = reset_member<Members...>;
  return option;
}

template <auto... Members>
PointOption list_option(const char* name, const char* value_name, const char* help, Stage stage) {
  PointOption option{name, value_name, help, stage, true};
  option.read = [](const OptionItems& items) -> SetOption {
    return [items](DesignPoint& point) { (point.*....*Members) = items; };
  };
  option.items = [](const DesignPoint& point) -> OptionItems { return (point.*....*Members); };
  option.clear = reset_member<Members...>;
  return option;
}

/// The same for a list in a family's own options.
template <typename Options, auto... Members>
PointOption family_list_option(const char* name, const char* value_name, const char* help,
                               Stage stage) {
  PointOption option{name, value_name, help, stage, true};
  option.read = [](const OptionItems& items) -> SetOption {
    return
        [items](DesignPoint& point) { (point.family_options.of<Options>().*....*Members) = items; };
  };
  option.items = [](const DesignPoint& point) -> OptionItems {
    return (point.family_options.of<Options>().*....*Members);
  };
  option.clear = reset_family_member<Options, Members...>;
  return option;
}

}  // namespace spillway
