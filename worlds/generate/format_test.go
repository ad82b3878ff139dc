package generate

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"reflect"
	"testing"
	"text/template"
	"time"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// checkFormat checks that source is what gofmt makes of it.
func checkFormat(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, what string, source []byte) {
	t.Helper()
	formatted, err := format.Source(source)
	if err != nil {
		t.Fatalf("%s: %v in\n%s", what, err, source)
	}
	if bytes.Equal(formatted, source) {
		return
	}
	have, want := bytes.Split(source, []byte("\n")), bytes.Split(formatted, []byte("\n"))
	for i := range min(len(have), len(want)) {
		if !bytes.Equal(have[i], want[i]) {
			t.Fatalf("%s, line %d: it has\n%s\nand gofmt makes of it\n%s", what, i+1, have[i], want[i])
		}
	}
	t.Fatalf("%s: it has %d lines, and gofmt makes %d of them", what, len(have), len(want))
}

func TestTheCodeOfEveryApplicationIsAsGofmtHasIt(t *testing.T) {
	for _, file := range applications(t) {
		source, err := Source(load(t, file), "robot")
		if err != nil {
			t.Fatal(err)
		}
		checkFormat(t, file, source)
	}
	source, err := render(everyJoint(t), "robot", senders())
	if err != nil {
		t.Fatal(err)
	}
	checkFormat(t, "every joint", source)
}

func TestTheCodeOfDrawnRobotsIsAsGofmtHasIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := &app.Config{Name: drawnName(t, "robot", 0)}
		for i := range rapid.IntRange(0, 3).Draw(t, "worlds") {
			m, err := worlds.Build(drawnWorld(t, drawnName(t, "world", i)))
			if err != nil {
				t.Fatal(err)
			}
			config.Worlds = append(config.Worlds, app.World{Name: m.Name(), Period: time.Millisecond, Model: m})
		}
		source, err := render(config, "robot", drawnSenders(t))
		if err != nil {
			t.Fatal(err)
		}
		checkFormat(t, "a drawn robot", source)
	})
}

// drawnName returns a name that no other number has: short, or longer than a line.
func drawnName(t *rapid.T, what string, number int) string {
	return fmt.Sprintf("%s_n%d", rapid.StringMatching(`[a-z]([a-z_]{0,12}|[a-z_]{60,110})`).Draw(t, what), number)
}

// drawnWorld returns a chain of joints of all sorts, and groups of them.
func drawnWorld(t *rapid.T, name string) *worlds.Description {
	d := &worlds.Description{Name: name, Links: []worlds.Link{{Name: "room"}}}
	parent := "room"
	for i := range rapid.IntRange(0, 6).Draw(t, "joints") {
		j := drawnJoint(t, drawnName(t, "joint", i))
		j.Parent, j.Child, j.Origin = parent, j.Name+"_link", spatial.IdentityPose()
		d.Links, d.Joints, parent = append(d.Links, worlds.Link{Name: j.Child}), append(d.Joints, j), j.Child
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "groups") {
		g := worlds.Group{Name: drawnName(t, "group", i)}
		for _, j := range d.Joints {
			if j.Type != worlds.Fixed && rapid.Bool().Draw(t, "in the group") {
				g.Joints = append(g.Joints, j.Name)
			}
		}
		if len(g.Joints) > 0 {
			d.Groups = append(d.Groups, g)
		}
	}
	return d
}

// drawnJoint returns a joint of a type, with limits for those that must have some.
func drawnJoint(t *rapid.T, name string) worlds.Joint {
	j := worlds.Joint{Name: name, Axis: [3]float64{0, 0, 1},
		Type:    rapid.SampledFrom([]worlds.JointType{worlds.Revolute, worlds.Continuous, worlds.Prismatic, worlds.Planar, worlds.Floating, worlds.Fixed}).Draw(t, "type"),
		Control: rapid.SampledFrom([]messages.ControlMode{messages.ControlNone, messages.ControlPosition, messages.ControlVelocity | messages.ControlEffort, messages.ControlPositionVelocityEffort}).Draw(t, "control")}
	switch j.Type {
	case worlds.Fixed:
		j.Control = messages.ControlNone
	case worlds.Planar, worlds.Floating:
		j.Role = worlds.Virtual
	case worlds.Revolute, worlds.Prismatic:
		amount := rapid.SampledFrom([]float64{1e-9, 0.1, 3, 1e21, math.Inf(1)})
		j.Limits = []worlds.Limit{{Lower: -rapid.Float64Range(0, 3).Draw(t, "lower"), Upper: 1, Velocity: amount.Draw(t, "velocity"), Acceleration: amount.Draw(t, "acceleration"),
			Jerk: amount.Draw(t, "jerk"), Effort: amount.Draw(t, "effort")}}
	}
	return j
}

// drawnSenders returns actors with outputs, some of which a file can name.
func drawnSenders(t *rapid.T) (all []actor) {
	types := rapid.SampledFrom([]reflect.Type{reflect.TypeFor[messages.Pose](), reflect.TypeFor[template.Template](), reflect.TypeFor[[]float64](), reflect.TypeFor[output]()})
	doc := rapid.SampledFrom([]string{"", "where it looks", "- a list\n\n\t# of what it is", "``quoted'' [Name]"})
	for i := range rapid.IntRange(0, 3).Draw(t, "actors") {
		a := actor{path: "eyes/" + drawnName(t, "actor", i), doc: doc.Draw(t, "doc")}
		for k := range rapid.IntRange(1, 4).Draw(t, "outputs") {
			a.outputs = append(a.outputs, output{name: drawnName(t, "output", k), doc: doc.Draw(t, "doc"), value: types.Draw(t, "value")})
		}
		all = append(all, a)
	}
	return all
}
