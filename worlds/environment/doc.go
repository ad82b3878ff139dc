// Package environment is the room around robots: bodies with shapes, robots with joint values, what
// is attached or grabbed, and which parts may touch.
//
// A [Scene] is the room at one instant. It never changes; an [Edit] makes the next one, which
// shares everything that stays the same:
//
//	edit := environment.New("cell").Edit()
//	can, err := edit.AddBody(environment.BodySpec{Name: "can", Shapes: shapes})
//	scene := edit.Scene()
//
// [Load] reads a scene from YAML, and [Save] writes it. A [Space] is the configuration space of a
// joint group in a scene, for the planners of package planning.
//
// Objects have unique names and an [ID], which all later scenes and clones keep. A [Handle] belongs
// to one environment; any other rejects it with a *[HandleError].
//
// An [Environment] owns the newest scene, and what acts on it: drives, a simulation, views. Its
// clones share what is unchanged, and never reach real drives without the permission of
// [GrantRealDrives]. The [Actor] owns an environment for many writers and readers. In the variant
// [Physics], package hardware/sim/room moves the bodies.
//
// Lengths are in m, angles in rad, in the order of the robot's [worlds.World]. Poses are those of a
// frame in the world unless a comment says otherwise.
//
// # Reading the package
//
//   - A scene: scene.go, robot.go (what objects are made of), edit.go, hold.go, allowed.go,
//     sensor.go, handle.go.
//   - Questions: space.go with checker.go, filter.go with balls.go, and clearance.go,
//     sweep.go; hash.go.
//   - Clones and owners: clone.go, environment.go.
//   - The actor: actor.go, change.go (its messages), options.go, srdf.go.
//   - Files: load.go with loadvalues.go, save.go, meshes.go.
package environment
