// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/patch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <flatbuffers/reflection.h>
#include <fmt/format.h>

#include "base/diagnostics.h"
#include "tflite_bfbs_generated.h"
#include "tflite_generated.h"
#include "traces/flatbuffer_size.h"
#include "traces/tflite/file.h"

namespace spillway {
namespace {

using flatbuffers::Table;
using flatbuffers::uoffset_t;
using flatbuffers::voffset_t;
using reflection::Field;
using reflection::Object;

// Bytes move by multiples of 16, so that all contents keep their alignment to 16 bytes.
constexpr std::int64_t move_step = 16;

const reflection::Schema& schema() {
  static const reflection::Schema& known =
      *reflection::GetSchema(tflite::ModelBinarySchema::data());
  return known;
}

const Object& object_of(const reflection::Type& type) {
  return *schema().objects()->Get(static_cast<uoffset_t>(type.index()));
}

/// Finds tables and fields that Spillway's schema lacks. Unknown tables might contain offsets,
/// which could not be adjusted when bytes move.
class UnknownParts {
 public:
  static bool in(const Object& object, const Table& table) {
    if (has_unknown_field(object, table)) return true;
    for (const Field* field : *object.fields()) {
      if (in_field(object, *field, table)) return true;
    }
    return false;
  }

 private:
  // A vtable consists of its own size, the size of the table, and the offset of each field.
  static bool has_unknown_field(const Object& object, const Table& table) {
    const auto* const vtable = table.GetVTable();
    const auto size = flatbuffers::ReadScalar<voffset_t>(vtable);
    for (voffset_t at = 2 * sizeof(voffset_t); at < size; at += sizeof(voffset_t)) {
      if (flatbuffers::ReadScalar<voffset_t>(vtable + at) == 0) continue;
      const auto& fields = *object.fields();
      const bool known = std::any_of(fields.begin(), fields.end(),
                                     [&](const Field* field) { return field->offset() == at; });
      if (!known) return true;
    }
    return false;
  }

  static bool in_field(const Object& object, const Field& field, const Table& table) {
    switch (field.type()->base_type()) {
      case reflection::Obj:
        return in_table(object_of(*field.type()), field, table);
      case reflection::Vector:
        return in_vector(field, table);
      case reflection::Union:
        return in_union(object, field, table);
      default:
        return false;
    }
  }

  static bool in_table(const Object& object, const Field& field, const Table& table) {
    const Table* const inner = flatbuffers::GetFieldT(table, field);
    return inner != nullptr && in(object, *inner);
  }

  static bool in_vector(const Field& field, const Table& table) {
    if (field.type()->element() != reflection::Obj) return false;
    const auto* const tables = flatbuffers::GetFieldV<flatbuffers::Offset<Table>>(table, field);
    if (tables == nullptr) return false;
    const Object& object = object_of(*field.type());
    return std::any_of(tables->begin(), tables->end(),
                       [&](const Table* inner) { return in(object, *inner); });
  }

