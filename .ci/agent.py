#!/usr/bin/env python3
"""An agent in Python for a spine, over shared memory. It needs Debian's python3-msgpack and nothing of this project.

    agent.py NAME handshake    start, steps, stop, start again
    agent.py NAME balance      keeps the robot up, at most 0.5 rad of pitch, for --seconds of the spine's time
    agent.py NAME follow       reads --steps observations from the live file, without a request
    agent.py NAME hostile      invalid and malicious messages: the spine rejects or serves each, and serves the next step

It exits with 1 if a check fails, and prints what failed.
"""

import argparse
import math
import mmap
import os
import struct
import sys
import time

import msgpack

NONE, ACTION, START, STOP, ERROR = range(5)
WHEEL_RADIUS = 0.06  # m
LEGS = ("left_hip", "left_knee", "right_hip", "right_knee")
CONFIG = {
    "floor_contact": {"upper_leg_torque_threshold": 10.0},
    "wheel_contact": {
        "cutoff_period": 0.2,
        "liftoff_inertia": 0.001,
        "min_touchdown_acceleration": 2.0,
        "min_touchdown_torque": 0.015,
        "touchdown_inertia": 0.004,
    },
    "wheel_odometry": {"signed_radius": {"left_wheel": WHEEL_RADIUS, "right_wheel": -WHEEL_RADIUS}},
}


class Rejected(Exception):
    """The spine answered a request with Error."""


class Spine:
    """The agent's end of the file: request at 0, size at 4, data at 8."""

    def __init__(self, name, timeout):
        self.path = "/dev/shm/" + name.lstrip("/")
        self.timeout = timeout
        self.wait_for_file()
        with open(self.path, "r+b", buffering=0) as file:
            self.memory = mmap.mmap(file.fileno(), 0)
        if self.request() == ERROR:  # an agent was killed before it took this back
            struct.pack_into("=I", self.memory, 0, NONE)

    def wait_for_file(self):
        end = time.monotonic() + 30.0
        while not os.path.exists(self.path):
            if time.monotonic() > end:
                raise SystemExit(f"{self.path} does not exist: start the spine first")
            time.sleep(0.01)

    def request(self):
        return struct.unpack_from("=I", self.memory, 0)[0]

    def wait(self):
        """Waits until the spine has answered."""
        end = time.perf_counter() + self.timeout
        while (request := self.request()) not in (NONE, ERROR):
            if time.perf_counter() > end:
                raise TimeoutError(f"no answer to request {request} within {self.timeout} s")
        if request == ERROR:
            struct.pack_into("=I", self.memory, 0, NONE)
            raise Rejected

    def write(self, request, data):
        struct.pack_into("=I", self.memory, 4, len(data))
        self.memory[8 : 8 + len(data)] = data
        struct.pack_into("=I", self.memory, 0, request)

    def read(self):
        size = struct.unpack_from("=I", self.memory, 4)[0]
        return msgpack.unpackb(self.memory[8 : 8 + size], raw=False)

    def call(self, request, data):
        """Posts a request with encoded data and returns the observation."""
        self.wait()
        self.write(request, data)
        self.wait()
        return self.read()

    def start(self, config):
        return self.call(START, msgpack.packb(config))

    def step(self, action):
        return self.call(ACTION, msgpack.packb(action))

    def stop(self):
        self.wait()
        struct.pack_into("=I", self.memory, 0, STOP)
        self.wait()


def restart(spine):
    """Stops and starts the spine. A start is rejected while drives have not confirmed their stop."""
    for _ in range(20):
        try:
            spine.stop()
            return spine.start(CONFIG)
        except Rejected:
            time.sleep(0.05)
    raise Rejected


def legs(position=0.0):
    return {name: {"position": position, "velocity": 0.0, "maximum_torque": 16.0} for name in LEGS}


