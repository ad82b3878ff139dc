// Opens the page in chromium: node test/browser.mjs ROBO-ACTORS APPLICATION FOLDER [PART...]
// It runs the application in real time and operates it, plays a recording of it, and opens the page
// of a hostile server. Screenshots go to the folder. It waits for conditions, never for times.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { chromium } from "playwright-core";

const [command, application, folder] = process.argv.slice(2, 5).map((p) => resolve(p));
const chosen = process.argv.slice(5);
const patience = 120_000; // ms until a condition counts as missed: far more than a busy machine needs
const scratch = await mkdtemp(join(tmpdir(), "robo-actors-page-"));
const running = [];
await mkdir(folder, { recursive: true });

// serve starts robo-actors with a view on a free port, and returns its address.
function serve(...args) {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"], cwd: scratch });
  running.push(child);
  return new Promise((found, failed) => {
    let text = "";
    child.stderr.on("data", (data) => {
      text += data;
      const address = text.match(/http:\/\/127\.0\.0\.1:\d+\/\S*/);
      if (address) found(address[0]);
    });
    child.on("exit", (code) => failed(new Error(`robo-actors ${args.join(" ")} ended with ${code} before it served:\n${text}`)));
  });
}

// The loops of the application come before the browser, which draws in software.
const polite = join(scratch, "chromium");
await writeFile(polite, '#!/bin/sh\nexec nice -n 19 chromium "$@"\n');
await chmod(polite, 0o755);
const browser = await chromium.launch({ executablePath: polite, args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });

// openPage returns a new page whose errors fail the test, and so do requests to another host than its own.
async function openPage(colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme });
  page.setDefaultTimeout(patience);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  const hosts = new Set();
  page.on("request", (request) => {
    const { host } = new URL(request.url());
    if (hosts.add(host).size > 1) page.problems.push(`a request to ${host}`);
  });
  page.on("console", (m) => { if (m.type() === "error") page.problems.push(m.text()); });
  return page;
}

const until = (page, condition, argument) => page.waitForFunction(condition, argument, { timeout: patience, polling: 100 });

// pixels returns what the robot's panel shows.
async function pixels(page) { return (await page.locator("#canvas").screenshot()).toString("base64"); }

// difference counts the pixels in which two screenshots differ clearly.
function difference(page, a, b) {
  return page.evaluate(async (pictures) => {
    const data = [];
    for (const picture of pictures) {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (c) => c.charCodeAt(0))]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      data.push(context.getImageData(0, 0, bitmap.width, bitmap.height).data);
    }
    let count = 0;
    for (let i = 0; i < data[0].length; i += 4) if (Math.abs(data[0][i] - data[1][i]) + Math.abs(data[0][i + 1] - data[1][i + 1]) + Math.abs(data[0][i + 2] - data[1][i + 2]) > 60) count++;
    return count;
  }, [a, b]);
}

// untilDifferent waits until the robot's panel differs from a screenshot, and does something meanwhile.
async function untilDifferent(page, from, least, meanwhile = async () => {}) {
  const end = Date.now() + patience;
  for (;;) {
    const now = await pixels(page);
    const count = await difference(page, from, now);
    if (count > least) return now;
    assert.ok(Date.now() < end, `the robot's panel changed in ${count} pixels; expected more than ${least}`);
    await meanwhile();
  }
}

// showsTheRobot checks that the robot's panel changes where the robots are switched off.
async function showsTheRobot(page) {
  await until(page, () => !/waiting/.test(document.getElementById("hint").textContent) && document.querySelectorAll("#robots input").length > 0);
  const boxes = await page.locator("#robots input").all();
  const shown = await pixels(page);
  for (const box of boxes) await box.uncheck();
  await untilDifferent(page, shown, 3000);
  for (const box of boxes) await box.check();
}

