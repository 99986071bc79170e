// SPDX-License-Identifier: Apache-2.0
// Tests Spillway's memories as TLM-2.0 targets for the initiators of a user.
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "sim/kernel/sim_time.h"
#include "sim/memory/message_types.h"
#include "tests/sim/toy_targets.h"

namespace spillway {
namespace {

using test::Initiator;
using test::with_content_memory;
using test::with_rom;

using Data = std::vector<unsigned char>;

/// A TLM-2.0 payload for the bytes in `data`. Tests may change its other fields.
struct Asked : tlm::tlm_generic_payload {
  Asked(tlm::tlm_command command, Address address, Data& data) {
    set_command(command);
    set_address(address);
    set_data_ptr(data.data());
    set_data_length(static_cast<unsigned>(data.size()));
    set_streaming_width(static_cast<unsigned>(data.size()));
    set_byte_enable_ptr(nullptr);
    set_dmi_allowed(false);
    set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
};

Picoseconds call(Initiator& memory, Asked& asked) {
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  memory.b_transport(asked, delay);
  sc_core::wait(delay);
  return sim::from_sc(delay);
}

Data read_back(Initiator& memory, Address address, std::size_t bytes) {
  Data data(bytes);
  Asked read(tlm::TLM_READ_COMMAND, address, data);
  EXPECT_EQ(memory.transport_dbg(read), bytes);
  return data;
}

TEST(TlmMemory, KeepsWhatIsWrittenAndTakesTheTimeOfItsModel) {
  with_content_memory([](Initiator& memory) {
    Data data = {1, 2, 3, 4, 5, 6, 7, 8};
    Asked write(tlm::TLM_WRITE_COMMAND, 100, data);
    // The call takes the latency of 60 ns. The 8 bytes take another 2 cycles of 1 ns, because the
    // memory moves 4 bytes per cycle.
    EXPECT_EQ(call(memory, write), 62'000);
    EXPECT_EQ(write.get_response_status(), tlm::TLM_OK_RESPONSE);
    Data back(8);
    Asked read(tlm::TLM_READ_COMMAND, 100, back);
    call(memory, read);
    EXPECT_EQ(back, data);
  });
}

TEST(TlmMemory, ByteEnablesLeaveOtherBytesAlone) {
  with_content_memory([](Initiator& memory) {
    Data old(4, 9);
    Asked before(tlm::TLM_WRITE_COMMAND, 200, old);
    call(memory, before);
    Data data = {1, 2, 3, 4};
    std::array<unsigned char, 2> enabled = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    Asked write(tlm::TLM_WRITE_COMMAND, 200, data);
    write.set_byte_enable_ptr(enabled.data());
    write.set_byte_enable_length(2);
    call(memory, write);
    EXPECT_EQ(read_back(memory, 200, 4), (Data{1, 9, 3, 9}));
    write.set_byte_enable_length(0);
    call(memory, write);
    EXPECT_EQ(write.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  });
}

TEST(TlmMemory, AStreamingAccessRepeatsItsAddresses) {
  with_content_memory([](Initiator& memory) {
    Data data = {1, 2, 3, 4, 5, 6, 7, 8};
    Asked write(tlm::TLM_WRITE_COMMAND, 300, data);
    write.set_streaming_width(4);
    EXPECT_EQ(call(memory, write), 62'000);
    EXPECT_EQ(read_back(memory, 300, 8), (Data{5, 6, 7, 8, 0, 0, 0, 0}));
    write.set_streaming_width(0);
    call(memory, write);
    EXPECT_EQ(write.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
  });
}

TEST(TlmMemory, AddressesBeyondItAreErrorsAndTakeNoTime) {
  with_content_memory([](Initiator& memory) {
    Data data(8);
    Asked read(tlm::TLM_READ_COMMAND, static_cast<Address>(test::toy_capacity) - 4, data);
    const auto warned = [] { return sc_core::sc_report_handler::get_count(memory_message); };
    const int before = warned();
    EXPECT_EQ(call(memory, read), 0);
    EXPECT_EQ(read.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(warned(), before + 1);
    EXPECT_EQ(memory.transport_dbg(read), 4U);  // only four bytes lie within the memory
    read.set_address(~Address{0} - 2);
    call(memory, read);
    EXPECT_EQ(read.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
}

TEST(TlmMemory, OffersDmiIfItsLatencyIsConstant) {
  with_content_memory([](Initiator& memory) {
    Data data = {7};
    Asked write(tlm::TLM_WRITE_COMMAND, 400, data);
    call(memory, write);
    EXPECT_TRUE(write.is_dmi_allowed());
    tlm::tlm_dmi dmi;
    ASSERT_TRUE(memory.get_direct_mem_ptr(write, dmi));
    EXPECT_EQ(dmi.get_dmi_ptr()[400], 7);
    EXPECT_EQ(dmi.get_end_address(), static_cast<Address>(test::toy_capacity) - 1);
    EXPECT_EQ(sim::from_sc(dmi.get_read_latency()), 60'000);
  });
}

TEST(TlmMemory, ReadOnlyMemoriesRefuseWritesAndGrantNoDirectAccessWithoutContent) {
  with_rom([](Initiator& memory) {
    Data data = {7};
    Asked write(tlm::TLM_WRITE_COMMAND, 0, data);
    call(memory, write);
    EXPECT_EQ(write.get_response_status(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    Asked read(tlm::TLM_READ_COMMAND, 0, data);
    call(memory, read);
    EXPECT_FALSE(read.is_dmi_allowed());
    EXPECT_EQ(data[0], 7);  // the memory stores no data, so the read copies nothing
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(memory.get_direct_mem_ptr(read, dmi));
    EXPECT_EQ(memory.transport_dbg(read), 0U);
  });
}

}  // namespace
}  // namespace spillway