def wheels(velocity):
    """Servo actions for a velocity over the ground, m/s."""
    turn = velocity / WHEEL_RADIUS
    return {
        "left_wheel": {"position": math.nan, "velocity": turn, "maximum_torque": 1.7},
        "right_wheel": {"position": math.nan, "velocity": -turn, "maximum_torque": 1.7},
    }


def balance(spine, seconds):
    """The law of Upkie's wheel balancer: the ground velocity follows pitch and position, and their integral."""
    observation = restart(spine)
    begin, wall, steps, highest, integral = observation["time"], time.monotonic(), 0, 0.0, 0.0
    while observation["time"] - begin < seconds:
        pitch, position = observation["base_orientation"]["pitch"], observation["wheel_odometry"]["position"]
        highest = max(highest, abs(pitch))
        if highest > 0.5:
            raise SystemExit(f"the robot fell after {observation['time'] - begin:.2f} s: pitch {pitch:.2f} rad")
        velocity = 1.8 * pitch + 0.7 * position + integral
        before = observation["time"]
        observation = spine.step({"servo": {**legs(), **wheels(max(-2.0, min(2.0, velocity)))}})
        integral += (20.0 * pitch + 1.6 * position) * (observation["time"] - before)
        steps += 1
    spine.stop()
    took = time.monotonic() - wall
    print(f"balanced for {observation['time'] - begin:.2f} s: {steps} steps in {took:.2f} s, pitch at most {highest:.3f} rad")


def handshake(spine, steps):
    spine.stop()
    try:
        spine.step({})
        raise SystemExit("a step of a spine that is stopped was not rejected")
    except Rejected:
        pass
    for _ in range(2):
        first = restart(spine)
        for name in LEGS + ("left_wheel", "right_wheel"):
            if name not in first["servo"]:
                raise SystemExit(f"the observation has no servo {name}: {sorted(first['servo'])}")
        for _ in range(steps):
            if "servo" not in spine.step({"servo": {**legs(), **wheels(0.0)}}):
                raise SystemExit("an answer to an action is not an observation")
    spine.stop()
    print(f"handshake: 2 starts with {steps} steps each")


def servo(**values):
    return msgpack.packb({"servo": {"left_hip": values}})


def config(**sections):
    return msgpack.packb({**CONFIG, **sections})


