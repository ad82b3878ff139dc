package app

import (
	"reflect"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
)

// allJoints is the word that stands for all joints, in place of a list of joints.
const allJoints = "all"

// isAll reports whether a value is the word all.
func (c cursor) isAll() bool { return isAll(c.Node) }

func isAll(n *strictyaml.Node) bool {
	return n.Kind == strictyaml.Scalar && !n.Quoted && n.Value == allJoints
}

// commandable reports whether a joint belongs to all joints of a joint group: it moves, follows no
// other joint, and somebody moves it.
func commandable(j *worlds.Joint) bool {
	return j.Type != worlds.Fixed && j.Mimic == nil && j.Role != worlds.Passive
}

// drivable reports whether a joint belongs to all joints of drives: those of joint groups that have
// one degree of freedom, and that no other world realises.
func drivable(j *worlds.Joint) bool {
	return commandable(j) && j.Role == worlds.Driven && j.Type.Velocities() == 1
}

// everyJoint returns the names of the joints of a world that a drive can move.
func everyJoint(w *worlds.World) (names []string) {
	for _, j := range w.Joints() {
		if drivable(&j) {
			names = append(names, j.Name)
		}
	}
	return names
}

// allOption is an option with joints for which the file has the word all.
type allOption struct {
	into reflect.Value // a slice of strings
	at   cursor
	path string
}

// takesAll reports whether the word all may stand for a list: one of joints.
func takesAll(name string, t reflect.Type) bool {
	return referentOf(name, "") == jointReferent && t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String
}

// spellOut replaces the word all in options by the joints of the world.
func (o *readOptions) spellOut(w *worlds.World) {
	for _, a := range o.all {
		names := everyJoint(w)
		if len(names) == 0 {
			a.at.refuse("no joint of world "+w.Name()+" has a drive", "a list of joints", "")
		}
		a.into.Set(reflect.ValueOf(names).Convert(a.into.Type()))
		for i := range names {
			o.at[elementPath(a.path, i)] = a.at
		}
	}
}
