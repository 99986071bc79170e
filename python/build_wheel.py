# SPDX-License-Identifier: Apache-2.0
"""Build backend of the wheel (PEP 517): CMake builds the module, and this file packs it.

The backends that Debian packages cannot call CMake without a download. This file needs nothing
besides Python's own library.
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import sysconfig
import zipfile

root = pathlib.Path(__file__).resolve().parent.parent


def _version():
    text = (root / "CMakeLists.txt").read_text()
    return re.search(r"project\(spillway VERSION ([0-9.]+)", text).group(1)


def _metadata():
    readme = (root / "README.md").read_text()
    return (
        "Metadata-Version: 2.1\nName: spillway\n"
        f"Version: {_version()}\n"
        "Summary: Memory placement and timing of neural networks on microNPUs\n"
        "License: Apache-2.0\nRequires-Python: >=3.9\n"
        "Provides-Extra: frames\nRequires-Dist: pandas; extra == 'frames'\n"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    )


def _platform(module):
    """The wheel's platform tag: any Linux with a recent glibc if the module needs only glibc."""
    needs = subprocess.run(["readelf", "-dVW", module], check=True, capture_output=True, text=True,
                           env={**os.environ, "LC_ALL": "C"}).stdout
    libraries = re.findall(r"\(NEEDED\).*\[(.*)\]", needs)
    if all(re.match(r"(libc|libm|ld-linux.*)\.so\.", library) for library in libraries):
        glibc = max(int(minor) for minor in re.findall(r"Name: GLIBC_2\.(\d+)", needs))
        return f"manylinux_2_{glibc}_{platform.machine()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _tag(module):
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{_platform(module)}"


def _build_module():
    build = pathlib.Path(os.environ.get("SPILLWAY_BUILD", root / "build" / "python"))
    subprocess.run(
        [
            "cmake", "-S", root, "-B", build, "-G", "Ninja",
            "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON", "-DSPILLWAY_PYTHON=ON",
            "-DSPILLWAY_TESTS=OFF", "-DSPILLWAY_BENCHMARKS=OFF", f"-DPython_EXECUTABLE={sys.executable}",
        ],
        check=True,
    )
    subprocess.run(["cmake", "--build", build, "--target", "spillway_python"], check=True)
    return next((build / "python").glob("_spillway.*.so"))


def _digest(data):
    text = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"sha256={text},{len(data)}"


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"spillway-{_version()}.dist-info"
    files = {path.relative_to(root / "python").as_posix(): path.read_bytes()
             for path in sorted((root / "python" / "spillway").iterdir())
             if path.suffix in (".py", ".pyi") or path.name == "py.typed"}
    module = _build_module()
    tag = _tag(module)
    files[module.name] = module.read_bytes()
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: spillway\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    )
    files[f"{info}/LICENSE"] = (root / "LICENSE").read_bytes()
    if "SPILLWAY_LICENSES" in os.environ:  # a folder with licenses of libraries
        for path in sorted(pathlib.Path(os.environ["SPILLWAY_LICENSES"]).iterdir()):
            files[f"{info}/licenses/{path.name}"] = path.read_bytes()
    record = "".join(f"{name},{_digest(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"spillway-{_version()}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            # All entries have the same time, so that equal inputs give equal bytes.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name
