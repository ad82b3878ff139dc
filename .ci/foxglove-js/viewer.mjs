// A viewer of Foxglove's protocol on Foxglove's own client, which decodes everything that it gets.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import protobuf from "protobufjs";
import descriptor from "protobufjs/ext/descriptor/index.js";
import WebSocket from "ws";
import { differences } from "./schemas.mjs";

const { FoxgloveClient } = createRequire(import.meta.url)("@foxglove/ws-protocol");
export const patience = 30_000; // ms
export const both = ["foxglove.websocket.v1", "foxglove.sdk.v1"]; // what Lichtblick offers

// printed waits until the output of robo-actors has an address, and returns it with the token, if there is one.
export async function printed(path) {
  if (!path) {
    console.error("expected the path of a file with the output of robo-actors");
    process.exit(1);
  }
  const [, host, token] = await until(`an address in ${path}`, () => existsSync(path) && /http:\/\/([^\s#]+\/)(?:#token=(\S+))?/.exec(readFileSync(path, "utf8")));
  return { address: `ws://${host}ws`, token };
}

export function check(condition, text) {
  if (!condition) throw new Error(text);
}

// until waits for what must come.
export async function until(what, get) {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(20)) {
    const value = get();
    if (value) return value;
  }
  throw new Error(`waited ${patience / 1000} s in vain for ${what}`);
}

// decoder returns a function that decodes messages of a channel and complains about what it cannot read.
function decoder(channel) {
  if (channel.encoding === "json") {
    check(channel.schemaEncoding === "jsonschema" && typeof JSON.parse(channel.schema) === "object", `${channel.topic}: no JSON schema`);
    return (bytes) => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  }
  check(channel.encoding === "protobuf" && channel.schemaEncoding === "protobuf", `${channel.topic}: encoding ${channel.encoding}`);
  const root = protobuf.Root.fromDescriptor(descriptor.FileDescriptorSet.decode(Buffer.from(channel.schema, "base64")));
  const { found } = differences(root);
  check(found.length === 0, `${channel.topic}: the schema that is sent is not Foxglove's: ${found.join("; ")}`);
  const type = root.lookupType(channel.schemaName);
  return (bytes) => {
    const value = type.decode(bytes);
    const problem = type.verify(type.toObject(value));
    check(!problem, `${channel.topic}: ${problem}`);
    return type.toObject(value, { longs: Number });
  };
}

// Viewer is a connection that remembers what the application sent.
export class Viewer {
  channels = new Map(); // by id
  services = new Map(); // by name
  latest = new Map(); // newest value by topic
  counts = new Map(); // messages by topic
  times = new Map(); // of the newest message by topic, ns
  parameters = new Map();
  answers = new Map(); // of calls, by their number
  statuses = [];
  graph = undefined;
  failure = undefined;
  calls = 0;

  constructor(url, protocols) {
    this.socket = new WebSocket(url, protocols);
    this.client = new FoxgloveClient({ ws: this.socket });
    const on = (event, handle) => this.client.on(event, (...values) => {
      try {
        handle(...values);
      } catch (error) {
        this.failure ??= error;
      }
    });
    on("error", (error) => {
      if (!/unrecognized server opcode/i.test(error.message)) throw error; // the state of playback is newer than the client
    });
    on("serverInfo", (info) => { this.info = info; });
    on("status", (status) => { this.statuses.push(status); });
    on("advertise", (channels) => channels.forEach((c) => this.subscribe(c)));
    on("advertiseServices", (services) => services.forEach((s) => this.services.set(s.name, s)));
    on("message", ({ subscriptionId, timestamp, data }) => this.receive(subscriptionId, timestamp, data));
    on("parameterValues", ({ parameters, id }) => { this.parameters = new Map(parameters.map((p) => [p.name, p])); this.parametersId = id; });
    on("connectionGraphUpdate", (graph) => { this.graph = graph; });
    on("serviceCallResponse", (answer) => this.answers.set(answer.callId, { value: JSON.parse(Buffer.from(answer.data.buffer, answer.data.byteOffset, answer.data.byteLength).toString()) }));
    on("serviceCallFailure", (failure) => this.answers.set(failure.callId, { error: failure.message }));
    this.subscriptions = new Map();
  }

  subscribe(channel) {
    for (const other of this.channels.values()) check(other.topic !== channel.topic, `two channels for ${channel.topic}`);
    this.channels.set(channel.id, channel);
    this.subscriptions.set(this.client.subscribe(channel.id), { channel, decode: decoder(channel) });
  }

  receive(id, time, data) {
    const { channel, decode } = this.subscriptions.get(id);
    this.latest.set(channel.topic, decode(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
    this.times.set(channel.topic, time);
    this.counts.set(channel.topic, (this.counts.get(channel.topic) ?? 0) + 1);
  }

  async wait(what, get) {
    return until(what, () => {
      if (this.failure) throw this.failure;
      return get();
    });
  }

  async call(name, request) {
    const service = this.services.get(name);
    check(service, `there is no service ${name}; known: ${[...this.services.keys()].join(", ")}`);
    const callId = ++this.calls;
    const text = Buffer.from(JSON.stringify(request));
    this.client.sendServiceCallRequest({ serviceId: service.id, callId, encoding: "json", data: new DataView(text.buffer, text.byteOffset, text.byteLength) });
    return this.wait(`the answer of ${name}`, () => this.answers.get(callId));
  }

  close() { this.socket.terminate(); }
}
