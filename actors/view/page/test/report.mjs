// Opens the report of a run in chromium: node test/report.mjs REPORT.html SCREENSHOT.png
// The run has a joint that stopped with cause panic. It zooms, hides a curve, points at a mode and
// at an actor, in light and dark, and finds that the page loads nothing else.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [report, screenshot] = process.argv.slice(2, 4).map((p) => resolve(p));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });

// painted waits until the page has drawn.
const painted = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

for (const colorScheme of ["light", "dark"]) {
  const page = await browser.newPage({ viewport: { width: 1340, height: 1000 }, colorScheme });
  page.setDefaultTimeout(120_000);
  const problems = [], requests = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (m) => { if (m.type() === "error") problems.push(m.text()); });
  page.on("request", (r) => requests.push(r.url()));
  await page.goto(pathToFileURL(report).href);

  const chart = page.locator("#drawn figure").nth(1).locator("canvas");
  await chart.scrollIntoViewIfNeeded();
  await painted(page);
  const whole = await chart.screenshot();
  const box = await chart.boundingBox();
  await page.mouse.move(box.x + 150, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 60);
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await painted(page);
  assert.ok(!whole.equals(await chart.screenshot()), "dragging does not zoom");
  await chart.dblclick();
  await page.mouse.move(0, 0);
  await painted(page);
  assert.ok(whole.equals(await chart.screenshot()), "a double click does not show the whole run");

  const name = page.locator("#drawn figure").nth(1).locator(".legend button").first();
  await name.click();
  await page.mouse.move(0, 0);
  await painted(page);
  assert.ok(!whole.equals(await chart.screenshot()), "a click on a name does not hide its curve");
  await name.click();

  const lanes = page.locator("#drawn canvas").first();
  await lanes.scrollIntoViewIfNeeded();
  const { x, y, width } = await lanes.boundingBox();
  let said = "";
  for (let k = 0; k < 60 && !said.includes("(panic)"); k++) {
    await page.mouse.move(x + 56 + (k / 60) * (width - 78), y + 25);
    await painted(page);
    said = await page.locator(".readout").innerText();
  }
  assert.match(said, /damp \(panic\)/, "no lane has the stop");

  await page.locator("#wiring .node").last().hover();
  assert.ok(await page.locator("#wiring .link.near").count() > 0, "the links of an actor do not stand out");
  assert.ok(await page.locator("#wiring .link.between").count() > 0, "no coupling is drawn");
  assert.deepEqual(problems, []);
  assert.equal(requests.length, 1, `the page loads ${requests.slice(1)}`);
  if (colorScheme === "light") await page.screenshot({ path: screenshot, fullPage: true });
  await page.close();
}
await browser.close();
console.log("the report draws, zooms and explains in light and dark, and loads nothing else");
