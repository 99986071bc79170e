// SPDX-License-Identifier: Apache-2.0
// Python with the module _spillway built in: `test_python ARGUMENTS...` is `python3 ARGUMENTS...`.
#include <Python.h>

PyMODINIT_FUNC PyInit__spillway();

int main(int argc, char** argv) {
  PyImport_AppendInittab("_spillway", PyInit__spillway);
  return Py_BytesMain(argc, argv);
}
