import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../src/connection.js";
import { playbackControl, rangeOf, readBinary, serviceCall } from "../src/protocol.js";

const frame = (...bytes) => Uint8Array.from(bytes).buffer;

test("a message has its subscription, its time and its payload", () => {
  const got = readBinary(frame(1, 7, 0, 0, 0, 0, 202, 154, 59, 0, 0, 0, 0, 65, 66));
  assert.deepEqual([got.op, got.subscription, got.time, [...got.data]], ["message", 7, 1_000_000_000n, [65, 66]]);
});

test("a playback state has its status, time and speed", () => {
  const got = readBinary(frame(5, 3, 57, 48, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 1, 2, 0, 0, 0, 105, 100));
  assert.deepEqual([got.status, got.time, got.speed, got.seeked, got.request], ["ended", 12345n, 2, true, "id"]);
});

test("a frame of a newer server is passed over, and a short one is an error", () => {
  assert.equal(readBinary(frame(99, 1)), null);
  assert.throws(() => readBinary(frame(1, 7, 0)), RangeError);
});

// The bytes are those that the project of the protocol states for this request.
test("a request to play with a seek has the layout of the protocol", () => {
  const bytes = [...playbackControl({ play: true, speed: 1, seek: 123_456_789n, request: "some-id" })];
  assert.deepEqual(bytes, [3, 0, 0, 0, 128, 63, 1, 21, 205, 91, 7, 0, 0, 0, 0, 7, 0, 0, 0, ...Buffer.from("some-id")]);
});

test("a service call names its encoding before its arguments", () => {
  const bytes = Buffer.from(serviceCall(5, 9, { world: "arm" }));
  assert.deepEqual([bytes[0], bytes.readUInt32LE(1), bytes.readUInt32LE(5), bytes.readUInt32LE(9), bytes.subarray(13).toString()], [2, 5, 9, 4, 'json{"world":"arm"}']);
});

test("a live run has no range", () => {
  assert.equal(rangeOf({ name: "live" }), null);
  assert.deepEqual(rangeOf({ dataStartTime: { sec: 1, nsec: 5 }, dataEndTime: { sec: 2, nsec: 0 } }), { begin: 1_000_000_005n, end: 2_000_000_000n });
});

// fakeConnection returns a connection over a socket without a network.
function fakeConnection() {
  const sockets = [], messages = [], states = [];
  const on = { state: (s) => states.push(s), info() {}, channels() {}, services() {}, parameters() {}, playback() {}, status: (s) => messages.push(s), message: (topic, time, value) => messages.push([topic, value]) };
  const connection = new Connection("ws://test", on, () => {
    const socket = { readyState: 1, sent: [], send(data) { this.sent.push(typeof data === "string" ? JSON.parse(data) : data); } };
    sockets.push(socket);
    return socket;
  });
  return { connection, sockets, messages, states };
}

const channel = (id, topic) => ({ id, topic, encoding: "json", schemaName: "", schema: "" });
const say = (socket, value) => socket.onmessage({ data: JSON.stringify(value) });

test("a topic that two parts want is subscribed once, and given up when both are done", () => {
  const { connection, sockets: [socket] = [], ...rest } = fakeConnection();
  connection.connect();
  const s = socket ?? connection.socket;
  connection.want("/a");
  connection.want("/a");
  say(s, { op: "advertise", channels: [channel(3, "/a")] });
  assert.deepEqual(s.sent.map((m) => m.op), ["subscribe"]);
  connection.release("/a");
  assert.equal(s.sent.length, 1);
  connection.release("/a");
  assert.deepEqual(s.sent[1], { op: "unsubscribe", subscriptionIds: [s.sent[0].subscriptions[0].id] });
  assert.deepEqual(rest.messages, []);
});

test("after a lost connection the page connects again and subscribes to what it had", async (t) => {
  t.mock.method(globalThis, "setTimeout", (f) => queueMicrotask(f));
  const { connection, sockets, states } = fakeConnection();
  connection.want("/a");
  connection.connect();
  say(sockets[0], { op: "advertise", channels: [channel(3, "/a")] });
  sockets[0].onclose();
  await null;
  assert.equal(sockets.length, 2);
  say(sockets[1], { op: "advertise", channels: [channel(8, "/a")] });
  assert.equal(sockets[1].sent[0].subscriptions[0].channelId, 8);
  assert.deepEqual(states, ["connecting", "disconnected", "reconnecting"]);
});

test("a call fails with the server's text, and when the connection ends", async () => {
  const { connection, sockets } = fakeConnection();
  connection.connect();
  say(sockets[0], { op: "advertiseServices", services: [{ id: 1, name: "rearm" }] });
  const first = connection.call("rearm", {});
  const id = new DataView(sockets[0].sent[0].buffer).getUint32(5, true);
  say(sockets[0], { op: "serviceCallFailure", serviceId: 1, callId: id, message: "the status has changed" });
  await assert.rejects(first, /the status has changed/);
  const second = connection.call("rearm", {});
  connection.reset();
  await assert.rejects(second, /the connection ended/);
  await assert.rejects(connection.call("rearm", {}), /no service "rearm"/);
});

test("a message that does not decode is reported and does no harm", () => {
  const { connection, sockets, messages } = fakeConnection();
  connection.connect();
  connection.want("/a");
  say(sockets[0], { op: "advertise", channels: [channel(3, "/a")] });
  const id = sockets[0].sent[0].subscriptions[0].id;
  const message = (text) => Uint8Array.from([1, id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...Buffer.from(text)]).buffer;
  sockets[0].onmessage({ data: message("{") });
  assert.match(messages[0].message, /^\/a: /);
  sockets[0].onmessage({ data: message('{"x":1}') });
  assert.deepEqual(messages[1], ["/a", { x: 1 }]);
});
