import assert from "node:assert/strict";
import { test } from "node:test";
import { entityObject } from "../src/entities.js";

const sphere = (x) => ({ size: { x, y: x, z: x }, color: { r: 1, g: 0, b: 0, a: 1 } });

// A robot without geometry is drawn as a hundred small shapes, which took a computer without a
// graphics card a third of a second for each picture.
test("small shapes have few corners, and translucent ones are drawn once", () => {
  const corners = (entity) => entityObject(entity, true, () => {}).children.map((c) => c.geometry.index.count);
  const [little, big] = corners({ spheres: [sphere(0.04), sphere(0.4)] });
  assert.ok(little * 4 <= big, `${little} indices of a small sphere, ${big} of a big one`);
  const [thin, thick] = corners({ cylinders: [{ ...sphere(0.04), bottom_scale: 1, top_scale: 1 }, { ...sphere(0.4), bottom_scale: 1, top_scale: 1 }] });
  assert.ok(thin * 2 <= thick, `${thin} indices of a thin cylinder, ${thick} of a thick one`);
  for (const part of entityObject({ cubes: [sphere(1)] }, true, () => {}).children) assert.ok(part.material.transparent && part.material.forceSinglePass);
});
