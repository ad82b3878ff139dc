// Package environment is the room around robots: bodies with shapes, robots with joint values, what
// is attached or grabbed, and which parts may touch.
//
// A [Scene] is the room at one instant. It never changes; an [Edit] makes the next one, which
// shares everything that stays the same:
//
//	scene := environment.New("cell")
//	edit := scene.Edit()
//	can, err := edit.AddBody(environment.BodySpec{Name: "can", Shapes: shapes})
//	scene = edit.Scene()
//
// Objects have unique names and an [ID], which is kept by all later scenes and by clones. A
// [Handle] belongs to one environment; another environment rejects it with a *[HandleError].
//
// A [Space] is the configuration space of a joint group in a scene, for the planners of package
// planning.
//
// Lengths are in m, angles in rad. Poses are those of a frame in the world unless a comment says
// otherwise.
package environment
