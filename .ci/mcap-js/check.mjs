// Opens a recording with @mcap/core, checks its chunks, and decodes every message of every topic by the protobuf schema
// that the file carries. Prints a line a topic; exits with 1 where anything is wrong or nothing was decoded.
import { open } from "node:fs/promises";
import { McapIndexedReader } from "@mcap/core";
import protobuf from "protobufjs";
import descriptor from "protobufjs/ext/descriptor/index.js";

class FileReadable {
  constructor(handle) { this.handle = handle; }
  async size() { return BigInt((await this.handle.stat()).size); }
  async read(offset, length) {
    const buffer = new Uint8Array(Number(length));
    const { bytesRead } = await this.handle.read(buffer, 0, Number(length), Number(offset));
    if (bytesRead !== Number(length)) throw new Error(`read ${bytesRead} of ${length} bytes at ${offset}`);
    return buffer;
  }
}

const path = process.argv[2];
if (!path) {
  console.error("usage: node check.mjs RECORDING");
  process.exit(1);
}
const handle = await open(path, "r");
const reader = await McapIndexedReader.Initialize({ readable: new FileReadable(handle) });
const types = new Map();
for (const schema of reader.schemasById.values()) {
  if (schema.encoding !== "protobuf") throw new Error(`schema ${schema.name} is ${schema.encoding}, expected protobuf`);
  const set = descriptor.FileDescriptorSet.decode(schema.data);
  types.set(schema.id, protobuf.Root.fromDescriptor(set).lookupType(schema.name));
}
const counts = new Map();
for await (const message of reader.readMessages({ validateCrcs: true })) {
  const channel = reader.channelsById.get(message.channelId);
  const type = types.get(channel.schemaId);
  const value = type.decode(message.data);
  const problem = type.verify(type.toObject(value));
  if (problem) throw new Error(`${channel.topic}: ${problem}`);
  const entry = counts.get(channel.topic) ?? { type: type.fullName.slice(1), messages: 0 };
  entry.messages++;
  counts.set(channel.topic, entry);
}
let total = 0;
for (const [topic, { type, messages }] of counts) {
  console.log(`${topic}: ${messages} ${type}`);
  total += messages;
}
console.log(`${total} messages of ${counts.size} topics and ${types.size} schemas were decoded`);
await handle.close();
process.exit(total > 0 ? 0 : 1);