  static bool in_union(const Object& object, const Field& field, const Table& table) {
    const std::string type_field = field.name()->str() + flatbuffers::UnionTypeFieldSuffix();
    const Field& type = *object.fields()->LookupByKey(type_field.c_str());
    const auto number = flatbuffers::GetFieldI<std::uint8_t>(table, type);
    const reflection::Enum& types =
        *schema().enums()->Get(static_cast<uoffset_t>(field.type()->index()));
    const reflection::EnumVal* const known = types.values()->LookupByKey(number);
    if (known == nullptr) return true;
    return number != 0 && in_table(object_of(*known->union_type()), field, table);
  }
};

bool keeps_contents_outside(const tflite::Model& model) {
  const auto* const buffers = model.buffers();
  const auto* const graphs = model.subgraphs();
  for (uoffset_t i = 0; i < size_or_zero(buffers); ++i) {
    // The offsets 0 and 1 mean that the buffer has no contents outside of the tables.
    if (buffers->Get(i)->offset() > 1) return true;
  }
  for (uoffset_t g = 0; g < size_or_zero(graphs); ++g) {
    const auto* const operators = graphs->Get(g)->operators();
    for (uoffset_t i = 0; i < size_or_zero(operators); ++i) {
      if (operators->Get(i)->large_custom_options_offset() > 1) return true;
    }
  }
  return false;
}

// Whether bytes can be moved in a verified .tflite. This requires that Spillway's schema knows
// every table and field of the file, and that no contents lie outside of the tables.
bool can_resize(const std::vector<std::uint8_t>& file) {
  if (keeps_contents_outside(*tflite::GetModel(file.data()))) return false;
  return !UnknownParts::in(*schema().root_table(), *flatbuffers::GetAnyRoot(file.data()));
}

// Changes the size of the contents of buffer number `number` to `size` bytes. All bytes after the
// contents move by a multiple of 16. Contents that grow get zeros at their end. can_resize() must
// be true for the file, and the contents must not be empty.
void resize_contents(std::vector<std::uint8_t>& file, std::uint32_t number, std::size_t size) {
  const auto* const old = tflite::GetModel(file.data())->buffers()->Get(number)->data();
  const auto old_size = static_cast<std::int64_t>(old->size());
  const std::int64_t change = static_cast<std::int64_t>(size) - old_size;
  // Bytes move by a multiple of move_step, 16. So up to 15 unused bytes may follow the new
  // contents.
  const std::int64_t move = (change + (change > 0 ? move_step - 1 : 0)) / move_step * move_step;
  const auto position =
      static_cast<std::size_t>(reinterpret_cast<const std::uint8_t*>(old) - file.data());
  // The bytes are inserted or removed before the vector's last byte, not after it:
  // ResizeAnyVector() would not move a vtable that begins exactly at the end of the vector.
  const uoffset_t before_last = old->size() - 1;
  flatbuffers::ResizeAnyVector(schema(), static_cast<uoffset_t>(before_last + move),
                               reinterpret_cast<const flatbuffers::VectorOfAny*>(old), before_last,
                               1, &file);
  std::uint8_t* const vector = file.data() + position;
  flatbuffers::WriteScalar(vector, static_cast<uoffset_t>(size));
  const std::int64_t room = old_size + move;
  const std::int64_t kept = std::min(old_size, static_cast<std::int64_t>(size));
  std::fill(vector + sizeof(uoffset_t) + kept, vector + sizeof(uoffset_t) + room, std::uint8_t{0});
}

using flatbuffers::uoffset_t;

constexpr std::size_t content_alignment = 16;

/// Applies a patch to a copy of a given file, in which resized() has already moved bytes where
/// necessary. Byte offsets are computed in the given file. These offsets are valid in the copy too,
/// because the class only overwrites bytes or appends bytes at the end.
class TflitePatcher {
 public:
  TflitePatcher(std::vector<std::uint8_t> given, const std::string& source)
      : given_(std::move(given)), file_({given_.data(), given_.size()}, source), result_(given_) {
    if (size_or_zero(file_.model().subgraphs()) == 0) file_.reject("holds no subgraph");
  }

  std::vector<std::uint8_t> run(const FilePatch& patch) {
    for (const auto& [tensor, contents] : patch.contents) set_contents(tensor, contents);
    for (const auto& [tensor, length] : patch.lengths) set_length(tensor, length);
    for (const auto& [name, contents] : patch.metadata) set_metadata(name, contents);
    if (!patch.order.empty()) set_order(patch.order);
    // In a malicious file, tables may overlap the changed bytes, so the result is verified again.
    const TfliteFile verified({result_.data(), result_.size()}, file_.source());
    return std::move(result_);
  }

 private:
  using Contents = std::vector<std::uint8_t>;
  using Shape = flatbuffers::Vector<std::int32_t>;

  const tflite::Tensor& tensor(std::int32_t index) const {
    return *file_.model().subgraphs()->Get(0)->tensors()->Get(static_cast<uoffset_t>(index));
  }

  std::size_t position(const void* in_given) const {
    return static_cast<std::size_t>(static_cast<const std::uint8_t*>(in_given) - given_.data());
  }

  void set_contents(std::int32_t index, const Contents& contents) {
    const std::uint32_t number = tensor(index).buffer();
    const auto known = changed_.find(number);
    if (known != changed_.end()) {
      if (known->second != contents) file_.reject("shares contents that are to differ");
      return;
    }
    changed_[number] = contents;
    const tflite::Buffer& buffer = *file_.model().buffers()->Get(number);
    if (buffer.data() == nullptr) file_.reject("keeps contents outside its tables");
    if (buffer.data()->size() == contents.size()) {
      std::copy(contents.begin(), contents.end(), at(buffer.data()->data()));
      set_length(index, static_cast<std::int32_t>(contents.size()));
      return;
    }
    std::fill_n(at(buffer.data()->data()), buffer.data()->size(), std::uint8_t{0});
    redirect(buffer, tflite::Buffer::VT_DATA, appended(contents.data(), contents.size(), 1));
    set_length(index, static_cast<std::int32_t>(contents.size()));
  }

  void set_length(std::int32_t index, std::int32_t length) {
    const Shape* const shape = tensor(index).shape();
    if (size_or_zero(shape) != 1) {
      file_.reject(fmt::format("has tensor {} with more than one dimension", index));
    }
    if (shape->Get(0) == length) return;
    if (!is_shared(shape)) {
      std::memcpy(at(shape->Data()), &length, sizeof length);
      return;
    }
    redirect(tensor(index), tflite::Tensor::VT_SHAPE, appended(&length, 1, sizeof length));
  }

