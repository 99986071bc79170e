# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of docs/img anew: pages that commands write, each at three widths.

    /usr/bin/python3 scripts/pictures.py build/release/spillway [FOLDER]

Needs chromium and numpy. A browser window is at least 500 pixels wide, so narrower pages are shown
in a frame of the wanted width. Pictures have few colours, which keeps their files small.
"""
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy

WIDTHS = (390, 1280, 2200)
COLOURS = 64
POINT = ["--target", "ethos-u65-256", "--memory-mode", "Dedicated_Sram"]
NETWORK = "mobilenet_v1_0.25_96"
PAGES = {
    "run": ["run", NETWORK, *POINT, "--memory", "sram=64K"],
    "compare": ["compare", NETWORK, *POINT, "--memory", "sram=64K"],
    "sweep": ["sweep", NETWORK, "resnet8", *POINT, "--memory", "sram=32K:160K:16K",
              "--planner", "cadence-greedy,vela-spill,belady,size-threshold"],
    "pareto": ["pareto", NETWORK, "--target", "ethos-u65-256,ethos-u65-512", "--memory-mode",
               "Dedicated_Sram", "--memory", "sram=32K:128K:32K"],
    "size": ["size", NETWORK, *POINT, "--within", "10%", "--step", "8K"],
    "relink": ["relink", "network.tflite", "--output", "planned.tflite"],
    "advise": ["advise", NETWORK, *POINT, "--memory", "sram=24K", "--quick"],
}
# Pictures of one width: name, page, height, dark, and the height in the page at which the picture
# begins.
SINGLE = [("run-report", "run", 1020, False, 0), ("run-report-dark", "run", 1000, True, 2170),
          ("compare-report", "compare", 1500, False, 0), ("sweep-report", "sweep", 1500, True, 0)]
SCALE, HEIGHT = 0.4, 1700  # of the pictures that show three widths


def shoot(html, picture, width, height, dark=False):
    with tempfile.TemporaryDirectory() as profile:
        page = pathlib.Path(profile) / "shot.html"
        page.write_text(html, encoding="utf-8")
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   "--allow-file-access-from-files", "--disable-dev-shm-usage",
                   "--virtual-time-budget=15000", f"--user-data-dir={profile}",
                   f"--window-size={width},{height}", f"--screenshot={picture}"]
        if dark:
            command.append("--blink-settings=preferredColorScheme=0")
        subprocess.run([*command, page.as_uri()], check=True, stderr=subprocess.DEVNULL)


def frame(page, width, height, scale=1.0, top=0):
    return (f'<div style="flex:none;width:{width * scale:.0f}px;height:{height * scale:.0f}px;'
            f'overflow:hidden"><iframe src="{page.as_uri()}" style="width:{width}px;'
            f"height:{height + top}px;margin-top:-{top}px;border:0;transform:scale({scale});"
            "transform-origin:0 0"
            '"></iframe></div>')


def document(frames):
    return ('<!DOCTYPE html><meta name="color-scheme" content="light dark"><body style="margin:0;'
            'display:flex;gap:8px;background:#888">' + "".join(frames))


def decoded(path):
    """The pixels of a PNG of 8 bits per channel, as rows of red, green and blue."""
    data = path.read_bytes()
    at, body, header = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + length]
        header = struct.unpack(">IIBBBBB", chunk) if kind == b"IHDR" else header
        body += chunk if kind == b"IDAT" else b""
        at += 12 + length
    width, height, bits, colour = header[:4]
    assert bits == 8 and colour in (2, 6), "a picture of a browser"
    step = 3 if colour == 2 else 4
    lines = numpy.frombuffer(zlib.decompress(body), numpy.uint8).reshape(height, -1)
    above = numpy.zeros((width, step), numpy.int32)
    rows = []
    for line in lines:
        row = unfiltered(line[0], line[1:].reshape(width, step).astype(numpy.int32), above)
        above = row
        rows.append(row[:, :3].astype(numpy.uint8))
    return numpy.stack(rows)


def unfiltered(kind, row, above):
    if kind == 1:
        return numpy.cumsum(row, axis=0) & 255
    if kind == 2:
        return (row + above) & 255
    if kind == 0:
        return row
    made = row.copy()
    left = numpy.zeros(row.shape[1], numpy.int32)
    corner = left
    for x in range(len(row)):
        if kind == 3:
            guess = (left + above[x]) // 2
        else:
            to_left, to_above, to_corner = (abs(above[x] - corner), abs(left - corner),
                                            abs(left + above[x] - 2 * corner))
            guess = numpy.where((to_left <= to_above) & (to_left <= to_corner), left,
                                numpy.where(to_above <= to_corner, above[x], corner))
        left = made[x] = (row[x] + guess) & 255
        corner = above[x]
    return made


def write_small(pixels, path):
    """Writes a PNG with few colours, the most frequent ones and those far from them; others become
    the nearest of these."""
    flat = pixels.reshape(-1, 3).astype(numpy.int32)
    codes = (flat[:, 0] << 16) | (flat[:, 1] << 8) | flat[:, 2]
    seen, place, often = numpy.unique(codes, return_inverse=True, return_counts=True)
    every = numpy.stack([seen >> 16, (seen >> 8) & 255, seen & 255], axis=1)
    chosen = list(numpy.argsort(-often, kind="stable")[:COLOURS * 5 // 8])
    # Others that are far from these and not of a few pixels alone, like lines and dots of charts.
    while len(chosen) < min(COLOURS, len(seen)):
        far = ((every[:, None] - every[None, chosen]) ** 2).sum(2).min(1)
        chosen.append(int(numpy.argmax(far * numpy.minimum(often, 100))))
    rgb = every[chosen]
    nearest = numpy.empty(len(seen), numpy.uint8)
    for begin in range(0, len(seen), 4096):
        own = every[begin:begin + 4096]
        nearest[begin:begin + 4096] = ((own[:, None] - rgb[None]) ** 2).sum(2).argmin(1)
    height, width = pixels.shape[:2]
    rows = nearest[place].reshape(height, width)
    raw = b"".join(b"\0" + row.tobytes() for row in rows)

    def chunk(kind, body):
        check = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

    path.write_bytes(b"\x89PNG\r\n\x1a\n"
                     + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
                     + chunk(b"PLTE", rgb.astype(numpy.uint8).tobytes())
                     + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def main():
    program = pathlib.Path(shutil.which(sys.argv[1]) or sys.argv[1]).resolve()
    source = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else source / "docs" / "img"
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        subprocess.run([program, "convert", NETWORK, "--to", "tflite", "-o", "network.tflite"],
                       check=True, cwd=place)
        pages = {}
        for name, words in PAGES.items():
            pages[name] = place / f"{name}.html"
            subprocess.run([program, *words, "--report", pages[name].name], check=True, cwd=place,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        picture = place / "picture.png"
        for name, page, height, dark, top in SINGLE:
            one = document([frame(pages[page], 1280, height, top=top)])
            shoot(one, picture, 1280, height, dark)
            write_small(decoded(picture), folder / f"{name}.png")
        width = int(SCALE * sum(WIDTHS)) + 8 * (len(WIDTHS) - 1)
        for name, page in pages.items():
            tall = int(HEIGHT / SCALE)
            frames = [frame(page, width, tall, SCALE) for width in WIDTHS]
            shoot(document(frames), picture, width, HEIGHT)
            write_small(decoded(picture), folder / f"{name}-widths.png")


main()
