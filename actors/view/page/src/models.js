// Loads the meshes that a SceneUpdate carries: STL, OBJ and COLLADA, from the data in the message.
import { Group, LoadingManager, Mesh, MeshStandardMaterial } from "three";
import { ColladaLoader } from "three/examples/jsm/loaders/ColladaLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { STLLoader } from "three/examples/jsm/loaders/STLLoader.js";

const text = (data) => new TextDecoder().decode(data);

const loaders = {
  stl: (data) => new Mesh(new STLLoader().parse(data.slice().buffer), new MeshStandardMaterial()),
  obj: (data) => new OBJLoader().parse(text(data)),
  collada: (data) => collada(text(data)),
};

const kinds = [[/stl/i, "stl"], [/obj/i, "obj"], [/collada|dae/i, "collada"]];

// kindOf returns stl, obj or collada by the media type, else by the ending of the address.
export function kindOf({ media_type: type, url }) {
  const word = type || url.split(".").at(-1);
  return kinds.find(([pattern]) => pattern.test(word))?.[1];
}

// loadModel returns the object of a ModelPrimitive. The error says what is not supported.
export async function loadModel(model) {
  const load = loaders[kindOf(model)];
  if (!load) throw new Error(`mesh of type "${model.media_type}" is not supported; expected STL, OBJ or COLLADA`);
  if (model.data.length === 0) throw new Error("the mesh has no data");
  return load(typeof model.data === "string" ? Uint8Array.from(atob(model.data), (c) => c.charCodeAt(0)) : model.data); // JSON has base64
}

// collada reads a COLLADA file with its unit. The axes of the file are those of the link, as in
// RViz, whatever its up_axis says. Pictures are not loaded: they are files of another place.
function collada(data) {
  const nothing = new LoadingManager();
  nothing.setURLModifier(() => "");
  const { scene } = new ColladaLoader(nothing).parse(data, "");
  scene.rotation.set(0, 0, 0); // three turns z-up files into y-up
  const lights = [];
  scene.traverse((part) => { if (part.isLight || part.isCamera) lights.push(part); });
  for (const light of lights) light.removeFromParent();
  const holder = new Group();
  holder.add(scene);
  return holder;
}
