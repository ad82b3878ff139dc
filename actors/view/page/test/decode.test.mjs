import assert from "node:assert/strict";
import { test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema, file_google_protobuf_timestamp as timestamps } from "@bufbuild/protobuf/wkt";
import { decoderOf, typeOf } from "../src/decode.js";
import { pathsOfType } from "../src/values.js";

const field = (name, number, type, more = {}) => ({ name, number, type, label: 1, ...more });
const repeated = { label: 3 };

// channel returns a channel with a schema of its own, as a server advertises it.
function channel() {
  const file = create(FileDescriptorProtoSchema, {
    name: "test.proto", package: "test", syntax: "proto3", dependency: ["google/protobuf/timestamp.proto"],
    enumType: [{ name: "EventKind", value: [{ name: "EVENT_KIND_NOTE", number: 0 }, { name: "EVENT_KIND_MODE_CHANGED", number: 6 }] }],
    messageType: [
      { name: "Joint", field: [field("name", 1, 9), field("position", 2, 1)] },
      { name: "Report", field: [field("time_ns", 1, 16), field("kind", 2, 14, { typeName: ".test.EventKind" }), field("joints", 3, 11, { typeName: ".test.Joint", ...repeated }),
        field("at", 4, 11, { typeName: ".google.protobuf.Timestamp" }), field("ticks", 5, 4, repeated), field("data", 6, 12)] },
    ],
  });
  const set = create(FileDescriptorSetSchema, { file: [timestamps.proto, file] });
  return { encoding: "protobuf", schemaName: "test.Report", schema: Buffer.from(toBinary(FileDescriptorSetSchema, set)).toString("base64") };
}

test("a message is decoded by the schema of its channel", () => {
  const c = channel();
  const type = typeOf(c);
  const data = toBinary(type, create(type, { timeNs: 4_000_000_000n, kind: 6, joints: [{ name: "elbow", position: 0.5 }], at: { seconds: 2n, nanos: 500_000_000 }, ticks: [7n] }));
  const got = decoderOf(c)(data);
  assert.deepEqual({ ...got, data: got.data.length }, { time_ns: 4e9, kind: "mode_changed", joints: [{ name: "elbow", position: 0.5 }], at: 2.5, ticks: [7], data: 0 });
  assert.throws(() => decoderOf(c)(Uint8Array.from([0xff])));
});

test("the numeric values of a type are known before its first message", () => {
  assert.deepEqual(pathsOfType(typeOf(channel())), ["time_ns", "joints[].position", "at", "ticks[]"]);
});

test("an encoding that the page does not know shows nothing", () => {
  assert.equal(decoderOf({ encoding: "cdr", schema: "" })(new Uint8Array(4)), null);
});
