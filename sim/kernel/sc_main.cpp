// SPDX-License-Identifier: Apache-2.0
// SystemC's shared library needs this symbol, although an ordinary main() starts the program. This
// symbol has a file of its own, so that the linker leaves it out of programs that define sc_main
// themselves.
#include <systemc>

int sc_main(int /*argc*/, char** /*argv*/) { return 0; }
