// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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

/// Returns a list with the item `value`; an empty list if `value` is empty.
OptionItems one_item(const std::string& value);

// The functions below work on an option that is stored in a member of DesignPoint. The template
// arguments `Members` are the pointers to members that lead from DesignPoint to this member, which
// may be nested.

template <auto... Members>
void reset_member(DesignPoint& point) {
  static const DesignPoint fresh;
  (point.*....*Members) = (fresh.*....*Members);
}

/// Resets a member of the options of a processor family to its default. `Members` are the pointers
/// to members that lead from `Options` to this member.
template <typename Options, auto... Members>
void reset_family_member(DesignPoint& point) {
  static const Options fresh;
  (point.family_options.of<Options>().*....*Members) = (fresh.*....*Members);
}

/// Returns an entry of the option table for an option whose value is one word. The word is stored
/// unchanged. list_option() makes entries for lists of words.
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

/// Returns an entry of the option table for an option whose value is a list of words. The list is
/// stored unchanged in `Options`, the options of a processor family.
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
