// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/ethosu/stream/payload.h"

#include <algorithm>

#include "hwmodels/ethosu/stream/register_maps.h"

namespace spillway::ethosu {
namespace {

constexpr std::uint32_t fourcc = 0x31504F43;  // "COP1"

enum Action : std::uint32_t { optimizer_config = 1, command_stream = 2, nop = 5 };

UserError payload_error(const StreamPlace& place, std::size_t word, const std::string& message) {
  return {ExitCode::input_file,
          {place.file},
          place.operator_name + ": driver payload, word " + std::to_string(word) + ": " + message};
}

Product product_of(std::uint32_t config, const StreamPlace& place, std::size_t word) {
  switch (bits(config, 28, 4)) {
    case 0:
      return Product::u55;
    case 1:
      return Product::u65;
    case 2:
      return Product::u85;
    default:
      throw payload_error(place, word,
                          "unknown product " + std::to_string(bits(config, 28, 4)) +
                              "; expected 0 (U55), 1 (U65) or 2 (U85)");
  }
}

void read_config(const Words& words, std::size_t at, const StreamPlace& place, Payload& payload) {
  const std::uint32_t config = words[at];
  const std::uint32_t id = words[at + 1];
  payload.product = product_of(config, place, at);
  payload.macs = static_cast<std::int32_t>(1U << bits(config, 0, 4));
  const bool known = std::any_of(configs().begin(), configs().end(), [&](const Config& each) {
    return each.product == payload.product && each.macs == payload.macs;
  });
  if (!known) {
    throw payload_error(place, at,
                        std::string("there is no Ethos-") + product_name(payload.product) +
                            " with " + std::to_string(payload.macs) + " MACs per cycle");
  }
  if (payload.product == Product::u85) {
    payload.weight_decoders = static_cast<std::int32_t>(1U << bits(config, 12, 2));
  } else {
    payload.shram_kib = static_cast<std::int32_t>(bits(config, 8, 8));
  }
  payload.architecture = std::to_string(bits(id, 28, 4)) + "." + std::to_string(bits(id, 20, 8)) +
                         "." + std::to_string(bits(id, 16, 4));
}

}  // namespace

UserError StreamPlace::error(std::size_t word, const std::string& message) const {
  return {ExitCode::input_file,
          {file},
          operator_name + ": command stream, word " + std::to_string(word) + ": " + message};
}

Payload parse_payload(ByteView bytes, const StreamPlace& place) {
  const Words words(bytes);
  if (words.size() == 0 || words[0] != fourcc) {
    throw payload_error(place, 0, "expected the driver's mark COP1");
  }
  Payload payload;
  bool configured = false;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::uint32_t tag = words[at];
    switch (bits(tag, 0, 8)) {
      case optimizer_config:
        if (at + 2 >= words.size()) throw payload_error(place, at, "truncated configuration");
        payload.processor = {tag, words[at + 1], words[at + 2]};
        read_config(words, at + 1, place, payload);
        configured = true;
        at += 2;
        break;
      case nop:
        break;
      case command_stream: {
        const std::size_t length = bits(tag, 8, 8) << 16 | bits(tag, 16, 16);
        const std::size_t available = words.size() - at - 1;
        if (!configured) throw payload_error(place, at, "command stream before configuration");
        if (length > available) {
          throw payload_error(place, at,
                              "command stream of " + std::to_string(length) + " words, but only " +
                                  std::to_string(available) + " follow");
        }
        payload.stream = words.part(at + 1, length);
        return payload;
      }
      default:
        throw payload_error(place, at, "unknown driver action " + std::to_string(bits(tag, 0, 8)));
    }
  }
  throw payload_error(place, words.size(), "no command stream");
}

}  // namespace spillway::ethosu
