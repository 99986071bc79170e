// SPDX-License-Identifier: Apache-2.0
#include "traces/tflite/resize.h"

#include <algorithm>
#include <string>

#include <flatbuffers/reflection.h>

#include "tflite_bfbs_generated.h"
#include "tflite_generated.h"
#include "traces/flatbuffer_size.h"

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

}  // namespace

bool can_resize(const std::vector<std::uint8_t>& file) {
  if (keeps_contents_outside(*tflite::GetModel(file.data()))) return false;
  return !UnknownParts::in(*schema().root_table(), *flatbuffers::GetAnyRoot(file.data()));
}

void resize_contents(std::vector<std::uint8_t>& file, std::uint32_t number, std::size_t size) {
  const auto* const old = tflite::GetModel(file.data())->buffers()->Get(number)->data();
  const auto old_size = static_cast<std::int64_t>(old->size());
  const std::int64_t change = static_cast<std::int64_t>(size) - old_size;
  // Bytes move by a multiple of move_step. So up to 15 unused bytes may follow contents that have
  // become shorter.
  const std::int64_t move = (change + (change > 0 ? move_step - 1 : 0)) / move_step * move_step;
  const auto position =
      static_cast<std::size_t>(reinterpret_cast<const std::uint8_t*>(old) - file.data());
  // Inserts or removes bytes before the vector's last byte, not behind it: ResizeAnyVector() would
  // not move a vtable that begins exactly at the end of the vector.
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

}  // namespace spillway
