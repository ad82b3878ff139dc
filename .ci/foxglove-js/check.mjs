// Uses a running application through Foxglove's own client: subscribes to every channel and decodes it by the schema that
// the application sends, compares the schemas with Foxglove's, sets a parameter, stops a world and re-arms it.
// Prints what it saw; exits with 1 where anything is wrong.
//
//   node check.mjs OUTPUT
//
// OUTPUT is a file with what robo-actors run --view --control prints: the address with the token.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import protobuf from "protobufjs";
import descriptor from "protobufjs/ext/descriptor/index.js";
import WebSocket from "ws";
import { differences, ours } from "./schemas.mjs";

const { FoxgloveClient } = createRequire(import.meta.url)("@foxglove/ws-protocol");
const patience = 30_000; // ms

const [output] = process.argv.slice(2);
if (!output) {
  console.error("usage: node check.mjs OUTPUT");
  process.exit(1);
}

function check(condition, text) {
  if (!condition) throw new Error(text);
}

// until waits for what must come.
async function until(what, get) {
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
class Viewer {
  channels = new Map(); // by id
  services = new Map(); // by name
  latest = new Map(); // newest value by topic
  counts = new Map(); // messages by topic
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
    on("error", (error) => { throw error; });
    on("serverInfo", (info) => { this.info = info; });
    on("status", (status) => { this.statuses.push(status); });
    on("advertise", (channels) => channels.forEach((c) => this.subscribe(c)));
    on("advertiseServices", (services) => services.forEach((s) => this.services.set(s.name, s)));
    on("message", ({ subscriptionId, data }) => this.receive(subscriptionId, data));
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

  receive(id, data) {
    const { channel, decode } = this.subscriptions.get(id);
    this.latest.set(channel.topic, decode(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
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

const both = ["foxglove.websocket.v1", "foxglove.sdk.v1"]; // what Lichtblick offers

// checkChannels waits for the messages that every application sends. Some outputs send rarely.
async function checkChannels(viewer) {
  await viewer.wait("the announcements", () => viewer.info && viewer.channels.size > 0 && viewer.services.size > 0);
  check(viewer.socket.protocol === "foxglove.sdk.v1", `the server chose ${viewer.socket.protocol}`);
  const topics = [...viewer.channels.values()].map((c) => c.topic);
  const states = topics.filter((t) => t.endsWith("/joint_states") || t.endsWith("/joint_commands"));
  check(states.length > 0, "there is no channel of joint states");
  for (const topic of ["/tf", "/scene/robots", "/application", "/status", "health", ...states]) {
    check(topics.includes(topic), `there is no channel ${topic}`);
    await viewer.wait(`a message of ${topic}`, () => viewer.counts.has(topic));
  }
  const frames = new Set(viewer.latest.get("/tf").transforms.map((t) => t.childFrameId));
  const entities = viewer.latest.get("/scene/robots").entities;
  check(entities.length > 0 && entities.every((e) => frames.has(e.frameId)), "an entity of /scene/robots is in a frame that /tf does not have");
}

async function checkGraph(viewer) {
  viewer.client.subscribeConnectionGraph();
  const graph = await viewer.wait("the connection graph", () => viewer.graph);
  check(graph.publishedTopics.length > 0 && graph.subscribedTopics.length > 0, "the connection graph is empty");
}

// checkParameter sets the first number, or list of numbers, to another value and back.
async function checkParameter(viewer) {
  viewer.client.getParameters([], "all");
  await viewer.wait("the parameters", () => viewer.parametersId === "all");
  const numbers = (p) => [p.value].flat().every((v) => typeof v === "number" && v > 0);
  const parameter = [...viewer.parameters.values()].find(numbers);
  check(parameter, `no parameter is a positive number: ${[...viewer.parameters.keys()].join(", ")}`);
  const larger = Array.isArray(parameter.value) ? parameter.value.map((v) => v * 1.25) : parameter.value * 1.25;
  for (const value of [larger, parameter.value]) {
    const id = `set to ${value}`;
    viewer.client.setParameters([{ ...parameter, value }], id);
    await viewer.wait(`parameter ${parameter.name}, ${id}`, () => viewer.parametersId === id);
    const now = viewer.parameters.get(parameter.name)?.value;
    check(String(now) === String(value), `${parameter.name} was ${id} and is ${now}: ${JSON.stringify(viewer.statuses.at(-1))}`);
  }
  return parameter.name;
}

// rearm re-arms a world until it runs. A busy machine may stop joints again.
async function rearm(viewer, world, runs) {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(200)) {
    const seen = await viewer.call("gate", { world });
    check(!seen.error, `gate: ${seen.error}`);
    if (seen.value.Joints.every((j) => j.Mode === "run")) return viewer.wait(`${world} in mode run`, runs);
    await viewer.call("rearm", { world, way: "acknowledge", seen: { nonce: seen.value.Nonce, incarnation: seen.value.Incarnation } });
  }
  throw new Error(`${world} does not run ${patience / 1000} s after the first re-arm`);
}

// checkStop stops a world and re-arms it.
async function checkStop(viewer) {
  const world = viewer.latest.get("/application").worlds.at(-1).name;
  const runs = () => viewer.latest.get("/status").worlds[world].Joints.every((j) => j.Mode === "run");
  await rearm(viewer, world, runs);
  const stopped = await viewer.call("stop", { world });
  check(!stopped.error, `stop: ${stopped.error}`);
  await viewer.wait(`${world} stopped`, () => !runs());
  const blind = await viewer.call("rearm", { world, way: "acknowledge" });
  check(blind.error, "a re-arm passed that does not say what its operator has seen");
  await rearm(viewer, world, runs);
  await viewer.wait("the events of the stop", () => viewer.counts.has("events") && viewer.counts.has("/log"));
  return world;
}

// checkGuest checks that a viewer without the token cannot operate.
async function checkGuest() {
  const guest = new Viewer(address, ["foxglove.websocket.v1"]);
  await guest.wait("the status", () => guest.latest.has("/status") && guest.services.has("stop"));
  const world = guest.latest.get("/application").worlds[0].name;
  const answer = await guest.call("stop", { world });
  check(answer.error?.includes("token"), `a guest's stop was answered by ${JSON.stringify(answer)}`);
  guest.client.getParameters([], "all");
  await guest.wait("the parameters", () => guest.parametersId === "all");
  const before = guest.statuses.length;
  guest.client.setParameters([...guest.parameters.values()].slice(0, 1), "try");
  await guest.wait("the refusal of a parameter", () => guest.statuses.slice(before).some((s) => s.level === 2));
  guest.close();
}

const [, host, token] = await until(`an address in ${output}`, () => existsSync(output) && /http:\/\/(\S+\/)#token=(\S+)/.exec(readFileSync(output, "utf8")));
const address = `ws://${host}ws`;

const { found, types } = differences(await ours(new URL("../../internal/foxglove/schemas/foxglove", import.meta.url).pathname));
check(found.length === 0, `our sources are not Foxglove's: ${found.join("; ")}`);
console.log(`${types.length} types have the names, numbers and types of @foxglove/schemas`);

await checkGuest();
console.log("a viewer without the token sees everything and operates nothing");

const operator = new Viewer(`${address}?token=${token}`, both);
await checkChannels(operator);
await checkGraph(operator);
console.log(`parameter ${await checkParameter(operator)} was set and set back`);
console.log(`world ${await checkStop(operator)} was stopped and re-armed`);
const schemas = new Set([...operator.channels.values()].map((c) => c.schemaName));
const silent = [...operator.channels.values()].map((c) => c.topic).filter((t) => !operator.counts.has(t));
if (silent.length > 0) console.log(`these channels, whose schemas load, sent nothing so far: ${silent.join(", ")}`);
const total = [...operator.counts.values()].reduce((a, b) => a + b, 0);
console.log(`${total} messages of ${operator.counts.size} of ${operator.channels.size} channels and ${schemas.size} schemas were decoded`);
operator.close();
