// SPDX-License-Identifier: Apache-2.0
#include "hwmodels/xcore/compiled/compiled_options.h"

#include <cstring>
#include <optional>

#include <flatbuffers/flexbuffers.h>
#include <fmt/format.h>

#include "base/diagnostics.h"

namespace spillway::xcore {
namespace {

constexpr std::size_t word_bytes = sizeof(std::int32_t);

/// Whether the value can hold a struct: a blob or a string. Flexbuffer keys are excluded, because
/// the verifier does not check that a key in a vector ends within the buffer.
bool holds_struct(const flexbuffers::Reference& value) {
  return value.IsBlob() || value.IsString();
}

/// Returns the bytes of the little-endian struct in `value`.
std::vector<std::uint8_t> raw(const flexbuffers::Reference& value) {
  if (value.IsBlob()) {
    const flexbuffers::Blob blob = value.AsBlob();
    return {blob.data(), blob.data() + blob.size()};
  }
  const flexbuffers::String text = value.AsString();
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(text.c_str());
  return {begin, begin + text.size()};
}

std::vector<std::int32_t> to_words(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::int32_t> words(bytes.size() / word_bytes);
  if (!words.empty()) {
    std::memcpy(words.data(), bytes.data(), words.size() * word_bytes);
  }
  return words;
}

/// Removes the suffix "00" (two characters) that xformer appends to a thread's struct. The struct
/// itself has complete words, so a length of two bytes more than complete words shows the suffix.
void strip_terminator(std::vector<std::uint8_t>& bytes) {
  if (bytes.size() % word_bytes == 2 && bytes.back() == '0') {
    bytes.resize(bytes.size() - 2);
  }
}

/// Returns the numbers of a list. A single number counts as a list of one. Returns nullopt for
/// values of other types.
std::optional<std::vector<std::int64_t>> numbers_of(const flexbuffers::Reference& value) {
  std::vector<std::int64_t> numbers;
  const auto take = [&](const auto& vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) numbers.push_back(vector[i].AsInt64());
  };
  if (value.IsTypedVector()) {
    take(value.AsTypedVector());
  } else if (value.IsFixedTypedVector()) {
    take(value.AsFixedTypedVector());
  } else if (value.IsVector()) {
    take(value.AsVector());
  } else if (value.IsNumeric()) {
    numbers.push_back(value.AsInt64());
  } else {
    return std::nullopt;
  }
  return numbers;
}

flexbuffers::Map map_of(const Operator& op) {
  if (op.options.empty()) return flexbuffers::Map::EmptyMap();
  return flexbuffers::GetRoot(op.options.data, op.options.size).AsMap();
}

}  // namespace

bool is_compiled(const Operator& op) {
  return !op.options.empty() && op.type_name.compare(0, 3, "XC_") == 0;
}

CompiledOptions::CompiledOptions(const Network& network, const Operator& op)
    : network_(network), op_(op) {
  if (op.options.empty()) return;
  if (!flexbuffers::VerifyBuffer(op.options.data, op.options.size) ||
      !flexbuffers::GetRoot(op.options.data, op.options.size).IsMap()) {
    reject("its custom options are not a flexbuffer map");
  }
}

std::int32_t CompiledOptions::step(std::int64_t bytes) const {
  if (bytes < -most_step || bytes > most_step) reject(fmt::format("a step of {} bytes", bytes));
  return static_cast<std::int32_t>(bytes);
}

void CompiledOptions::reject(const std::string& message) const {
  throw UserError(ExitCode::input_file, {network_.source, 0, 0},
                  fmt::format("{} '{}': {}", op_.type_name, op_.name, message));
}

void CompiledOptions::reject_generation(const std::string& message) const {
  const auto keys = map_of(op_).Keys();
  std::string names;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    names += fmt::format("{}{}", i > 0 ? ", " : "", keys[i].AsKey());
  }
  reject(fmt::format("{}: options of an unknown generation of xformer (keys {})", message,
                     names.empty() ? "none" : names));
}

const char* CompiledOptions::either(const char* key, const char* other) const {
  if (has(key)) return key;
  return has(other) ? other : nullptr;
}

bool CompiledOptions::has(const char* key) const { return !map_of(op_)[key].IsNull(); }

const char* CompiledOptions::present(const char* key, const char* older) const {
  const char* const name = either(key, older);
  if (name == nullptr) reject_generation(fmt::format("its options have no '{}'", key));
  return name;
}

