// SPDX-License-Identifier: Apache-2.0
// A Python interpreter that contains the module _spillway: `test_python ARGUMENTS...` works like
// `python3 ARGUMENTS...`.
#include <Python.h>

PyMODINIT_FUNC PyInit__spillway();

int main(int argc, char** argv) {
  PyImport_AppendInittab("_spillway", PyInit__spillway);
  return Py_BytesMain(argc, argv);
}
