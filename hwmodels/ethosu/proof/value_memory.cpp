// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/proof/value_memory.h"

#include <limits>

namespace spillway::ethosu::proof {

Value value_of_constant(std::uint8_t byte) {
  constexpr Value constants = 0x636F6E7374616E74U;
  return combined(constants, Value{byte} + 1);
}

std::optional<std::vector<std::uint8_t>> constant_bytes(const std::vector<Value>& values) {
  static const std::unordered_map<Value, std::uint8_t> known = [] {
    std::unordered_map<Value, std::uint8_t> all;
    for (int byte = 0; byte <= std::numeric_limits<std::uint8_t>::max(); ++byte) {
      all[value_of_constant(static_cast<std::uint8_t>(byte))] = static_cast<std::uint8_t>(byte);
    }
    return all;
  }();
  std::vector<std::uint8_t> bytes;
  bytes.reserve(values.size());
  for (const Value value : values) {
    const auto found = known.find(value);
    if (found == known.end()) return std::nullopt;
    bytes.push_back(found->second);
  }
  return bytes;
}

Value ValueMemory::get(Address address) const {
  if (address < constants_.size) return value_of_constant(constants_.data[address]);
  const Address number = address / page_bytes;
  if (last_ == nullptr || number != last_number_) {
    const auto found = pages_.find(number);
    if (found == pages_.end()) return unwritten;
    last_ = found->second.get();
    last_number_ = number;
  }
  return (*last_)[address % page_bytes];
}

void ValueMemory::set(Address address, Value value) {
  const Address number = address / page_bytes;
  if (last_ == nullptr || number != last_number_) {
    std::unique_ptr<Page>& page = pages_[number];
    if (page == nullptr) page = std::make_unique<Page>(Page{});
    last_ = page.get();
    last_number_ = number;
  }
  (*last_)[address % page_bytes] = value;
}

std::vector<Value> ValueMemory::read(Address address, Bytes bytes) const {
  std::vector<Value> values;
  values.reserve(static_cast<std::size_t>(bytes));
  for (Bytes i = 0; i < bytes; ++i) values.push_back(get(address + static_cast<Address>(i)));
  return values;
}

}  // namespace spillway::ethosu::proof