std::int64_t CompiledOptions::integer(const char* key) const { return integer(key, key); }

std::int64_t CompiledOptions::integer(const char* key, const char* older) const {
  const char* const name = present(key, older);
  const flexbuffers::Reference value = map_of(op_)[name];
  if (!value.IsNumeric() && !value.IsBool()) {
    reject(fmt::format("its option '{}' is no number", name));
  }
  return value.AsInt64();
}

std::vector<std::int64_t> CompiledOptions::integers(const char* key) const {
  const auto numbers = numbers_of(map_of(op_)[present(key, key)]);
  if (!numbers) reject(fmt::format("its option '{}' is no list of numbers", key));
  return *numbers;
}

CompiledOptions::ThreadPlan CompiledOptions::thread_plan() const {
  ThreadPlan plan;
  const flexbuffers::Reference value = map_of(op_)["par"];
  if (value.IsNull()) return plan;
  if (!value.IsMap()) reject("its option 'par' is no map");
  const flexbuffers::Map map = value.AsMap();
  if (map["th"].IsNumeric()) plan.threads = map["th"].AsInt64();
  const flexbuffers::Reference regions = map["rc"];
  if (!regions.IsVector()) return plan;
  const flexbuffers::Vector list = regions.AsVector();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto region = numbers_of(list[i]);
    constexpr std::size_t sides = 4;
    if (!region || region->size() != sides) reject("a region of 'par' is no rectangle");
    plan.regions.push_back(*region);
  }
  return plan;
}

std::vector<std::int32_t> CompiledOptions::words(const char* key, const char* older,
                                                 std::size_t fields) const {
  const char* const name = present(key, older);
  const flexbuffers::Reference value = map_of(op_)[name];
  if (!holds_struct(value)) {
    reject(fmt::format("its option '{}' is no struct", name));
  }
  std::vector<std::int32_t> words = to_words(raw(value));
  if (words.size() < fields) {
    reject(fmt::format("its option '{}' has {} words, expected {}", name, words.size(), fields));
  }
  return words;
}

std::vector<CompiledOptions::ThreadList> CompiledOptions::thread_lists(const char* key) const {
  const flexbuffers::Reference value = map_of(op_)[key];
  if (!value.IsVector()) reject(fmt::format("its option '{}' is no list of threads", key));
  const flexbuffers::Vector threads = value.AsVector();
  std::vector<ThreadList> lists;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    constexpr std::size_t numbers = 2, fewest = 5;
    const flexbuffers::Vector parts = threads[i].AsVector();
    if (parts.size() < fewest) {
      reject_generation(fmt::format("a thread of {} parts", parts.size()));
    }
    ThreadList list{parts[0].AsInt64(), parts[1].AsInt64(), {}};
    for (std::size_t part = numbers; part < parts.size(); ++part) {
      if (!holds_struct(parts[part])) {
        reject_generation("a thread whose parts are no structs");
      }
      std::vector<std::uint8_t> bytes = raw(parts[part]);
      strip_terminator(bytes);
      list.structs.push_back(to_words(bytes));
    }
    lists.push_back(std::move(list));
  }
  if (lists.empty()) reject(fmt::format("its option '{}' has no thread", key));
  return lists;
}

std::vector<std::vector<std::int32_t>> CompiledOptions::thread_words(const char* key,
                                                                     const char* older) const {
  const char* const name = present(key, older);
  const flexbuffers::Reference value = map_of(op_)[name];
  std::vector<std::vector<std::uint8_t>> blobs;
  const auto take = [&](const flexbuffers::Reference& one) {
    if (!holds_struct(one)) reject(fmt::format("its option '{}' is no list of structs", name));
    blobs.push_back(raw(one));
  };
  const auto take_all = [&](const auto& vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) take(vector[i]);
  };
  if (holds_struct(value)) {
    take(value);
  } else if (value.IsVector()) {
    take_all(value.AsVector());
  } else if (value.IsTypedVector()) {
    take_all(value.AsTypedVector());
  }
  if (blobs.empty()) {
    reject(fmt::format("its option '{}' is no list of structs", name));
  }
  std::vector<std::vector<std::int32_t>> threads;
  for (std::vector<std::uint8_t>& blob : blobs) {
    strip_terminator(blob);
    threads.push_back(to_words(blob));
  }
  return threads;
}

}  // namespace spillway::xcore
