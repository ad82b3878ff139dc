package generate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// file is what the template writes.
type file struct {
	Package, Application string
	Imports              []string // as written in the file
	Unlimited            bool     // some limit is infinite
	Worlds               []world
	Actors               []sender

	names    scope             // of the package
	packages map[string]string // name in the file -> import path
	problems []error
}

type world struct {
	Name, Go, Sizes string
	Hashes          worlds.Hashes
	Joints          []joint
	Groups          []group
}

type joint struct{ Name, Go, Text, Shape, Place, Limit string }

type group struct {
	Name, Go, Method, Table, Layout, Sizes string
	Positions, Velocities                  int
	Joints                                 []groupJoint
	Limits                                 []string
	Commanded                              bool // commands may name one of its joints at least
	Sets                                   []setter
}

type groupJoint struct {
	Name, Go, Text, Place, WorldPlace, Target string
	Positions, Velocities                     int
	Takes                                     bool
}

type setter struct{ Method, Control, Parameters, Arguments string }

type sender struct {
	Path, Go, Doc string
	Outputs       []address
	Named         bool // the file can name the type of one of them at least
}

type address struct{ Go, Path, Doc, Type, Value string }

// newFile gathers what the template writes. The error has all names that become no Go names.
func newFile(config *app.Config, packageName string, actors []actor) (*file, error) {
	f := &file{Package: packageName, Application: config.Name, names: scope{}, packages: map[string]string{}}
	f.names.reserve("the function", "Check")
	for i := range config.Worlds {
		f.world(&config.Worlds[i])
	}
	f.importOwn()
	for _, a := range actors {
		f.sender(a)
	}
	f.Imports = f.imports()
	return f, errors.Join(f.problems...)
}

// name returns the Go name of what is described, and claims it with each of the suffixes in a
// scope.
func (f *file) name(in scope, name, what string, suffixes ...string) string {
	identifier, err := goName(name)
	if err != nil {
		f.problems = append(f.problems, fmt.Errorf("%s: %w", what, err))
		return ""
	}
	for _, suffix := range suffixes {
		f.claim(in, identifier+suffix, what)
	}
	return identifier
}

func (f *file) claim(in scope, identifier, what string) {
	if err := in.take(identifier, what); err != nil {
		f.problems = append(f.problems, err)
	}
}

func (f *file) world(w *app.World) {
	m := w.Model
	out := world{Name: w.Name, Hashes: m.Hashes(), Sizes: sizes(m.NumJoints(), m.NumPositions(), m.NumVelocities())}
	out.Go = f.name(f.names, w.Name, "world "+w.Name, "State", "StateOf", "Sizes")
	if m.NumJoints() > 0 {
		f.claim(f.names, out.Go+"Limits", "world "+w.Name)
	}
	methods := scope{} // of the state
	for i, j := range m.Joints() {
		s, slot := shapeOf(j.Type), m.Slot(i)
		what := fmt.Sprintf("joint %s of world %s", j.Name, w.Name)
		out.Joints = append(out.Joints, joint{Name: j.Name, Go: f.name(methods, j.Name, what, ""), Text: jointText(&j), Shape: s.name,
			Place: place(i, slot), Limit: limitOf(s, j.Limits)})
		f.Unlimited = f.Unlimited || slices.ContainsFunc(j.Limits, infinite)
	}
	for _, name := range m.GroupNames() {
		g, err := m.Group(name)
		if err != nil {
			f.problems = append(f.problems, err)
			continue
		}
		out.Groups = append(out.Groups, f.group(w, out.Go, g, methods))
	}
	f.Worlds = append(f.Worlds, out)
}

