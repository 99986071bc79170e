// SPDX-License-Identifier: Apache-2.0
#include "base/build_id.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

namespace spillway {
namespace {

constexpr std::size_t note_alignment = 4;

std::size_t aligned(std::size_t size) {
  return (size + note_alignment - 1) / note_alignment * note_alignment;
}

// Returns the build id in a sequence of ELF notes; empty if there is none. A note consists of a
// header, a name and a description.
std::string id_in_notes(const std::uint8_t* notes, std::size_t bytes) {
  std::size_t at = 0;
  while (bytes - at >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes + at, sizeof header);
    at += sizeof header;
    const std::size_t name = aligned(header.n_namesz), description = aligned(header.n_descsz);
    if (bytes - at < name || bytes - at - name < header.n_descsz) return {};
    const std::string_view owner(reinterpret_cast<const char*>(notes + at), header.n_namesz);
    if (header.n_type == NT_GNU_BUILD_ID && owner == std::string_view("GNU\0", 4)) {
      std::string id;
      for (std::size_t i = 0; i < header.n_descsz; ++i) {
        id += fmt::format("{:02x}", notes[at + name + i]);
      }
      return id;
    }
    at += name + description;
  }
  return {};
}

// Stores the build id of the program in `result`. dl_iterate_phdr() calls this function for the
// program first and then for its libraries; the return value 1 ends the iteration after the
// program.
int read_program(dl_phdr_info* program, std::size_t /*size*/, void* result) {
  std::string& id = *static_cast<std::string*>(result);
  for (int i = 0; i < program->dlpi_phnum && id.empty(); ++i) {
    const ElfW(Phdr)& segment = program->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader gives addresses as integers.
    id = id_in_notes(reinterpret_cast<const std::uint8_t*>(program->dlpi_addr + segment.p_vaddr),
                     segment.p_memsz);
  }
  return 1;
}

}  // namespace

const std::string& build_id() {
  static const std::string id = [] {
    std::string found;
    ::dl_iterate_phdr(read_program, &found);
    return found.empty() ? std::string("unknown") : found;
  }();
  return id;
}

}  // namespace spillway