// endless returns a copy of the application whose gripper moves to and fro for minutes, and which
// tolerates a busy machine.
async function endless() {
  await cp(dirname(application), join(scratch, "app"), { recursive: true });
  const path = join(scratch, "app", "endless.yaml");
  const last = "            - {time: 12s, position: [2.8, 3.2, 0], yaw: 1.5708}\n";
  const text = await readFile(application, "utf8");
  assert.ok(text.includes(last), `${application} no longer has the last way point that this test extends`);
  let way = last;
  for (let i = 0; i < 60; i++) way += `            - {time: ${15 + 3 * i}s, position: [2.8, ${i % 2 ? 3.2 : 2.4}, ${i % 2 ? 0 : 0.3}], yaw: 1.5708}\n`;
  await writeFile(path, text.replace(last, way).replaceAll("missed: 300", "missed: 100000").replaceAll("max_age: 30ms", "max_age: 250ms"));
  return path;
}

// ranAgain reports whether a joint of each world has stood, and has run after that.
const ranAgain = (page) => page.evaluate(() => ["mobile_base/mobile_front_left", "whole_body/arm_joint_1"].every((key) => {
  const bars = [...document.querySelectorAll(".lane")].find((l) => l.dataset.key === key).querySelectorAll("rect");
  const modes = [...bars].map((bar) => bar.getAttribute("class"));
  const stop = modes.findIndex((m) => m !== "mode-run");
  return stop >= 0 && modes.lastIndexOf("mode-run") > stop;
}));

// consent re-arms what is stopped, by every card of the dialog, and returns the answers. On a busy
// machine joints stop by themselves, and the condition may change between the look and the consent.
async function consent(page) {
  if (!(await page.locator("#rearm").isVisible())) return [];
  const answers = await page.evaluate(async () => {
    document.getElementById("rearm").click();
    const found = [];
    for (const card of document.querySelectorAll("#consent .card")) {
      card.querySelector(".primary").click();
      const text = () => card.querySelector(".answer").textContent;
      while (/asking/.test(text())) await new Promise((next) => setTimeout(next, 20));
      found.push(text());
    }
    return found;
  });
  await page.screenshot({ path: join(folder, "rearm.png") });
  await page.evaluate(() => document.getElementById("consent").close());
  return answers;
}

