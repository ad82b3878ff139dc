// The room in 3D: the entities of SceneUpdate messages, carried by the frames of /tf. z is up.
import {
  AmbientLight, AxesHelper, Color, DirectionalLight, GridHelper, Group, HemisphereLight, PerspectiveCamera, Raycaster, Scene, SRGBColorSpace,
  Vector2, Vector3, WebGLRenderer, Box3, Object3D,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { dispose, entityObject } from "./entities.js";

Object3D.DEFAULT_UP.set(0, 0, 1);

const mostAims = 20; // poses and meshes of the robots come one after the other
const mostGarbage = 300; // a page in the background draws no picture

export class RoomView {
  // on.pick(frame) is called when the person clicks a link.
  constructor(canvas, on) {
    this.canvas = canvas;
    this.on = on;
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.debug.checkShaderErrors = false; // asking for errors waits for the graphics card
    this.garbage = []; // removed objects, until the next picture: it may use their compiled shaders again
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(40, 1, 0.02, 200);
    this.camera.position.set(2.6, -2.6, 2);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.target.set(0, 0, 0.5);
    this.controls.addEventListener("change", () => this.invalidate());
    this.controls.addEventListener("start", () => { this.aims = mostAims; });
    this.root = new Group();
    this.scene.add(this.root, new AmbientLight(0xffffff, 0.7), new HemisphereLight(0xffffff, 0x8899aa, 1.2));
    const sun = new DirectionalLight(0xffffff, 1.8);
    sun.position.set(3, -4, 8);
    this.scene.add(sun);
    this.frames = new Map(); // frame -> group
    this.entities = new Map(); // topic + id -> {object, expires, robot, kind}
    this.hidden = new Set(); // robots that the person has switched off
    this.robots = new Map(); // robot -> kind
    this.aims = 0; // how often the camera has aimed by itself; then it stays as the person wishes
    this.follow = true;
    this.theme();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    canvas.addEventListener("dblclick", (event) => this.pick(event));
    this.resize();
  }

  // theme takes the colours of the style sheet.
  theme() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => new Color(style.getPropertyValue(name).trim());
    this.scene.background = colour("--room");
    for (const helper of [this.grid, this.axes]) if (helper) { this.scene.remove(helper); helper.dispose(); }
    this.grid = new GridHelper(20, 40, colour("--grid-strong"), colour("--grid"));
    this.grid.rotation.x = Math.PI / 2;
    this.axes = new AxesHelper(0.3);
    this.axes.position.z = 0.002;
    this.scene.add(this.grid, this.axes);
    this.invalidate();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw(); // at once: a new size has cleared the picture
  }

  // invalidate draws before the next picture of the screen.
  invalidate() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.draw();
    });
  }

  draw() {
    this.expire();
    this.renderer.render(this.scene, this.camera);
    for (const object of this.garbage.splice(0)) dispose(object);
  }

  frame(id) {
    if (id === "" || id === "world") return this.root;
    let group = this.frames.get(id);
    if (!group) {
      group = new Group();
      group.visible = false; // until its pose is known
      this.frames.set(id, group);
      this.root.add(group);
    }
    return group;
  }

  // transforms takes a decoded FrameTransforms.
  transforms({ transforms }) {
    for (const t of transforms) {
      const group = this.frame(t.child_frame_id);
      if (group === this.root) continue;
      const parent = this.frame(t.parent_frame_id);
      if (group.parent !== parent && !isWithin(parent, group)) parent.add(group);
      const p = t.translation ?? { x: 0, y: 0, z: 0 }, q = t.rotation ?? { x: 0, y: 0, z: 0, w: 1 };
      group.position.set(p.x, p.y, p.z);
      group.quaternion.set(q.x, q.y, q.z, q.w);
      group.visible = true;
    }
    if (this.aims < mostAims) this.aim();
    else if (this.follow) this.followRobot();
    this.invalidate();
  }

  // update takes a decoded SceneUpdate of a topic; time is that of the message in s.
  update(topic, { deletions, entities }, time) {
    for (const d of deletions) {
      for (const key of this.entities.keys()) {
        if (key.startsWith(`${topic}\n`) && (d.type === "all" || key === `${topic}\n${d.id}`)) this.remove(key);
      }
    }
    for (const entity of entities) {
      const key = `${topic}\n${entity.id}`;
      this.remove(key);
      const facts = Object.fromEntries(entity.metadata.map(({ key: k, value }) => [k, value]));
      const robot = facts.robot ?? "";
      const object = entityObject(entity, facts.kind === "truth", () => this.invalidate());
      object.visible = !this.hidden.has(robot);
      object.userData = { frame: entity.frame_id, robot };
      this.frame(entity.frame_id).add(object);
      this.entities.set(key, { object, robot, expires: entity.lifetime > 0 ? time + entity.lifetime : Infinity });
      if (robot !== "" && !this.robots.has(robot)) {
        this.robots.set(robot, facts.kind ?? "estimate");
        this.on.robots(this.robots);
      }
    }
    this.time = time;
    this.invalidate();
  }

  remove(key) {
    const entity = this.entities.get(key);
    if (!entity) return;
    entity.object.removeFromParent();
    this.garbage.push(entity.object);
    if (this.garbage.length > mostGarbage) dispose(this.garbage.shift());
    this.entities.delete(key);
  }

  expire() { for (const [key, { expires }] of this.entities) if (expires < this.time) this.remove(key); }

  // clear removes what was known, at a new connection or another time of a recording.
  clear() {
    for (const key of [...this.entities.keys()]) this.remove(key);
    for (const group of this.frames.values()) group.removeFromParent();
    this.frames.clear();
    this.robots.clear();
    this.aims = 0;
    this.on.robots(this.robots);
    this.invalidate();
  }

  show(robot, visible) {
    if (visible) this.hidden.delete(robot);
    else this.hidden.add(robot);
    for (const { object, robot: of } of this.entities.values()) if (of === robot) object.visible = visible;
    this.invalidate();
  }

  bounds() {
    const box = new Box3();
    this.scene.updateMatrixWorld();
    for (const { object, robot } of this.entities.values()) if (robot !== "" && object.visible && object.parent?.visible) box.expandByObject(object);
    return box;
  }

  // aim moves the camera so that the robots fill the view.
  aim() {
    const box = this.bounds();
    if (box.isEmpty()) return;
    this.aims++;
    const centre = box.getCenter(new Vector3());
    const reach = Math.max(0.3, box.getSize(new Vector3()).length() / 2);
    const distance = (reach * 1.05) / Math.sin((this.camera.fov / 2) * (Math.PI / 180));
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).add(new Vector3(0.62, -0.66, 0.42).multiplyScalar(distance));
    this.last = centre;
    this.controls.update();
    this.invalidate();
  }

  // followRobot carries the camera along with the robots.
  followRobot() {
    const box = this.bounds();
    if (box.isEmpty()) return;
    const centre = box.getCenter(new Vector3());
    if (this.last) {
      const step = centre.clone().sub(this.last).multiplyScalar(0.2);
      this.controls.target.add(step);
      this.camera.position.add(step);
      this.last.add(step);
      this.controls.update();
    } else this.last = centre;
  }

  pick(event) {
    const at = this.canvas.getBoundingClientRect();
    const pointer = new Vector2(((event.clientX - at.left) / at.width) * 2 - 1, 1 - ((event.clientY - at.top) / at.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(pointer, this.camera);
    let found = ray.intersectObjects([...this.entities.values()].filter((e) => e.object.visible).map((e) => e.object), true)[0]?.object;
    while (found && !found.userData.frame) found = found.parent;
    if (found) this.on.pick(found.userData.frame);
  }
}

function isWithin(object, ancestor) {
  for (let o = object; o; o = o.parent) if (o === ancestor) return true;
  return false;
}
