// The client's side of Foxglove's WebSocket protocol (foxglove.sdk.v1): pure functions that read
// and write its frames. Text frames are JSON with the field op; binary frames begin with an opcode
// and are little endian.

export const subprotocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"];

const utf8 = new TextDecoder();
const bytesOf = (text) => new TextEncoder().encode(text);

const statusNames = ["playing", "paused", "buffering", "ended"];

// readBinary reads a binary frame of the server. It returns null for an unknown opcode, which a
// newer server may send, and throws a RangeError if the frame is too short.
export function readBinary(buffer) {
  const view = new DataView(buffer);
  switch (view.getUint8(0)) {
    case 1:
      return { op: "message", subscription: view.getUint32(1, true), time: view.getBigUint64(5, true), data: new Uint8Array(buffer, 13) };
    case 2:
      return { op: "time", time: view.getBigUint64(1, true) };
    case 3: {
      const length = view.getUint32(9, true);
      return { op: "reply", service: view.getUint32(1, true), call: view.getUint32(5, true), encoding: utf8.decode(new Uint8Array(buffer, 13, length)), data: new Uint8Array(buffer, 13 + length) };
    }
    case 4: {
      const length = view.getUint32(6, true);
      return { op: "asset", request: view.getUint32(1, true), failed: view.getUint8(5) !== 0, error: utf8.decode(new Uint8Array(buffer, 10, length)), data: new Uint8Array(buffer, 10 + length) };
    }
    case 5: {
      const length = view.getUint32(15, true);
      return {
        op: "playback",
        status: statusNames[view.getUint8(1)] ?? "paused",
        time: view.getBigUint64(2, true),
        speed: view.getFloat32(10, true),
        seeked: view.getUint8(14) !== 0,
        request: utf8.decode(new Uint8Array(buffer, 19, length)),
      };
    }
  }
  return null;
}

// serviceCall returns the frame that calls a service with JSON arguments.
export function serviceCall(service, call, argumentsOfCall) {
  const encoding = bytesOf("json");
  const payload = bytesOf(JSON.stringify(argumentsOfCall));
  const frame = new Uint8Array(13 + encoding.length + payload.length);
  const view = new DataView(frame.buffer);
  view.setUint8(0, 2);
  view.setUint32(1, service, true);
  view.setUint32(5, call, true);
  view.setUint32(9, encoding.length, true);
  frame.set(encoding, 13);
  frame.set(payload, 13 + encoding.length);
  return frame;
}

// playbackControl returns the frame that plays or pauses a recording, at a speed, from a time in ns
// (null: from where it is).
export function playbackControl({ play, speed, seek = null, request }) {
  const id = bytesOf(request);
  const frame = new Uint8Array(19 + id.length);
  const view = new DataView(frame.buffer);
  view.setUint8(0, 3);
  view.setUint8(1, play ? 0 : 1);
  view.setFloat32(2, speed, true);
  view.setUint8(6, seek === null ? 0 : 1);
  view.setBigUint64(7, seek ?? 0n, true);
  view.setUint32(15, id.length, true);
  frame.set(id, 19);
  return frame;
}

// rangeOf returns the begin and the end of the recording that serverInfo announces, in ns, or null
// for a live run.
export function rangeOf(serverInfo) {
  const { dataStartTime: begin, dataEndTime: end } = serverInfo;
  if (!begin || !end) return null;
  const ns = (t) => BigInt(t.sec) * 1_000_000_000n + BigInt(t.nsec);
  return { begin: ns(begin), end: ns(end) };
}
