# SPDX-License-Identifier: Apache-2.0
# The program in a Debian 12 with nothing but what it needs:
#   docker build -t spillway .
#   docker run --rm -v "$PWD:/data" spillway run network.tflite --target ethos-u55-128
FROM debian:12 AS build
COPY scripts/packages.txt /packages.txt
RUN apt-get update -qq && \
    grep -v '^#' /packages.txt | xargs apt-get install -y -qq --no-install-recommends dpkg-dev file
COPY . /source
RUN cmake -S /source -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON \
      -DSPILLWAY_TESTS=OFF -DSPILLWAY_BENCHMARKS=OFF && \
    cmake --build /build && cd /build && cpack -B /packages

FROM debian:12-slim
COPY --from=build /packages/spillway_*.deb /
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends /spillway_*.deb && \
    rm -rf /spillway_*.deb /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["spillway"]
CMD ["help"]
