// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <limits>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "traces/tflite/file.h"
#include "traces/tflite/offline_plan.h"

namespace spillway {
namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;
using flatbuffers::uoffset_t;
using flatbuffers::voffset_t;

// The number of fields of the root table in the format. Field 0 is the version; every other field
// is the offset of a vector or of a string. The schema of this project lacks two of the fields:
// fields 8 and 9 are external buffers.
constexpr std::size_t root_slots = 10;

constexpr std::size_t buffer_alignment = 16;
constexpr std::int32_t plan_version = 1;
constexpr std::int32_t planned_subgraph = 0;

voffset_t field_of_slot(std::size_t slot) {
  return flatbuffers::FieldIndexToOffset(static_cast<voffset_t>(slot));
}

const flatbuffers::Table& root_table(const TfliteFile& file) {
  return reinterpret_cast<const flatbuffers::Table&>(file.model());
}

void check_file(const TfliteFile& file, std::size_t size) {
  // The new tables are added to the file. A verifier accepts less than 2 GB, of which half is left
  // for the new tables.
  if (size > std::numeric_limits<std::int32_t>::max() / 2) {
    file.reject("is too large for a plan to be added: 1 GB or more");
  }
  if (size_or_zero(file.model().subgraphs()) == 0) file.reject("holds no subgraph");
  const flatbuffers::Table& root = root_table(file);
  const auto vtable_size = flatbuffers::ReadScalar<voffset_t>(root.GetVTable());
  for (std::size_t slot = root_slots; field_of_slot(slot) < vtable_size; ++slot) {
    if (!root.CheckField(field_of_slot(slot))) continue;
    file.reject(
        fmt::format("has a field {} in its root table, which is newer than this program and could "
                    "not be carried over",
                    slot));
  }
}

// Returns the words of the plan: three words of the header, then the offset of each tensor of all
// subgraphs. Tensors beyond the first subgraph are not planned.
std::vector<std::int32_t> plan_words(const TfliteFile& file,
                                     const std::vector<std::int32_t>& offsets) {
  const auto& graphs = *file.model().subgraphs();
  const std::size_t planned = size_or_zero(graphs.Get(0)->tensors());
  if (offsets.size() != planned) {
    file.reject(fmt::format("has {} tensors, the plan has {} offsets", planned, offsets.size()));
  }
  std::size_t all = 0;
  for (const tflite::SubGraph* graph : graphs) all += size_or_zero(graph->tensors());
  std::vector<std::int32_t> words{plan_version, planned_subgraph, static_cast<std::int32_t>(all)};
  for (const std::int32_t offset : offsets) {
    if (offset < not_planned) file.reject(fmt::format("cannot carry the offset {}", offset));
    words.push_back(offset);
  }
  words.resize(words.size() + all - planned, not_planned);
  return words;
}

bool is_plan(const tflite::Metadata& metadata) {
  return metadata.name() != nullptr && metadata.name()->str() == offline_plan_name;
}

/// Writes new tables, followed by the old bytes of the file. The new tables contain references to
/// old tables. The distance to an old table is known only when all new tables are written; until
/// then, such a reference points to the new plan as a placeholder.
class PlanWriter {
 public:
  PlanWriter(const TfliteFile& file, const std::vector<std::uint8_t>& old)
      : file_(file), model_(file.model()), old_(old) {}

  std::vector<std::uint8_t> write(const std::vector<std::int32_t>& words) {
    build_tables(words);
    result_.assign(out_.GetBufferPointer(), out_.GetBufferPointer() + out_.GetSize());
    shift_ = result_.size();
    if (shift_ % buffer_alignment != 0) throw std::logic_error("new tables end unaligned");
    result_.insert(result_.end(), old_.begin(), old_.end());
    redirect_root();
    redirect_entries();
    move_absolute_offsets();
    return std::move(result_);
  }

 private:
  void build_tables(const std::vector<std::int32_t>& words) {
    const std::size_t size = words.size() * sizeof(words[0]);
    out_.ForceVectorAlignment(size, sizeof(std::uint8_t), buffer_alignment);
    const auto data = out_.CreateVector(reinterpret_cast<const std::uint8_t*>(words.data()), size);
    const auto plan = tflite::CreateBuffer(out_, data);
    std::vector<Offset<tflite::Buffer>> buffers(size_or_zero(model_.buffers()), plan);
    // Buffer number 0 means "no contents", so the plan needs a buffer with another number.
    if (buffers.empty()) buffers.push_back(tflite::CreateBuffer(out_));
    const auto number = static_cast<std::uint32_t>(buffers.size());
    buffers.push_back(plan);
    const auto entry = tflite::CreateMetadata(out_, out_.CreateString(offline_plan_name), number);
    for (std::uint32_t i = 0; i < size_or_zero(model_.metadata()); ++i) {
      if (!is_plan(*model_.metadata()->Get(i))) kept_metadata_.push_back(i);
    }
    const std::vector<Offset<tflite::Metadata>> metadata(kept_metadata_.size() + 1, entry);
    build_root(out_.CreateVector(buffers), out_.CreateVector(metadata));
  }