func (f *file) group(w *app.World, worldGo string, g *worlds.JointGroup, methods scope) group {
	what := fmt.Sprintf("joint group %s of world %s", g.Name(), w.Name)
	short := f.name(methods, g.Name(), what, "Group")
	out := group{Name: g.Name(), Go: worldGo + short, Method: short + "Group", Sizes: sizes(g.NumJoints(), g.NumPositions(), g.NumVelocities()),
		Positions: g.NumPositions(), Velocities: g.NumVelocities()}
	for _, suffix := range []string{"State", "Position", "Velocity", "Effort", "Limits", "Sizes"} {
		f.claim(f.names, out.Go+suffix, what)
	}
	out.Table = lowerFirst(out.Go) + "Group"
	takes := messages.ControlPositionVelocityEffort // what all joints take that take anything
	targets := scope{}
	targets.reserve("the method", "Values")
	for _, m := range mixes {
		targets.reserve("the method", m.set)
	}
	var layout []string
	var limits []worlds.Limit
	for i := range g.NumJoints() {
		at := g.WorldJoint(i)
		j, s := w.Model.Joint(at), shapeOf(w.Model.Joint(at).Type)
		slot := g.Slot(i)
		layout = append(layout, fmt.Sprintf("%s (%s)", j.Name, strings.Join(s.units, ", ")))
		limits = append(limits, j.Limits...)
		next := groupJoint{Name: j.Name, Text: jointText(&j), Place: place(i, slot), WorldPlace: place(at, w.Model.Slot(at)),
			Target: targetOf(s, j.Control), Positions: slot.PositionLength, Velocities: slot.VelocityLength, Takes: j.Control != messages.ControlNone}
		if next.Takes {
			takes, out.Commanded = takes&j.Control, true
			next.Go = f.name(targets, j.Name, fmt.Sprintf("joint %s of %s", j.Name, what), "")
		}
		out.Joints = append(out.Joints, next)
	}
	out.Layout = strings.Join(layout, ", ")
	out.Limits = limitArrays(limits)
	if out.Commanded {
		for _, name := range []string{out.Go + "Command", "New" + out.Go + "Command", out.Go + "CommandOf"} {
			f.claim(f.names, name, what)
		}
		out.Sets = settersOf(out.Go, takes)
	}
	return out
}

// settersOf returns the methods that command a whole group whose joints all take these quantities.
func settersOf(group string, takes messages.ControlMode) (all []setter) {
	quantities := messages.ControlQuantities()
	for _, m := range mixes {
		if !takes.Has(m.control) {
			continue
		}
		var parameters []string
		arguments := []string{"nil", "nil", "nil"}
		for i, q := range [3]string{"Position", "Velocity", "Effort"} {
			if m.control.Has(quantities[i]) {
				name := [3]string{"q", "v", "e"}[i]
				parameters = append(parameters, name+" "+group+q)
				arguments[i] = name + "[:]"
			}
		}
		all = append(all, setter{m.set, m.mode, strings.Join(parameters, ", "), strings.Join(arguments, ", ")})
	}
	return all
}

// limitArrays writes limits as the fields of arrays.
func limitArrays(limits []worlds.Limit) (fields []string) {
	for _, field := range []struct {
		name string
		of   func(worlds.Limit) float64
	}{
		{"Lower", func(l worlds.Limit) float64 { return l.Lower }}, {"Upper", func(l worlds.Limit) float64 { return l.Upper }},
		{"Velocity", func(l worlds.Limit) float64 { return l.Velocity }}, {"Acceleration", func(l worlds.Limit) float64 { return l.Acceleration }},
		{"Jerk", func(l worlds.Limit) float64 { return l.Jerk }}, {"Effort", func(l worlds.Limit) float64 { return l.Effort }},
	} {
		var values []string
		for _, l := range limits {
			values = append(values, number(field.of(l)))
		}
		fields = append(fields, fmt.Sprintf("%-13s [%d]float64{%s}", field.name+":", len(values), strings.Join(values, ", ")))
	}
	return fields
}

func (f *file) sender(a actor) {
	out := sender{Path: a.path, Doc: oneLine(a.doc)}
	// The slash separates as an underscore does.
	out.Go = f.name(f.names, strings.ReplaceAll(a.path, "/", "_"), "actor "+a.path, "")
	fields := scope{}
	for _, o := range a.outputs {
		path := a.path + "." + o.name
		next := address{Go: f.name(fields, o.name, "output "+path, ""), Path: path, Doc: oneLine(o.doc), Type: f.typeName(o.value), Value: o.value.String()}
		out.Outputs, out.Named = append(out.Outputs, next), out.Named || next.Type != ""
	}
	f.Actors = append(f.Actors, out)
}
