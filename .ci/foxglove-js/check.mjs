// Uses a running application through Foxglove's own client: subscribes to every channel and decodes it by the schema that
// the application sends, compares the schemas with Foxglove's, sets a parameter, stops a world and re-arms it.
// Prints what it saw; exits with 1 where anything is wrong.
//
//   node check.mjs OUTPUT
//
// OUTPUT is a file with what robo-actors run --view --control prints: the address with the token.
import { setTimeout as sleep } from "node:timers/promises";
import { differences, ours } from "./schemas.mjs";
import { Viewer, both, check, patience, printed } from "./viewer.mjs";

const { address, token } = await printed(process.argv[2]);

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