  void build_root(Offset<flatbuffers::Vector<Offset<tflite::Buffer>>> buffers,
                  Offset<flatbuffers::Vector<Offset<tflite::Metadata>>> metadata) {
    const uoffset_t start = out_.StartTable();
    out_.AddElement<std::uint32_t>(tflite::Model::VT_VERSION, model_.version(), 0);
    for (std::size_t slot = 1; slot < root_slots; ++slot) {
      const voffset_t field = field_of_slot(slot);
      if (field == tflite::Model::VT_METADATA) {
        out_.AddOffset(field, metadata);
      } else if (field == tflite::Model::VT_BUFFERS || root_table(file_).CheckField(field)) {
        out_.AddOffset(field, buffers);
      }
    }
    out_.Finish(Offset<tflite::Model>(out_.EndTable(start)), tflite::ModelIdentifier());
  }

  void redirect_root() {
    const flatbuffers::Table& old_root = root_table(file_);
    const auto* root = flatbuffers::GetRoot<flatbuffers::Table>(result_.data());
    for (std::size_t slot = 1; slot < root_slots; ++slot) {
      const voffset_t field = field_of_slot(slot);
      if (field == tflite::Model::VT_BUFFERS || field == tflite::Model::VT_METADATA) continue;
      if (!old_root.CheckField(field)) continue;
      redirect(root->GetAddressOf(field), old_root.GetAddressOf(field));
    }
  }

  void redirect_entries() {
    const tflite::Model& model = *tflite::GetModel(result_.data());
    for (std::uint32_t i = 0; i < size_or_zero(model_.buffers()); ++i) {
      redirect(entry_of(*model.buffers(), i), entry_of(*model_.buffers(), i));
    }
    for (std::uint32_t i = 0; i < kept_metadata_.size(); ++i) {
      redirect(entry_of(*model.metadata(), i), entry_of(*model_.metadata(), kept_metadata_[i]));
    }
  }

  template <typename Vector>
  static const std::uint8_t* entry_of(const Vector& vector, std::uint32_t index) {
    return vector.Data() + index * sizeof(uoffset_t);
  }

  // Makes the reference at `field` of the result refer to the same old table as `old_field`.
  void redirect(const std::uint8_t* field, const std::uint8_t* old_field) {
    const auto old_position = static_cast<std::size_t>(old_field - old_.data());
    if (old_position + sizeof(uoffset_t) > old_.size()) file_.reject("is damaged: root cut off");
    const std::size_t target = old_position + flatbuffers::ReadScalar<uoffset_t>(old_field);
    if (target >= old_.size()) file_.reject("is damaged: its root table points outside the file");
    const auto position = static_cast<std::size_t>(field - result_.data());
    flatbuffers::WriteScalar(result_.data() + position,
                             static_cast<uoffset_t>(shift_ + target - position));
  }

  // Adds `shift_` to the absolute file offsets of contents, because the old bytes have moved.
  // Several vector elements may share a table, which must be changed only once. The offsets 0 and 1
  // mean that the contents are inside the flatbuffer.
  void move_absolute_offsets() {
    std::set<const void*> moved;
    auto& model = *tflite::GetMutableModel(result_.data());
    for (std::uint32_t i = 0; i < size_or_zero(model_.buffers()); ++i) {
      tflite::Buffer& buffer = *model.mutable_buffers()->GetMutableObject(i);
      if (buffer.offset() < 2 || !moved.insert(&buffer).second) continue;
      buffer.mutate_offset(buffer.offset() + shift_);
    }
    for (std::uint32_t g = 0; g < model.subgraphs()->size(); ++g) {
      auto* operators = model.mutable_subgraphs()->GetMutableObject(g)->mutable_operators();
      for (std::uint32_t i = 0; i < size_or_zero(operators); ++i) {
        tflite::Operator& op = *operators->GetMutableObject(i);
        if (op.large_custom_options_offset() < 2 || !moved.insert(&op).second) continue;
        op.mutate_large_custom_options_offset(op.large_custom_options_offset() + shift_);
      }
    }
  }

  const TfliteFile& file_;
  const tflite::Model& model_;
  const std::vector<std::uint8_t>& old_;
  FlatBufferBuilder out_;
  // The metadata elements of the old file that the new file keeps, as indices into the old file's
  // vector of metadata.
  std::vector<std::uint32_t> kept_metadata_;
  std::vector<std::uint8_t> result_;
  // The number of bytes by which the old bytes have moved.
  std::size_t shift_ = 0;
};

}  // namespace

std::vector<std::uint8_t> with_offline_plan(const std::vector<std::uint8_t>& file,
                                            const std::vector<std::int32_t>& offsets,
                                            const std::string& source) {
  const TfliteFile old({file.data(), file.size()}, source);
  check_file(old, file.size());
  std::vector<std::uint8_t> result = PlanWriter(old, file).write(plan_words(old, offsets));
  // In a malicious file, tables may overlap the changed bytes, so the result is verified again.
  const TfliteFile verified({result.data(), result.size()}, source);
  return result;
}

}  // namespace spillway
