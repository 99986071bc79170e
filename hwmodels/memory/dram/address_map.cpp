// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/memory/dram/address_map.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/index.h"
#include "base/text.h"

namespace spillway {
namespace {

constexpr int address_bits = 48;

struct FieldEntry {
  const char* name;
  AddressField AddressMap::*field;
  int AddressWidths::*width;
};

constexpr std::array<FieldEntry, 5> fields{{
    {"byte", &AddressMap::byte, &AddressWidths::byte},
    {"column", &AddressMap::column, &AddressWidths::column},
    {"bank", &AddressMap::bank, &AddressWidths::bank},
    {"row", &AddressMap::row, &AddressWidths::row},
    {"channel", &AddressMap::channel, &AddressWidths::channel},
}};

const FieldEntry& find_field(const std::string& name) {
  std::vector<std::string> names;
  for (const FieldEntry& entry : fields) {
    if (name == entry.name) return entry;
    names.emplace_back(entry.name);
  }
  throw std::invalid_argument(unknown_name_message("address field", name, names));
}

struct Range {
  int low;
  int high;
};

int parse_bit(std::string_view text, const std::string& item) {
  const auto bit = parse_integer(text);
  if (!bit || *bit < 0 || *bit >= address_bits) {
    throw std::invalid_argument(fmt::format("'{}': expected address bits 0 to {}, as in row[27:14]",
                                            item, address_bits - 1));
  }
  return static_cast<int>(*bit);
}

// Returns the range of address bits of an item such as "bank[13:11]" or "byte[0]". `bracket` is the
// position of '[' in the item.
Range parse_range(const std::string& item, std::size_t bracket) {
  if (item.back() != ']') throw std::invalid_argument(fmt::format("'{}': missing ']'", item));
  const std::string inside = item.substr(bracket + 1, item.size() - bracket - 2);
  const std::size_t colon = inside.find(':');
  const int high = parse_bit(inside.substr(0, colon), item);
  const int low = colon == std::string::npos ? high : parse_bit(inside.substr(colon + 1), item);
  if (low > high) {
    throw std::invalid_argument(fmt::format("'{}': the higher bit comes first", item));
  }
  return {low, high};
}

class MapBuilder {
 public:
  explicit MapBuilder(const AddressWidths& widths) : widths_(widths) { owner_.fill(nullptr); }

  void add(const std::string& item) {
    const std::size_t bracket = item.find('[');
    const FieldEntry& entry = find_field(item.substr(0, bracket));
    if (bracket != std::string::npos) return take(entry, parse_range(item, bracket));
    if (open_ != nullptr) {
      throw std::invalid_argument(
          fmt::format("'{}' and '{}' both lack their bits", open_->name, entry.name));
    }
    open_ = &entry;
  }

  AddressMap finish() {
    if (open_ != nullptr) {
      const int missing = widths_.*(open_->width) - (map_.*(open_->field)).bits();
      if (missing > 0) take(*open_, {used_end(), used_end() + missing - 1});
    }
    for (const FieldEntry& entry : fields) {
      const int bits = (map_.*(entry.field)).bits();
      if (bits != widths_.*(entry.width)) {
        throw std::invalid_argument(fmt::format("{} has {} address bits, the device needs {}",
                                                entry.name, bits, widths_.*(entry.width)));
      }
    }
    for (int bit = 0; bit < used_end(); ++bit) {
      if (at(owner_, bit) == nullptr) {
        throw std::invalid_argument(fmt::format("address bit {} is not used", bit));
      }
    }
    Address& bytes = map_.bytes_in_row;
    while (map_.byte.extract(bytes) != 0 || map_.column.extract(bytes) != 0) bytes *= 2;
    return map_;
  }

 private:
  void take(const FieldEntry& entry, Range range) {
    for (int bit = range.low; bit <= range.high; ++bit) {
      if (bit >= address_bits) throw std::invalid_argument("more than 48 address bits");
      const char*& owner = at(owner_, bit);
      if (owner != nullptr) {
        throw std::invalid_argument(
            fmt::format("address bit {} is used twice, by {} and {}", bit, owner, entry.name));
      }
      owner = entry.name;
    }
    (map_.*(entry.field)).append(range.low, range.high - range.low + 1);
  }

  int used_end() const {
    const auto last = std::find_if(owner_.rbegin(), owner_.rend(),
                                   [](const char* owner) { return owner != nullptr; });
    return static_cast<int>(owner_.rend() - last);
  }

  AddressWidths widths_;
  AddressMap map_;
  std::array<const char*, address_bits> owner_{};
  const FieldEntry* open_ = nullptr;
};

}  // namespace

void AddressField::append(int low, int bits) {
  pieces_.push_back({low, bits_, (std::uint64_t{1} << bits) - 1});
  bits_ += bits;
}

AddressMap parse_address_map(std::string_view text, const AddressWidths& widths) {
  MapBuilder builder(widths);
  for (const std::string& part : split(text, ' ')) {
    const std::string item(trim(part));
    if (!item.empty()) builder.add(item);
  }
  return builder.finish();
}

}  // namespace spillway
