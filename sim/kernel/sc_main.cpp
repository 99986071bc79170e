// SPDX-License-Identifier: Apache-2.0
// The shared library of SystemC asks for it, though an ordinary main() starts the program. In a
// file of its own, so that a program with an sc_main of its own takes none of ours.
#include <systemc>

int sc_main(int /*argc*/, char** /*argv*/) { return 0; }
