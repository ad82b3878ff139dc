// Builds the objects of a scene entity: the primitives of Foxglove's SceneEntity.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, Color, ConeGeometry, CylinderGeometry, DoubleSide, Group, Line, LineBasicMaterial,
  LineLoop, LineSegments, Mesh, MeshStandardMaterial, SphereGeometry, Sprite, SpriteMaterial, SRGBColorSpace,
} from "three";
import { loadModel } from "./models.js";

const ghostOpacity = 0.28;
const mostVertices = 2_000_000; // of one primitive: a hostile message must not exhaust the memory

// entityObject returns the object of a decoded SceneEntity. A ghost is translucent. changed is called
// when a mesh that takes time has been loaded.
export function entityObject(entity, ghost, changed) {
  const group = new Group();
  const add = (object, pose) => { place(object, pose); group.add(object); };
  for (const a of entity.arrows ?? []) add(arrow(a, ghost), a.pose);
  for (const c of entity.cubes ?? []) add(solid(new BoxGeometry(1, 1, 1), c.color, ghost, c.size), c.pose);
  for (const s of entity.spheres ?? []) add(solid(sphere(s.size), s.color, ghost, s.size), s.pose);
  for (const c of entity.cylinders ?? []) add(solid(cylinder(c.bottom_scale, c.top_scale, c.size), c.color, ghost, c.size), c.pose);
  for (const l of entity.lines ?? []) if (l.points.length <= mostVertices) add(line(l, ghost), l.pose);
  for (const t of entity.triangles ?? []) if (t.points.length <= mostVertices) add(triangles(t, ghost), t.pose);
  for (const t of entity.texts ?? []) add(label(t), t.pose);
  for (const m of entity.models ?? []) {
    const holder = new Group();
    add(holder, m.pose);
    if (m.scale) holder.scale.set(m.scale.x, m.scale.y, m.scale.z);
    loadModel(m).then((mesh) => {
      mesh.traverse((part) => {
        if (!part.isMesh) return;
        const own = [part.material].flat()[0]?.color;
        const colour = m.override_color || !own ? m.color : { r: own.r, g: own.g, b: own.b, a: 1, linear: true };
        part.material = material(colour, ghost);
        if (part.geometry.attributes.normal === undefined) part.geometry.computeVertexNormals();
      });
      holder.add(mesh);
      changed();
    }, () => { holder.add(solid(new BoxGeometry(1, 1, 1), { r: 0.8, g: 0.2, b: 0.2, a: 0.5 }, ghost, { x: 0.05, y: 0.05, z: 0.05 })); changed(); });
  }
  return group;
}

// dispose frees what an object holds on the graphics card.
export function dispose(object) {
  object.traverse((part) => {
    part.geometry?.dispose();
    for (const m of [part.material].flat()) {
      m?.map?.dispose();
      m?.dispose();
    }
  });
}

function place(object, pose) {
  const p = pose?.position, q = pose?.orientation;
  if (p) object.position.set(p.x, p.y, p.z);
  if (q && Math.hypot(q.x, q.y, q.z, q.w) > 0.5) object.quaternion.set(q.x, q.y, q.z, q.w).normalize();
}

function material(colour, ghost, more = {}) {
  const { r, g, b, a, linear } = colour ?? { r: 0.6, g: 0.65, b: 0.7, a: 1 };
  const opacity = ghost ? Math.min(a, ghostOpacity) : a;
  const tone = linear ? new Color(r, g, b) : new Color().setRGB(r, g, b, SRGBColorSpace);
  return new MeshStandardMaterial({
    color: ghost ? tone.lerp(new Color(0x56b4e9), 0.6) : tone,
    roughness: 0.62, metalness: 0.08, opacity, transparent: opacity < 1, depthWrite: opacity >= 1, side: DoubleSide,
    forceSinglePass: true, // three draws what is translucent and has two sides twice otherwise
    polygonOffset: ghost, polygonOffsetFactor: 2, polygonOffsetUnits: 2, // a ghost on its estimate stays behind it
    ...more,
  });
}

