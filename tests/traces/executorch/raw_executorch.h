// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "executorch_generated.h"
#include "traces/executorch/reader.h"

namespace spillway::test {

namespace et = executorch;

using RawBytes = std::vector<std::uint8_t>;

inline void append_number(std::uint64_t value, int bytes, RawBytes& to) {
  for (int i = 0; i < bytes; ++i) {
    to.push_back(i < 8 ? static_cast<std::uint8_t>(value >> 8 * i) : std::uint8_t{0});
  }
}

/// A feature map in the scratch memory of a delegate, as the Ethos-U backend describes it.
struct RawMap {
  std::vector<std::int32_t> shape{1, 1, 1, 1, 1, 4};
  std::int32_t element_bytes = 1;
  std::int32_t offset = 0;
};

inline RawBytes raw_maps(const std::vector<RawMap>& maps) {
  RawBytes bytes;
  append_number(maps.size(), 4, bytes);
  for (const RawMap& map : maps) {
    for (const std::int32_t extent : map.shape) {
      append_number(static_cast<std::uint32_t>(extent), 4, bytes);
    }
    append_number(static_cast<std::uint32_t>(map.element_bytes), 4, bytes);
    append_number(static_cast<std::uint32_t>(map.offset), 4, bytes);
    append_number(1, 4, bytes);
  }
  return bytes;
}

/// A block of a delegate's data. If `external`, the bytes in `contents` are not the contents
/// themselves, but the name under which the program stores the contents elsewhere.
struct RawBlock {
  std::string name;
  RawBytes contents = {};
  bool external = false;
};

inline RawBytes raw_number(std::uint32_t number) {
  RawBytes bytes;
  append_number(number, 4, bytes);
  return bytes;
}

inline RawBytes raw_text(const std::string& text) { return {text.begin(), text.end()}; }

/// Returns the data of a delegate in the format of ExecuTorch's Ethos-U backend.
inline RawBytes raw_blocks(const std::vector<RawBlock>& blocks) {
  constexpr std::size_t name_bytes = 16;
  constexpr std::size_t alignment = 16;
  RawBytes bytes;
  for (const RawBlock& block : blocks) {
    RawBytes name = raw_text(block.name);
    name.resize(name_bytes);
    bytes.insert(bytes.end(), name.begin(), name.end());
    append_number(block.contents.size(), 4, bytes);
    append_number(block.external ? 1 : 0, 12, bytes);
    bytes.insert(bytes.end(), block.contents.begin(), block.contents.end());
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
  }
  return bytes;
}

/// A value of a method. If `items` is not empty, the value is a list of tensors. Otherwise, the
/// scalar type determines whether it is a tensor, a number or a list of integers.
struct RawValue {
  std::vector<std::int32_t> sizes{4};
  std::int8_t scalar_type = 1;
  std::uint32_t memory = 0;  // number of the planned buffer that contains the value; 0 for none
  std::uint32_t offset = 0;
  // index of the constant with the contents of the value; 0 = the value is no constant
  std::uint32_t data = 0;
  std::vector<std::int32_t> items = {};
  std::string name = {};
  bool is_external = false;
  std::vector<std::int64_t> integers = {};
};

constexpr std::int8_t no_tensor_type = -1;

struct RawCall {
  et::InstructionArguments kind = et::InstructionArguments::DelegateCall;
  std::int32_t index = 0;
  std::vector<std::int32_t> args{0, 1};
};

struct RawDelegate {
  RawBytes data;
  std::string id = "EthosUBackend";
  std::string options = {};  // Vela's options; empty if the program has no options
};

/// An ExecuTorch program that a test describes field by field, so it may be invalid. The default
/// program passes four bytes to a delegate with an empty command stream.
struct RawProgram {
  std::vector<RawValue> values{{{4}, 1, 1, 0}, {{4}, 1, 1, 16}};
  std::vector<std::int32_t> inputs{0};
  std::vector<std::int32_t> outputs{1};
  std::vector<RawCall> calls{{}};
  std::vector<std::string> kernels = {};
  std::vector<RawDelegate> delegates{{raw_blocks({{"vela_bin_stream"},
                                                  {"cmd_data", raw_text("COP1")},
                                                  {"weight_data"},
                                                  {"scratch_size", raw_number(32)},
                                                  {"inputs", raw_maps({{}})},
                                                  {"outputs", raw_maps({{}})},
                                                  {"vela_end_stream"}})}};
  std::vector<std::int64_t> buffers{0, 32};
  std::vector<RawBytes> constants{{}};
  std::vector<std::pair<std::string, RawBytes>> named = {};
  std::string method = "forward";
  bool segments = false;  // whether data follow the flatbuffer in segments
};

class RawProgramWriter {
 public:
  explicit RawProgramWriter(const RawProgram& program) : program_(program) {}

