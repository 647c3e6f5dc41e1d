#!/usr/bin/env python3
"""webcam.py MJPEG_FILE RATE [FRAMES]: a USB webcam for the kernel's driver uvcvideo, made of a file of JPEGs.

The kernel's USB/IP host controller (vhci-hcd) takes one end of a pair of sockets for a device that is plugged in; the
other end answers here. The camera speaks UVC 1.1: one format (MJPEG), one size, bulk transfers, one control
(brightness). After FRAMES frames it is unplugged. For root, with the modules vhci-hcd and uvcvideo.

Sources: USB 2.0, chapter 9; USB Device Class Definition for Video Devices 1.1; Documentation/usb/usbip_protocol.rst.
"""
import collections
import os
import re
import socket
import struct
import sys
import threading
import time

CONTROLLER = "/sys/devices/platform/vhci_hcd.0"
HIGH_SPEED = 3
STALL = -32  # EPIPE: the request is not understood
UNLINKED = -104  # ECONNRESET


def read_pictures(path):
    with open(path, "rb") as file:
        return re.findall(rb"\xff\xd8\xff.*?\xff\xd9(?=\xff\xd8|$)", file.read(), re.S)


def picture_size(picture):
    """Width and height, out of the frame header."""
    at = 2
    while picture[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + struct.unpack_from(">H", picture, at + 2)[0]
    height, width = struct.unpack_from(">HH", picture, at + 5)
    return width, height


def descriptor(layout, *values):
    """A descriptor: its length, then the values."""
    body = struct.pack("<" + layout, *values)
    return bytes([len(body) + 1]) + body


class Descriptors:
    """What the camera says of itself."""

    PAYLOAD = 1 << 17
    CLOCK = 48_000_000

    def __init__(self, width, height, rate):
        self.interval = round(10_000_000 / rate)
        self.frame_bytes = width * height * 2
        terminal = descriptor("BBBHBBHHHB3s", 0x24, 2, 1, 0x0201, 0, 0, 0, 0, 0, 3, bytes(3))
        processing = descriptor("BBBBHB3sB", 0x24, 5, 2, 1, 0, 3, b"\1\0\0", 0)
        output = descriptor("BBBHBBB", 0x24, 3, 3, 0x0101, 0, 2, 0)
        units = terminal + processing + output
        head = descriptor("BBHHIBB", 0x24, 1, 0x0110, 13 + len(units), self.CLOCK, 1, 1)
        frame = descriptor(
            "BBBBHHIIIIBI", 0x24, 7, 1, 0, width, height, 1 << 20, 1 << 27, self.frame_bytes,
            self.interval, 1, self.interval)
        picture = descriptor("BBBBBBBBBB", 0x24, 6, 1, 1, 1, 1, 0, 0, 0, 0)
        colors = descriptor("BBBBB", 0x24, 0x0D, 1, 1, 4)
        formats = picture + frame + colors
        stream = descriptor("BBBHBBBBBBBB", 0x24, 1, 1, 14 + len(formats), 0x81, 0, 3, 0, 0, 0, 1, 0)
        body = (
            descriptor("BBBBBBB", 11, 0, 2, 14, 3, 0, 0)  # the two interfaces belong together
            + descriptor("BBBBBBBB", 4, 0, 0, 0, 14, 1, 0, 0) + head + units  # control
            + descriptor("BBBBBBBB", 4, 1, 0, 1, 14, 2, 0, 0) + stream + formats  # streaming
            + descriptor("BBBHB", 5, 0x81, 2, 512, 0))  # a bulk endpoint
        self.configuration = descriptor("BHBBBBB", 2, 9 + len(body), 2, 1, 0, 0x80, 250) + body
        self.device = descriptor(
            "BHBBBBHHHBBBB", 1, 0x0200, 0xEF, 2, 1, 64, 0x1D6B, 0x0102, 0x0100, 1, 2, 0, 1)

    def text(self, number):
        if number == 0:
            return b"\x04\x03\x09\x04"
        letters = ("Tests" if number == 1 else "Webcam of the tests").encode("utf-16-le")
        return bytes([len(letters) + 2, 3]) + letters

    def probe(self):
        """How a stream is agreed on: the only way there is."""
        return struct.pack(
            "<HBBIHHHHHIIIBBBB", 1, 1, 1, self.interval, 0, 0, 0, 0, 0, self.frame_bytes,
            self.PAYLOAD, self.CLOCK, 3, 1, 1, 1)


class Webcam:
    def __init__(self, path, rate, last):
        self.pictures = read_pictures(path)
        self.says = Descriptors(*picture_size(self.pictures[0]), rate)
        self.rate, self.last = rate, last
        self.brightness = 128
        self.requests = collections.OrderedDict()  # transfers that wait for a picture: number -> bytes
        self.changed = threading.Condition()
        self.sending = threading.Lock()
        self.line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with open(CONTROLLER + "/attach", "w") as attach:
            attach.write(f"0 {other.fileno()} 65537 {HIGH_SPEED}")
        other.close()

    def answer(self, number, status, data=b"", count=None):
        head = struct.pack(">5I", 3, number, 0, 0, 0)
        count = len(data) if count is None else count
        with self.sending:
            self.line.sendall(head + struct.pack(">iIIII8x", status, count, 0, 0xFFFFFFFF, 0) + data)

    def unplug(self):
        print("unplugged", flush=True)
        with open(CONTROLLER + "/detach", "w") as detach:
            detach.write("0")
        os._exit(0)

    def stream(self):
        """Answers a bulk transfer with a whole picture at each tick of the rate."""
        count, due = 0, time.monotonic()
        while True:
            with self.changed:
                while not self.requests:
                    self.changed.wait()
                    due = max(due, time.monotonic())
                number = next(iter(self.requests))
            picture = bytes([2, 0x82 | count & 1]) + self.pictures[count % len(self.pictures)]
            count += 1
            due += 1 / self.rate
            time.sleep(max(0, due - time.monotonic()))
            with self.changed:
                room = self.requests.pop(number, None)
            if room is not None:
                self.answer(number, 0, picture[:room])
            if count == self.last:
                self.unplug()

    def control(self, setup, data):
        """What a control request is answered with; None when it is not understood."""
        kind, request, value, index, _ = struct.unpack("<BBHHH", setup)
        if kind in (0x00, 0x01, 0x02):
            return b""  # configurations, interfaces, halts
        if (kind, request) == (0x80, 0):
            return b"\0\0"
        if (kind, request) == (0x80, 6):
            number = value & 255
            return {1: self.says.device, 2: self.says.configuration, 3: self.says.text(number)}.get(
                value >> 8)
        interface, entity, selector = index & 255, index >> 8, value >> 8
        if interface == 1 and selector in (1, 2):
            if kind == 0x21:
                return b""
            return {0x86: b"\3", 0x85: struct.pack("<H", 34)}.get(request, self.says.probe())
        if (interface, entity, selector) == (0, 2, 2):
            if kind == 0x21:
                self.brightness = struct.unpack("<h", data)[0]
                print(f"brightness {self.brightness}", flush=True)
                return b""
            numbers = {0x81: self.brightness, 0x82: 0, 0x83: 255, 0x84: 1, 0x85: 2, 0x87: 128}
            if request == 0x86:
                return b"\3"
            return struct.pack("<h", numbers[request]) if request in numbers else None
        return None

    def receive(self, count):
        data = b""
        while len(data) < count:
            part = self.line.recv(count - len(data))
            if not part:
                os._exit(0)
            data += part
        return data

    def submitted(self, number, to_host, endpoint, rest):
        length = struct.unpack_from(">Ii", rest)[1]
        data = self.receive(length) if not to_host and length else b""
        if endpoint != 0:
            with self.changed:
                self.requests[number] = length
                self.changed.notify()
            return
        answer = self.control(rest[20:28], data)
        if answer is None:
            self.answer(number, STALL)
        elif to_host:
            self.answer(number, 0, answer[:length])
        else:
            self.answer(number, 0, count=length)

    def unlinked(self, number, rest):
        victim = struct.unpack_from(">I", rest)[0]
        with self.changed:
            found = self.requests.pop(victim, None) is not None
        with self.sending:
            self.line.sendall(
                struct.pack(">5I", 4, number, 0, 0, 0)
                + struct.pack(">i24x", UNLINKED if found else 0))

    def run(self):
        threading.Thread(target=self.stream, daemon=True).start()
        while True:
            command, number, _, direction, endpoint = struct.unpack(">5I", self.receive(20))
            rest = self.receive(28)
            if command == 1:
                self.submitted(number, direction == 1, endpoint, rest)
            else:
                self.unlinked(number, rest)


if __name__ == "__main__":
    Webcam(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0).run()