async function live() {
  const page = await openPage("light");
  const address = await serve("run", await endless(), "--view=127.0.0.1:0", "--control", "--no-record", "--duration", "4m");
  await page.goto(address);
  await until(page, () => document.getElementById("connection").dataset.state === "connected");
  assert.ok(!page.url().includes("token"), "the token has left the address");
  await showsTheRobot(page);
  await untilDifferent(page, await pixels(page), 300, () => consent(page)); // the arm moves
  const points = () => page.evaluate(() => [...document.querySelectorAll(".chart")].map((c) => Number(c.dataset.points ?? 0)));
  await until(page, () => [...document.querySelectorAll(".chart")].length >= 2 && [...document.querySelectorAll(".chart")].every((c) => Number(c.dataset.points) > 20));
  const before = await points();
  await until(page, (least) => [...document.querySelectorAll(".chart")].every((c, i) => Number(c.dataset.points) > least[i]), before);
  await page.click("#add");
  await page.fill("#search", "whole_body/controller.command position");
  await page.locator("#topics .value").first().click();
  await page.click("#add");
  await until(page, (n) => document.querySelectorAll(".chart").length === n + 1 && Number([...document.querySelectorAll(".chart")].at(-1).dataset.points) > 5, before.length);
  await page.click("#tab-wiring");
  await until(page, () => document.querySelectorAll("#graph .actor").length >= 8 && document.querySelector("#graph .coupling") && /late/.test(document.querySelector("#graph .facts").textContent));
  await page.screenshot({ path: join(folder, "live.png") });
  await page.click("#tab-events");
  await page.selectOption("#window", "300");

  await until(page, () => !document.getElementById("stop").disabled);
  await page.click("#stop");
  await until(page, () => [...document.querySelectorAll(".lane")].length >= 11 && [...document.querySelectorAll(".lane")].every((l) => !["run", "limited", ""].includes(l.dataset.mode)));
  await until(page, () => /rearm/.test(document.getElementById("banner").textContent));
  await page.screenshot({ path: join(folder, "stopped.png") });

  const answers = [];
  for (const end = Date.now() + patience; !(await ranAgain(page)); ) {
    assert.ok(Date.now() < end, `not re-armed: ${answers.slice(-6).join("; ")}`);
    answers.push(...await consent(page));
    await page.waitForTimeout(100);
  }
  await page.screenshot({ path: join(folder, "rearmed.png") });
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function recording() {
  const file = join(scratch, "run.mcap");
  const made = spawnSync(command, ["sim", application, "--record", file, "--inject", "at 4s panic mobile_base/wheels", "--inject", "at 6s acknowledge mobile_base"], { encoding: "utf8" });
  assert.ok(made.status === 0, `the recording failed:\n${made.stdout}${made.stderr}`);
  const page = await openPage("dark");
  await page.goto(await serve("view", file, "--address", "127.0.0.1:0"));
  await until(page, () => !document.getElementById("player").hidden);
  assert.equal(await page.locator("#stop").isVisible(), false);
  const scrubTo = async (time) => {
    await page.locator("#scrub").fill(String(time));
    await until(page, (t) => Math.abs(Number(document.getElementById("scrub").value) - t) < 0.2 && Math.abs(parseFloat(document.getElementById("clock").textContent) - t) < 0.2, time);
  };
  await page.click("#aim");
  if ((await page.evaluate(() => document.getElementById("player").dataset.status)) === "playing") await page.click("#play");
  await until(page, () => document.getElementById("player").dataset.status !== "playing");
  await scrubTo(1);
  await showsTheRobot(page);
  const early = await pixels(page);
  await scrubTo(5);
  await untilDifferent(page, early, 1000);
  const wheel = (mode) => until(page, (m) => [...document.querySelectorAll(".lane")].find((l) => l.dataset.key === "mobile_base/mobile_front_left")?.dataset.mode === m, mode);
  await wheel("damp");
  await scrubTo(9);
  await wheel("run");
  await scrubTo(2);
  await wheel("run");
  await page.selectOption("#speed", "5");
  await page.click("#play");
  await until(page, () => parseFloat(document.getElementById("clock").textContent) > 6 && document.querySelectorAll(".chart").length > 0 && Number(document.querySelector(".chart").dataset.points) > 10);
  await page.screenshot({ path: join(folder, "recording.png") });
  assert.deepEqual(page.problems, []);
  await page.close();
}

// collada is a square of 2 m whose material wants a picture from elsewhere.
const collada = `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_images><image id="i"><init_from>http://elsewhere.test/x.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON><newparam sid="f"><surface type="2D"><init_from>i</init_from></surface></newparam><newparam sid="s"><sampler2D><source>f</source></sampler2D></newparam>
<technique sid="c"><lambert><diffuse><texture texture="s" texcoord="u"/></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="12">-1 -1 0 1 -1 0 1 1 0 -1 1 0</float_array><technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="2" material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>`;

// hostile opens the page of a server whose every name is markup.
async function hostile() {
  const evil = `<img src=x onerror="window.harmed=1"><script>window.harmed=1</script>`;
  const page = await openPage("light");
  const kinds = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
  await page.route("http://hostile.test/**", async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
    await route.fulfill({ body: await readFile(new URL(`../dist/${name}`, import.meta.url)), contentType: kinds[name.split(".").at(-1)], headers: { "Content-Security-Policy": "default-src 'self'" } });
  });
  const joint = { Joint: evil, Controller: evil, Mode: "damp", Causes: evil, Present: evil, Required: evil, Waiting: evil };
  const model = { media_type: "model/vnd.collada+xml", url: "", data: Buffer.from(collada).toString("base64"), pose: null, scale: { x: 1, y: 1, z: 1 }, color: { r: 0, g: 0, b: 0, a: 1 }, override_color: true };
  const messages = {
    "/application": { name: evil, control: true, faults: true, worlds: [{ name: evil, rate_hz: 1, joints: [{ name: evil, unit: evil }] }], actors: [{ path: `${evil}/${evil}`, kind: evil, world: evil, phase: "control", rate_hz: 1 }], links: [], robots: [] },
    "/status": { now_s: 1, worlds: { [evil]: { Nonce: 1, Incarnation: 1, Joints: [joint] } }, summary: [evil], viewers: { count: 1, dropped: 0 } },
    "/log": { level: "warning", name: evil, message: evil },
    events: { kind: "mode_changed", time_ns: 5e8, source: `${evil}/gate`, joint: evil, from: "run", to: "damp", cause: evil, text: evil },
    "/scene/robots": { deletions: [], entities: [{ id: evil, frame_id: evil, lifetime: 0, metadata: [{ key: "robot", value: evil }, { key: "__proto__", value: evil }], texts: [{ text: evil, font_size: 0.05, color: null, pose: null }], models: [model] }] },
    "/tf": { transforms: [{ parent_frame_id: evil, child_frame_id: evil }, { parent_frame_id: "world", child_frame_id: evil }] },
    [evil]: { [evil]: 1 },
  };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const topics = Object.keys(messages);
    const say = (value) => socket.send(JSON.stringify(value));
    say({ op: "serverInfo", name: evil, capabilities: ["parameters", "services"], metadata: { control: "granted" }, sessionId: evil });
    say({ op: "advertise", channels: topics.map((topic, id) => ({ id, topic, encoding: "json", schemaName: evil, schema: "" })) });
    say({ op: "advertiseServices", services: ["stop", "rearm", "goal", "inject"].map((name, id) => ({ id, name })) });
    say({ op: "parameterValues", parameters: [{ name: evil, value: evil }] });
    say({ op: "status", level: 2, message: evil });
    socket.onMessage((data) => {
      const request = typeof data === "string" ? JSON.parse(data) : {};
      for (const { id, channelId } of request.subscriptions ?? []) {
        const payload = Buffer.from(JSON.stringify(messages[topics[channelId]]));
        const frame = Buffer.alloc(13 + payload.length);
        frame[0] = 1;
        frame.writeUInt32LE(id, 1);
        frame.writeBigUInt64LE(1_000_000_000n, 5);
        frame.set(payload, 13);
        socket.send(frame);
      }
    });
  });
  await page.goto("http://hostile.test/");
  await until(page, () => !document.getElementById("banner").hidden && document.querySelector("#log li") && document.querySelector(".lane"));
  await page.click("#aim");
  await showsTheRobot(page);
  await page.click("#add");
  for (const summary of await page.locator("#topics summary").all()) await summary.click();
  await page.click("#tab-wiring");
  await page.locator(".actor").first().click();
  await page.click("#tab-operate");
  await page.click("#rearm");
  const found = await page.evaluate(() => ({ harmed: window.harmed, images: document.images.length, scripts: document.scripts.length, text: document.body.textContent.split("onerror").length - 1 }));
  assert.deepEqual({ ...found, text: found.text > 10 }, { harmed: undefined, images: 1, scripts: 1, text: true }, "markup in names is shown as text and does nothing");
  await page.screenshot({ path: join(folder, "hostile.png") });
  assert.deepEqual(page.problems, []);
  await page.close();
}

try {
  for (const part of [hostile, live, recording]) {
    if (chosen.length > 0 && !chosen.includes(part.name)) continue;
    const begin = Date.now();
    await part();
    console.log(`${part.name}: passed in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  }
} catch (error) {
  for (const page of browser.contexts().flatMap((c) => c.pages())) {
    await page.screenshot({ path: join(folder, "failed.png") }).catch(() => null);
    console.error(`problems of the page: ${page.problems?.join("; ") || "none"}; see ${join(folder, "failed.png")}`);
  }
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
  for (const child of running) child.kill("SIGTERM");
  await rm(scratch, { recursive: true, force: true });
}