def crc32c_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC32C = crc32c_table()


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ CRC32C[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


class Live:
    """A reader of the live file, by the table of its layout in package sharedmemory."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        magic, version, self.state, self.generation, self.process, self.capacity, self.slots = struct.unpack_from("=8sIIQIII", self.memory, 0)
        if (magic, version) != (b"robolive", 1):
            raise SystemExit(f"{path} is not a live file of version 1: {magic}, {version}")

    def newest(self):
        """Returns sequence, stamp and data of the newest observation, None before the first one."""
        for _ in range(1000):
            newest = struct.unpack_from("=Q", self.memory, 40)[0]
            if newest == 0:
                return None
            slot = 64 + newest % self.slots * (32 + self.capacity)
            header = self.memory[slot : slot + 32]
            sequence, stamp, length, checksum = struct.unpack_from("=QqII", header)
            data = self.memory[slot + 32 : slot + 32 + length]
            if sequence == newest and crc32c(header[:20] + data) == checksum:
                return sequence, stamp, data
        raise SystemExit("no slot of the live file has a valid checksum")


def follow(spine, count):
    """Reads observations of the live file while nobody sends requests."""
    live = Live(spine.path + ".live")
    last, stamps, end = 0, [], time.monotonic() + 60.0
    while len(stamps) < count:
        if time.monotonic() > end:
            raise SystemExit(f"{len(stamps)} observations in 60 s, expected {count}")
        newest = live.newest()
        if newest is None or newest[0] == last:
            time.sleep(0.0002)
            continue
        sequence, stamp, data = newest
        observation = msgpack.unpackb(data, raw=False)
        if sequence < last or stamps and stamp <= stamps[-1] or "servo" not in observation:
            raise SystemExit(f"observation {sequence} with stamp {stamp} after {last} with {stamps[-1:]}: {sorted(observation)}")
        last = sequence
        stamps.append(stamp)
    print(f"followed {count} observations of process {live.process}, {(stamps[-1] - stamps[0]) / 1e6:.1f} ms on its clock")


# Messages, each with what may happen to it: "served", "rejected", or either. Whatever happens, the spine serves the next one.
HOSTILE = [
    ("unknown request 7", 7, b"\x80", "rejected"),
    ("request 2^32 - 1", 2**32 - 1, b"\x80", "rejected"),
    ("start of a spine that runs", START, config(), "served"),
    ("maximum_torque 100", ACTION, servo(maximum_torque=100.0), "either"),
    ("maximum_torque -1", ACTION, servo(maximum_torque=-1.0), "either"),
    ("integer for a float", START, config(wheel_contact={**CONFIG["wheel_contact"], "cutoff_period": 1}), "served"),
    ("cutoff_period 0.001", START, config(wheel_contact={**CONFIG["wheel_contact"], "cutoff_period": 0.001}), "either"),
    ("incomplete wheel_contact", START, config(wheel_contact={"cutoff_period": 0.2}), "either"),
    ("empty signed_radius", START, config(wheel_odometry={"signed_radius": {}}), "either"),
    ("string for a number", ACTION, servo(position="high"), "rejected"),
    ("list for a number", ACTION, servo(position=[1.0]), "rejected"),
    ("number for a map", ACTION, msgpack.packb({"servo": 1}), "rejected"),
    ("empty list in a log", ACTION, msgpack.packb({"env": {"log": []}}), "either"),
    ("list of integers in a log", ACTION, msgpack.packb({"env": {"log": [1, 2, 3]}}), "either"),
    ("top level is a list", ACTION, msgpack.packb([1, 2]), "rejected"),
    ("top level is nil", ACTION, b"\xc0", "either"),
    ("no data", ACTION, b"", "rejected"),
    ("truncated message", ACTION, servo(position=1.0)[:-4], "rejected"),
    ("two messages", ACTION, b"\x80\x80", "rejected"),
    ("byte c1", ACTION, b"\xc1", "rejected"),
    ("map of 2^32 - 1 keys", ACTION, b"\xdf\xff\xff\xff\xff", "rejected"),
    ("string of 2^31 bytes", ACTION, b"\x81\xdb\x7f\xff\xff\xff", "rejected"),
    ("100000 nested lists", ACTION, b"\x81\xa3env" + b"\x91" * 100000 + b"\xc0", "rejected"),
    ("20000 keys", ACTION, msgpack.packb({f"key{i}": i for i in range(20000)}), "rejected"),
    ("key that is not UTF-8", ACTION, b"\x81\xa2\xff\xfe\x01", "rejected"),
    ("extension type", ACTION, b"\x81\xa3env\xc7\x01\x05x", "rejected"),
    ("NaN velocity", ACTION, servo(velocity=math.nan), "either"),
    ("NaN maximum_torque", ACTION, servo(maximum_torque=math.nan), "either"),
    ("infinite position", ACTION, servo(position=math.inf), "either"),
    ("kp_scale -5", ACTION, servo(kp_scale=-5.0), "either"),
    ("position 1e300", ACTION, servo(position=1e300), "either"),
    ("unknown joint", ACTION, msgpack.packb({"servo": {"third_arm": {"position": 1.0}}}), "either"),
    ("unknown key", ACTION, msgpack.packb({"wings": [0.5, 0.5]}), "served"),
]


def outcome(spine, request, data, size=None):
    """Posts a message, with a wrong size if one is given, and returns what happened."""
    spine.wait()
    spine.write(NONE, data)
    struct.pack_into("=I", spine.memory, 4, len(data) if size is None else size)
    struct.pack_into("=I", spine.memory, 0, request)
    try:
        spine.wait()
    except Rejected:
        return "rejected"
    answer = spine.read()
    return "served" if isinstance(answer, dict) and "servo" in answer and "time" in answer else f"answered with {answer!r:.60}"


def hostile(spine):
    """Tries each message, and then a step, which the spine serves."""
    failed, cases = 0, [case + (None,) for case in HOSTILE]
    for size in (len(spine.memory) - 7, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
        cases.append((f"size {size}", ACTION, b"\x81\xdb\x7f\xff\xff\xff", "rejected", size))
        cases.append((f"size {size} at a start", START, b"\x80", "rejected", size))
    restart(spine)
    for name, request, data, expected, size in cases:
        got = outcome(spine, request, data, size)
        try:
            if "servo" not in spine.step({"servo": legs()}):
                got = f"{got}; the next step got no observation"
        except Rejected:
            restart(spine)  # a joint that tripped needs a new start
            got = f"{got}, then a new start"
        right = got.split(",")[0] == expected or expected == "either" and got.split(",")[0] in ("served", "rejected")
        failed += not right
        print(f"{'ok  ' if right else 'FAIL'} {name}: {got}" + ("" if right else f", expected {expected}"))
    for name, attack in (("two agents at once", two_agents), ("file of 0 bytes", truncated(0)), ("file of 8 bytes", truncated(8)),
                         ("file of 4096 bytes", truncated(4096)), ("file removed", removed)):
        spine = attack(spine)
        restart(spine)
        right = "servo" in spine.step({"servo": legs()})
        failed += not right
        print(f"{'ok  ' if right else 'FAIL'} {name}: the spine serves the next step")
    spine.stop()
    print(f"{len(cases) + 5 - failed} passed, {failed} failed")
    if failed:
        sys.exit(1)


def two_agents(spine):
    """Two processes send actions without heed of each other. Either may receive the other's answer."""
    child = os.fork()
    for _ in range(500):
        try:
            spine.step({"servo": legs()})
        except (Rejected, TimeoutError, ValueError, msgpack.UnpackException):
            pass  # the other agent wrote in between
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return Spine(spine.path[len("/dev/shm") :], spine.timeout)


def truncated(size):
    """An attack that truncates the file. Nobody may touch its memory after that."""
    return lambda spine: replaced(spine, lambda: os.truncate(spine.path, size))


def removed(spine):
    """An attack that removes the file."""
    return replaced(spine, lambda: os.unlink(spine.path))


def replaced(spine, attack):
    """Attacks the file, waits until the spine has another one, and opens that."""
    old, end = inode(spine.path), time.monotonic() + spine.timeout
    attack()
    while inode(spine.path) in (old, None):
        if time.monotonic() > end:
            raise SystemExit(f"the spine did not replace {spine.path}")
        time.sleep(0.001)
    return Spine(spine.path[len("/dev/shm") :], spine.timeout)


def inode(path):
    """The number of a file, None while there is no file of that name: the spine removes one before it links the next."""
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="of the shared memory, such as /upkie")
    parser.add_argument("what", choices=["handshake", "balance", "follow", "hostile"])
    parser.add_argument("--seconds", type=float, default=10.0, help="of balance, on the spine's clock")
    parser.add_argument("--steps", type=int, default=1000, help="of the handshake, observations of follow")
    parser.add_argument("--timeout", type=float, default=5.0, help="of each request, s; Upkie's agents have 0.1")
    arguments = parser.parse_args()
    spine = Spine(arguments.name, arguments.timeout)
    if arguments.what == "balance":
        balance(spine, arguments.seconds)
    elif arguments.what == "handshake":
        handshake(spine, arguments.steps)
    elif arguments.what == "follow":
        follow(spine, arguments.steps)
    else:
        hostile(spine)


if __name__ == "__main__":
    main()
