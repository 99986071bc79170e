#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the structure of YOLOv5n (depth 0.33, width 0.25, SiLU) as a network CSV.

The CSV has the shapes of weights but not their values.

python3 yolov5n.py SIDE > yolov5n.csv     SIDE: rows and columns of the image, a multiple of 32
"""
import sys


class Builder:
    def __init__(self):
        self.tensors, self.operators = [], []

    def tensor(self, name, shape, kind="activation", type_="int8"):
        self.tensors.append((name, type_, kind, shape))
        return len(self.tensors) - 1

    def shape(self, tensor):
        return self.tensors[tensor][3]

    def op(self, type_, inputs, shape, kernel=1, stride=1, pad=0, macs=0, axis=0):
        name = f"{type_}{len(self.operators)}"
        output = self.tensor(name, shape)
        self.operators.append((name, type_, inputs, output, kernel, stride, pad, macs, axis))
        return output

    def linear(self, x, channels, kernel=1, stride=1, pad=None):
        pad = kernel // 2 if pad is None else pad
        _, height, width, depth = self.shape(x)
        name = f"conv_2d{len(self.operators)}"
        weights = self.tensor(name + "/weights", (channels, kernel, kernel, depth), "weight")
        bias = self.tensor(name + "/bias", (channels,), "bias", "int32")
        rows, columns = ((size + 2 * pad - kernel) // stride + 1 for size in (height, width))
        macs = rows * columns * channels * kernel * kernel * depth
        shape = (1, rows, columns, channels)
        return self.op("conv_2d", [x, weights, bias], shape, kernel, stride, pad, macs)

    def conv(self, x, channels, kernel=1, stride=1, pad=None):
        y = self.linear(x, channels, kernel, stride, pad)
        sigmoid = self.op("logistic", [y], self.shape(y))
        return self.op("mul", [y, sigmoid], self.shape(y))

    def concat(self, *parts):
        _, height, width, _ = self.shape(parts[0])
        channels = sum(self.shape(part)[3] for part in parts)
        return self.op("concatenation", list(parts), (1, height, width, channels), axis=3)

    def c3(self, x, channels, repeats, shortcut=True):
        a, b = self.conv(x, channels // 2), self.conv(x, channels // 2)
        for _ in range(repeats):
            y = self.conv(self.conv(a, channels // 2), channels // 2, 3)
            a = self.op("add", [a, y], self.shape(a)) if shortcut else y
        return self.conv(self.concat(a, b), channels)

    def upsampled(self, x):
        _, height, width, channels = self.shape(x)
        size = self.tensor(f"size{len(self.operators)}", (2,), "constant", "int32")
        return self.op("resize_nearest_neighbor", [x, size], (1, 2 * height, 2 * width, channels))

    def write(self, name, inputs, outputs, file):
        words = lambda numbers: " ".join(map(str, numbers))
        file.write("record,index,name,type,kind,shape,inputs,outputs,kernel,stride,padding,pad,"
                   "macs,axis\n")
        file.write(f"network,,{name},,,,{words(inputs)},{words(outputs)},,,,,,\n")
        for i, (tensor, type_, kind, shape) in enumerate(self.tensors):
            file.write(f"tensor,{i},{tensor},{type_},{kind},{'x'.join(map(str, shape))}" +
                       "," * 8 + "\n")
        for i, (op, type_, ins, out, kernel, stride, pad, macs, axis) in enumerate(self.operators):
            file.write(f"operator,{i},{op},{type_},,,{words(ins)},{out},{kernel}x{kernel},"
                       f"{stride}x{stride},given,{pad}x{pad}x{pad}x{pad},{macs},{axis}\n")


def yolov5n(side):
    net = Builder()
    image = net.tensor("image", (1, side, side, 3))
    x = net.c3(net.conv(net.conv(image, 16, 6, 2, 2), 32, 3, 2), 32, 1)
    p3 = net.c3(net.conv(x, 64, 3, 2), 64, 2)
    p4 = net.c3(net.conv(p3, 128, 3, 2), 128, 3)
    x = net.conv(net.c3(net.conv(p4, 256, 3, 2), 256, 1), 128)
    pools = [x]
    for _ in range(3):
        pools.append(net.op("max_pool_2d", [pools[-1]], net.shape(x), 5, 1, 2))
    h5 = net.conv(net.conv(net.concat(*pools), 256), 128)
    h4 = net.conv(net.c3(net.concat(net.upsampled(h5), p4), 128, 1, False), 64)
    o3 = net.c3(net.concat(net.upsampled(h4), p3), 64, 1, False)
    o4 = net.c3(net.concat(net.conv(o3, 64, 3, 2), h4), 128, 1, False)
    o5 = net.c3(net.concat(net.conv(o4, 128, 3, 2), h5), 256, 1, False)
    outputs = [net.linear(x, 255) for x in (o3, o4, o5)]
    net.write(f"yolov5n_{side}", [image], outputs, sys.stdout)


if __name__ == "__main__":
    yolov5n(int(sys.argv[1]) if len(sys.argv) > 1 else 416)