  RawBytes write() {
    const auto method = write_method();
    const auto inside = program_.segments ? 0 : write_delegate_data();
    const auto constants = program_.segments ? 0 : write_constants();
    const auto offsets = program_.segments ? write_constant_offsets() : 0;
    if (program_.segments) add_delegate_segments();
    const auto named = write_named();
    const auto segments = out_.CreateVector(segments_);
    const auto methods = out_.CreateVector(&method, 1);
    et::FinishProgramBuffer(
        out_, et::CreateProgram(out_, 0, methods, constants, inside, segments, offsets, 0, named));
    RawBytes bytes(out_.GetBufferPointer(), out_.GetBufferPointer() + out_.GetSize());
    return segments_.empty() ? bytes : with_header(std::move(bytes));
  }

 private:
  template <typename T>
  using Offset = flatbuffers::Offset<T>;

  Offset<et::ExecutionPlan> write_method() {
    std::vector<Offset<et::EValue>> values;
    for (const RawValue& value : program_.values) values.push_back(write_value(value));
    std::vector<Offset<et::Instruction>> calls;
    for (const RawCall& call : program_.calls) calls.push_back(write_call(call));
    std::vector<Offset<et::Operator>> kernels;
    for (const std::string& name : program_.kernels) {
      const std::size_t dot = name.find('.');
      const std::string overload = dot == std::string::npos ? "" : name.substr(dot + 1);
      kernels.push_back(et::CreateOperator(out_, out_.CreateString(name.substr(0, dot)),
                                           out_.CreateString(overload)));
    }
    std::vector<Offset<et::BackendDelegate>> delegates;
    for (const RawDelegate& delegate : program_.delegates) {
      delegates.push_back(write_delegate(delegate));
    }
    const auto chain = et::CreateChain(out_, 0, 0, out_.CreateVector(calls));
    const auto chains = out_.CreateVector(&chain, 1);
    return et::CreateExecutionPlan(out_, out_.CreateString(program_.method), 0,
                                   out_.CreateVector(values), out_.CreateVector(program_.inputs),
                                   out_.CreateVector(program_.outputs), chains,
                                   out_.CreateVector(kernels), out_.CreateVector(delegates),
                                   out_.CreateVector(program_.buffers));
  }

  Offset<et::EValue> write_value(const RawValue& value) {
    if (!value.items.empty()) {
      const auto list = et::CreateTensorList(out_, out_.CreateVector(value.items));
      return et::CreateEValue(out_, et::KernelTypes::TensorList, list.Union());
    }
    if (!value.integers.empty()) {
      const auto list = et::CreateIntList(out_, out_.CreateVector(value.integers));
      return et::CreateEValue(out_, et::KernelTypes::IntList, list.Union());
    }
    if (value.scalar_type == no_tensor_type) {
      return et::CreateEValue(out_, et::KernelTypes::Int, et::CreateSkipped(out_).Union());
    }
    Offset<et::ExtraTensorInfo> extra = 0;
    if (!value.name.empty() || value.is_external) {
      extra = et::CreateExtraTensorInfo(
          out_, 0, out_.CreateString(value.name),
          value.is_external ? et::TensorDataLocation::EXTERNAL : et::TensorDataLocation::SEGMENT);
    }
    const auto place =
        value.memory == 0 ? 0 : et::CreateAllocationDetails(out_, value.memory, value.offset, 0);
    const auto tensor = et::CreateTensor(out_, value.scalar_type, 0, out_.CreateVector(value.sizes),
                                         0, false, value.data, place, 0, 0, extra);
    return et::CreateEValue(out_, et::KernelTypes::Tensor, tensor.Union());
  }

  Offset<et::Instruction> write_call(const RawCall& call) {
    if (call.kind == et::InstructionArguments::MoveCall) {
      return et::CreateInstruction(
          out_, call.kind, et::CreateMoveCall(out_, call.args.at(0), call.args.at(1)).Union());
    }
    if (call.kind == et::InstructionArguments::JumpFalseCall) {
      return et::CreateInstruction(out_, call.kind, et::CreateSkipped(out_).Union());
    }
    const auto args = out_.CreateVector(call.args);
    return et::CreateInstruction(out_, call.kind, et::CreateCall(out_, call.index, args).Union());
  }

