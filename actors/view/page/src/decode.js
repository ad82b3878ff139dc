// Decodes messages by the schemas that the server advertises. Values come out as plain objects with
// the field names of the schema: 64-bit integers as numbers, times and durations in seconds, enums
// as lower-case words without the prefix of their type.
import { createFileRegistry, fromBinary, ScalarType } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

const utf8 = new TextDecoder();

// decoderOf returns the function that decodes the messages of a channel.
export function decoderOf(channel) {
  if (channel.encoding === "json") return (data) => JSON.parse(utf8.decode(data));
  const type = typeOf(channel);
  if (type) return (data) => plain(type, fromBinary(type, data));
  return () => null; // an encoding that the page cannot show
}

// typeOf returns the type of the messages of a protobuf channel, undefined for other encodings.
export function typeOf(channel) {
  if (channel.encoding !== "protobuf") return undefined;
  const set = fromBinary(FileDescriptorSetSchema, Uint8Array.from(atob(channel.schema), (c) => c.charCodeAt(0)));
  return createFileRegistry(set).getMessage(channel.schemaName);
}

const secondsTypes = new Set(["google.protobuf.Timestamp", "google.protobuf.Duration"]);

function plain(type, message) {
  if (secondsTypes.has(type.typeName)) return Number(message.seconds) + message.nanos * 1e-9;
  const out = {};
  for (const field of type.fields) out[field.name] = fieldValue(field, field.oneof ? message[field.oneof.localName] : message[field.localName]);
  return out;
}

function fieldValue(field, value) {
  if (field.oneof) value = value.case === field.localName ? value.value : undefined;
  switch (field.fieldKind) {
    case "list":
      if (field.listKind === "message") return value.map((v) => plain(field.message, v));
      if (field.listKind === "enum") return value.map((v) => enumWord(field.enum, v));
      return isLong(field.scalar) ? value.map(Number) : value;
    case "map":
      return value;
    case "message":
      return value === undefined ? null : plain(field.message, value);
    case "enum":
      return enumWord(field.enum, value);
  }
  return isLong(field.scalar) && value !== undefined ? Number(value) : value;
}

function enumWord(type, number) {
  const value = type.value[number];
  if (!value) return String(number);
  const prefix = type.name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase() + "_";
  return (value.name.startsWith(prefix) ? value.name.slice(prefix.length) : value.name).toLowerCase();
}

const longs = new Set([ScalarType.INT64, ScalarType.UINT64, ScalarType.SINT64, ScalarType.FIXED64, ScalarType.SFIXED64]);

function isLong(scalar) { return longs.has(scalar); }
