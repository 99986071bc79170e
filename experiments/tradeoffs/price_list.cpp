// SPDX-License-Identifier: Apache-2.0
#include "experiments/tradeoffs/price_list.h"

#include <algorithm>

#include "base/diagnostics.h"
#include "base/text.h"

namespace spillway {
namespace {

constexpr double highest_price = 1e12;

[[noreturn]] void reject_price(const std::string& item) {
  throw usage_error(
      "--cost: '{}' is no price; expected MEMORY=PRICE/UNIT, part=NAME:PRICE or target=NAME:PRICE, "
      "like sram=1.0/KiB,part=LPDDR4:3.50",
      item);
}

double price_in(const std::string& text, const std::string& item) {
  const std::optional<double> price = parse_number(text);
  if (!price || !(*price >= 0) || *price > highest_price) reject_price(item);
  return *price;
}

template <typename Priced>
void add_once(std::vector<Priced>& prices, Priced price, const std::string& item) {
  const bool known = std::any_of(prices.begin(), prices.end(), [&](const Priced& other) {
    return lower_case(other.name) == lower_case(price.name);
  });
  if (known) {
    throw usage_error("--cost: '{}' is a second price of {}", item, price.name);
  }
  prices.push_back(std::move(price));
}

// Parses `NAME:PRICE`. `item` is the whole text, for error messages.
PriceList::Named named_price(const std::string& text, const std::string& item) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) reject_price(item);
  return {text.substr(0, colon), price_in(text.substr(colon + 1), item)};
}

// Parses `PRICE/UNIT`, the price of a memory. The unit is a size, such as 64K, or KiB for 1 KiB.
PriceList::Memory memory_price(const std::string& name, const std::string& text,
                               const std::string& item) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) reject_price(item);
  const std::string unit = text.substr(slash + 1);
  const bool bytes = lower_case(unit) == "b" || lower_case(unit) == "byte";
  const auto size = bytes                          ? std::optional<Bytes>(1)
                    : parse_size(unit).has_value() ? parse_size(unit)
                                                   : parse_size("1" + unit);
  if (!size || *size <= 0) reject_price(item);
  return {name, price_in(text.substr(0, slash), item) / static_cast<double>(*size)};
}

bool ends_a_word(const std::string& name, std::size_t at) {
  return at == name.size() || name[at] == '-' || name[at] == '.' || name[at] == ':';
}

}  // namespace

PriceList parse_prices(const std::vector<std::string>& items) {
  PriceList list;
  for (const std::string& item : items) {
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0) reject_price(item);
    const std::string what = item.substr(0, equals), text = item.substr(equals + 1);
    if (what == "part") {
      add_once(list.parts, named_price(text, item), item);
    } else if (what == "target") {
      add_once(list.targets, named_price(text, item), item);
    } else {
      add_once(list.memories, memory_price(what, text, item), item);
    }
  }
  return list;
}

std::optional<double> price_of(const std::vector<PriceList::Named>& prices,
                               const std::string& name) {
  const PriceList::Named* best = nullptr;
  for (const PriceList::Named& price : prices) {
    const std::size_t length = price.name.size();
    if (lower_case(name.substr(0, length)) != lower_case(price.name)) continue;
    if (!ends_a_word(name, length)) continue;
    if (best == nullptr || length > best->name.size()) best = &price;
  }
  return best == nullptr ? std::nullopt : std::optional(best->price);
}

}  // namespace spillway