  Offset<et::BackendDelegate> write_delegate(const RawDelegate& delegate) {
    std::vector<Offset<et::CompileSpec>> specs;
    if (!delegate.options.empty()) {
      const auto value = out_.CreateVector(raw_text(delegate.options));
      specs.push_back(et::CreateCompileSpec(out_, out_.CreateString("compile_flags"), value));
    }
    const auto location = program_.segments ? et::DataLocation::SEGMENT : et::DataLocation::INLINE;
    const auto index = static_cast<std::uint32_t>(&delegate - program_.delegates.data());
    // Segment 0 has the constants, so the data of delegates begins with segment 1.
    const auto data =
        et::CreateBackendDelegateDataReference(out_, location, index + (program_.segments ? 1 : 0));
    const auto id = out_.CreateString(delegate.id);
    return et::CreateBackendDelegate(out_, id, data, out_.CreateVector(specs));
  }

  Offset<flatbuffers::Vector<Offset<et::BackendDelegateInlineData>>> write_delegate_data() {
    std::vector<Offset<et::BackendDelegateInlineData>> all;
    for (const RawDelegate& delegate : program_.delegates) {
      all.push_back(et::CreateBackendDelegateInlineData(out_, out_.CreateVector(delegate.data)));
    }
    return out_.CreateVector(all);
  }

  Offset<flatbuffers::Vector<Offset<et::Buffer>>> write_constants() {
    std::vector<Offset<et::Buffer>> all;
    for (const RawBytes& constant : program_.constants) {
      all.push_back(et::CreateBuffer(out_, out_.CreateVector(constant)));
    }
    return out_.CreateVector(all);
  }

  Offset<et::SubsegmentOffsets> write_constant_offsets() {
    RawBytes together;
    std::vector<std::uint64_t> offsets;
    for (const RawBytes& constant : program_.constants) {
      offsets.push_back(together.size());
      together.insert(together.end(), constant.begin(), constant.end());
    }
    return et::CreateSubsegmentOffsets(out_, add_segment(together), out_.CreateVector(offsets));
  }

  void add_delegate_segments() {
    for (const RawDelegate& delegate : program_.delegates) add_segment(delegate.data);
  }

  Offset<flatbuffers::Vector<Offset<et::NamedData>>> write_named() {
    std::vector<Offset<et::NamedData>> all;
    for (const auto& [key, contents] : program_.named) {
      const std::uint32_t segment = add_segment(contents);
      all.push_back(et::CreateNamedData(out_, out_.CreateString(key), segment));
    }
    return out_.CreateVector(all);
  }

  std::uint32_t add_segment(const RawBytes& contents) {
    constexpr std::size_t alignment = 16;
    segments_.push_back(et::CreateDataSegment(out_, behind_.size(), contents.size()));
    behind_.insert(behind_.end(), contents.begin(), contents.end());
    behind_.resize((behind_.size() + alignment - 1) / alignment * alignment);
    return static_cast<std::uint32_t>(segments_.size()) - 1;
  }

  // Inserts the extended header before the tables. The tables thus move by a multiple of their
  // alignment.
  RawBytes with_header(RawBytes tables) const {
    constexpr std::size_t header_at = 8;
    constexpr std::size_t header_bytes = 32;
    constexpr std::uint32_t header_length = 24;
    const std::size_t size = tables.size() + header_bytes;
    const std::size_t base = (size + 15) / 16 * 16;
    RawBytes header = raw_text("eh00");
    append_number(header_length, 4, header);
    append_number(size, 8, header);
    append_number(base, 8, header);
    header.resize(header_bytes);
    tables.insert(tables.begin() + header_at, header.begin(), header.end());
    tables[0] = static_cast<std::uint8_t>(tables[0] + header_bytes);  // offset of the root table
    tables.resize(base);
    tables.insert(tables.end(), behind_.begin(), behind_.end());
    return tables;
  }

  const RawProgram& program_;
  flatbuffers::FlatBufferBuilder out_;
  std::vector<Offset<et::DataSegment>> segments_;
  RawBytes behind_;  // the bytes of all segments, which follow the flatbuffer
};

inline RawBytes program_bytes(const RawProgram& program) {
  return RawProgramWriter(program).write();
}

inline Network parsed_program(const RawBytes& bytes, const std::string& source = "net.pte") {
  return parse_executorch(std::make_shared<const FileBytes>(bytes.begin(), bytes.end()), source);
}

inline Network parsed(const RawProgram& program) { return parsed_program(program_bytes(program)); }

}  // namespace spillway::test