function solid(geometry, colour, ghost, size) {
  const mesh = new Mesh(geometry, material(colour, ghost));
  if (size) mesh.scale.set(size.x || 1e-6, size.y || 1e-6, size.z || 1e-6);
  return mesh;
}

// small are the shapes that get half the corners, m: a robot without geometry is drawn as a hundred
// of them, and a computer without a graphics card takes long for each corner.
const small = 0.1;

function corners(size, most) { return Math.max(size?.x ?? 1, size?.y ?? 1) < small ? most / 2 : most; }

function sphere(size) { return new SphereGeometry(0.5, corners(size, 24), corners(size, 16)); }

// cylinder returns a cylinder of diameter and height 1 around z; three's own stands around y.
function cylinder(bottom, top, size) {
  const geometry = new CylinderGeometry(0.5 * (top ?? 1), 0.5 * (bottom ?? 1), 1, corners(size, 28));
  geometry.rotateX(Math.PI / 2);
  return geometry;
}

// arrow returns an arrow along x, as Foxglove draws it.
function arrow(a, ghost) {
  const group = new Group();
  const shaft = new CylinderGeometry(a.shaft_diameter / 2, a.shaft_diameter / 2, a.shaft_length, 16);
  shaft.rotateZ(-Math.PI / 2).translate(a.shaft_length / 2, 0, 0);
  const head = new ConeGeometry(a.head_diameter / 2, a.head_length, 20);
  head.rotateZ(-Math.PI / 2).translate(a.shaft_length + a.head_length / 2, 0, 0);
  group.add(new Mesh(shaft, material(a.color, ghost)), new Mesh(head, material(a.color, ghost)));
  return group;
}

const lineKinds = { line_strip: Line, line_loop: LineLoop, line_list: LineSegments };

function line(l, ghost) {
  const geometry = points(l);
  const kind = lineKinds[l.type] ?? Line;
  return new kind(geometry, new LineBasicMaterial({ vertexColors: l.colors.length > 0, color: l.colors.length > 0 ? 0xffffff : colourOf(l.color), transparent: ghost, opacity: ghost ? ghostOpacity : 1 }));
}

function triangles(t, ghost) {
  const geometry = points(t);
  geometry.computeVertexNormals();
  return new Mesh(geometry, material(t.color, ghost, t.colors.length > 0 ? { vertexColors: true, color: 0xffffff } : {}));
}

function points({ points: at, colors, indices }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(at.flatMap((p) => [p.x, p.y, p.z])), 3));
  if (colors.length === at.length && colors.length > 0) geometry.setAttribute("color", new BufferAttribute(Float32Array.from(colors.flatMap((c) => [c.r, c.g, c.b])), 3));
  if (indices.length > 0 && indices.every((i) => i < at.length)) geometry.setIndex(indices);
  return geometry;
}

function colourOf(c) { return c ? new Color().setRGB(c.r, c.g, c.b, SRGBColorSpace) : new Color(0x888888); }

// label returns a text that faces the camera.
function label(t) {
  const canvas = document.createElement("canvas");
  const text = t.text.slice(0, 80);
  const context = canvas.getContext("2d");
  const font = "500 36px system-ui, sans-serif";
  context.font = font;
  canvas.width = Math.ceil(context.measureText(text).width) + 12;
  canvas.height = 48;
  context.font = font;
  context.fillStyle = `#${colourOf(t.color).getHexString()}`;
  context.fillText(text, 6, 36);
  const sprite = new Sprite(new SpriteMaterial({ map: new CanvasTexture(canvas), depthTest: false }));
  const height = t.font_size > 0 && !t.scale_invariant ? t.font_size : 0.06;
  sprite.scale.set((height * canvas.width) / canvas.height, height, 1);
  return sprite;
}