  bool is_shared(const Shape* shape) const {
    int users = 0;
    for (const tflite::SubGraph* graph : *file_.model().subgraphs()) {
      for (std::uint32_t i = 0; i < size_or_zero(graph->tensors()); ++i) {
        if (graph->tensors()->Get(i)->shape() == shape) ++users;
      }
    }
    return users > 1;
  }

  void set_metadata(const std::string& name, const Contents& contents) {
    for (std::uint32_t i = 0; i < size_or_zero(file_.model().metadata()); ++i) {
      const tflite::Metadata& entry = *file_.model().metadata()->Get(i);
      if (entry.name() == nullptr || entry.name()->str() != name) continue;
      const ByteView old = file_.buffer(entry.buffer(), "metadata " + name);
      if (old.size != contents.size()) file_.reject("has metadata '" + name + "' of another size");
      std::copy(contents.begin(), contents.end(), at(old.data));
    }
  }

  // Changes the order of the operators. In the file, the vector of operators holds unsigned
  // distances to the operators' tables, so the tables must have higher offsets than the vector.
  void set_order(const std::vector<std::int32_t>& order) {
    const auto* const operators = file_.model().subgraphs()->Get(0)->operators();
    if (size_or_zero(operators) != order.size()) {
      file_.reject(fmt::format("has {} operators, the new order has {}", size_or_zero(operators),
                               order.size()));
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::size_t from = position(operators->Data()) + i * sizeof(uoffset_t);
      const std::size_t target = position(operators->Get(static_cast<uoffset_t>(order[i])));
      if (target <= from) file_.reject("has operators in front of the list of them");
      flatbuffers::WriteScalar(result_.data() + from, static_cast<uoffset_t>(target - from));
    }
  }

  std::uint8_t* at(const void* in_given) { return result_.data() + position(in_given); }

  // Appends a vector with `count` elements of `size` bytes each at the end of the file. Returns the
  // vector's offset in the file.
  std::size_t appended(const void* data, std::size_t count, std::size_t size) {
    const auto length = static_cast<uoffset_t>(count);
    while ((result_.size() + sizeof length) % content_alignment != 0) result_.push_back(0);
    const std::size_t begin = result_.size();
    const auto* const head = reinterpret_cast<const std::uint8_t*>(&length);
    result_.insert(result_.end(), head, head + sizeof length);
    const auto* const body = static_cast<const std::uint8_t*>(data);
    result_.insert(result_.end(), body, body + count * size);
    return begin;
  }

  template <typename Table>
  void redirect(const Table& table, flatbuffers::voffset_t field, std::size_t target) {
    const auto& plain = reinterpret_cast<const flatbuffers::Table&>(table);
    const std::size_t from = position(plain.GetAddressOf(field));
    flatbuffers::WriteScalar(result_.data() + from, static_cast<uoffset_t>(target - from));
  }

  const std::vector<std::uint8_t> given_;
  TfliteFile file_;
  std::vector<std::uint8_t> result_;
  // The new contents of changed buffers; the key is the number of the buffer.
  std::map<std::uint32_t, Contents> changed_;
};

// Returns the file with new sizes for the buffers of the patched constants. Returns the file
// unchanged if its bytes cannot be moved.
std::vector<std::uint8_t> resized(std::vector<std::uint8_t> file, const FilePatch& patch,
                                  const std::string& source) {
  const TfliteFile verified({file.data(), file.size()}, source);
  const auto* const graphs = verified.model().subgraphs();
  if (size_or_zero(graphs) == 0 || !can_resize(file)) return file;
  // The new sizes of buffers in bytes; the key is the number of the buffer.
  std::map<std::uint32_t, std::size_t> sizes;
  for (const auto& [tensor, contents] : patch.contents) {
    const auto number = graphs->Get(0)->tensors()->Get(static_cast<uoffset_t>(tensor))->buffer();
    const tflite::Buffer& buffer = *verified.model().buffers()->Get(number);
    const bool changes =
        size_or_zero(buffer.data()) > 0 && buffer.data()->size() != contents.size();
    if (changes) sizes[number] = contents.size();
  }
  for (const auto& [number, size] : sizes) resize_contents(file, number, size);
  return file;
}

}  // namespace

std::vector<std::uint8_t> patched_tflite(const std::vector<std::uint8_t>& file,
                                         const FilePatch& patch, const std::string& source) {
  return TflitePatcher(resized(file, patch, source), source).run(patch);
}

std::vector<std::uint8_t> patched_tflite(const Network& network, const FilePatch& patch) {
  const FileBytes none;
  const FileBytes& file = network.file == nullptr ? none : *network.file;
  if (!looks_like_tflite({file.data(), file.size()})) {
    throw input_error({network.source}, "is no .tflite; only those can be relinked");
  }
  return patched_tflite({file.data(), file.data() + file.size()}, patch, network.source);
}

}  // namespace spillway
