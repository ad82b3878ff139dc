package generate

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"text/template"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

var update = flag.Bool("update", false, "write the golden file anew")

// senders stand for actors: with a type of messages, one of another package of that name, and types
// that nobody can name.
func senders() []actor {
	return []actor{{path: "robot/eye-2", doc: "looks\nabout", outputs: []output{
		{name: "pose", doc: "where it looks", value: reflect.TypeFor[messages.Pose]()},
		{name: "picture.raw", value: reflect.TypeFor[template.Template]()},
		{name: "hidden", value: reflect.TypeFor[output]()},
		{name: "number", value: reflect.TypeFor[float64]()},
		{name: "list", value: reflect.TypeFor[[]float64]()},
	}}}
}

func TestEveryTypeOfJointIsWrittenAsInTheGoldenFile(t *testing.T) {
	got, err := render(everyJoint(t), "robot", senders())
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "every_joint.golden")
	if *update {
		if err := os.WriteFile(golden, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the generated code is not that of %s; read it, and if it is right, run go test ./worlds/generate -update:\n%s", golden, got)
	}
}

func TestTheFirstLineSaysThatTheFileIsGenerated(t *testing.T) {
	got, err := render(everyJoint(t), "robot", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(got, []byte(Mark+"\n")) {
		t.Errorf("the file begins with %.80q", got)
	}
}

// load reads an application file with the standard kinds, and with what stands for the kind of
// examples/custom_actor.
func load(t testing.TB, file string) *app.Config {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	if err := actors.Register(registry, "impedance", actors.RoleController, "stands for the example's", impedance{}); err != nil {
		t.Fatal(err)
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// impedance has the options and ports of the controller that examples/custom_actor defines in its
// program.
type impedance struct {
	Group     string                               `option:"joint_group" doc:"joints to move"`
	Stiffness messages.NewtonMetersPerRadian       `option:"stiffness" doc:"spring"`
	Damping   messages.NewtonMeterSecondsPerRadian `option:"damping" doc:"damper"`
	Speed     messages.RadiansPerSecond            `option:"speed" doc:"of the reference"`
	Goal      []float64                            `option:"goal" unit:"rad" doc:"one angle a joint"`

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot"`
	Model    actors.In[messages.Model]         `port:"model"`
	Command  actors.Out[messages.JointCommand] `port:"command"`
}

func (c *impedance) Configure(s *actors.Setup) error {
	s.Size(&c.Command, actors.Sizes{"joints": len(c.Goal), "positions": len(c.Goal), "velocities": len(c.Goal)})
	return nil
}

func (c *impedance) Tick(*actors.Tick) error { return nil }

func TestTheSameApplicationGivesTheSameBytes(t *testing.T) {
	var first []byte
	for range 5 {
		got, err := Source(load(t, "../../examples/mobile_manipulator/app.yaml"), "robot")
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !bytes.Equal(got, first) {
			t.Fatal("two runs give different files")
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if host, err := os.Hostname(); bytes.Contains(first, []byte(dir)) || err == nil && len(host) > 3 && bytes.Contains(first, []byte(host)) {
		t.Error("the file depends on the machine that it was made on")
	}
}

func TestEveryOutputHasAnAddressWithItsType(t *testing.T) {
	config := load(t, "../../examples/mobile_manipulator/app.yaml")
	source, err := Source(config, "robot")
	if err != nil {
		t.Fatal(err)
	}
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	outputs := 0
	for _, a := range system.Actors() {
		for _, p := range a.Outputs {
			outputs++
			if want := fmt.Sprintf("typed.OutputAt[%s](%q)", p.Type, a.Spec.Name+"."+p.Name); !bytes.Contains(source, []byte(want)) {
				t.Errorf("the file has no %s", want)
			}
		}
	}
	if got := bytes.Count(source, []byte("typed.OutputAt[")); got != outputs || outputs < 15 {
		t.Errorf("%d addresses for %d outputs", got, outputs)
	}
}

func TestANameOfAPackageIsChecked(t *testing.T) {
	for name, want := range map[string]string{
		"func": "is a keyword", "": "is no identifier", "1robot": "is no identifier", "my-robot": "is no identifier", "a/b": "is no identifier",
		"_": "is no identifier", "main": "is that of programs",
	} {
		if _, err := Source(&app.Config{}, name); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), fmt.Sprintf("%q", name)) {
			t.Errorf("package %q: error %v, expected one with %q", name, err, want)
		}
	}
	for _, name := range []string{"robot", "Robot2", "my_robot", "roboter_größe"} {
		if err := checkPackage(name); err != nil {
			t.Errorf("package %q is refused: %v", name, err)
		}
	}
}

func TestAllInvalidNamesAreReportedAtOnce(t *testing.T) {
	for what, c := range map[string]struct {
		change []func(*worlds.Description)
		actors []actor
		want   []string
	}{
		"joints that become one": {[]func(*worlds.Description){renamed("jaw-right", "jaw.left")}, nil,
			[]string{"joint jaw-left of world robot and joint jaw.left of world robot both become JawLeft"}},
		"a joint and a group": {[]func(*worlds.Description){renamed("lift", "gripper_group")}, nil,
			[]string{"joint gripper_group of world robot and joint group gripper of world robot both become GripperGroup"}},
		"a joint and a method of commands": {[]func(*worlds.Description){renamed("lift", "set_position")}, nil,
			[]string{"the method SetPosition and joint set_position of joint group gripper of world robot both become SetPosition"}},
		"a joint that begins with a digit, and one without letters": {[]func(*worlds.Description){renamed("wheel", "1st"), renamed("caster_1", "__")}, nil,
			[]string{`joint 1st of world robot: "1st" becomes no Go name`, `joint __ of world robot: "__" becomes no Go name`}},
		"groups that become one": {[]func(*worlds.Description){func(d *worlds.Description) { d.Groups[1].Name = "Gripper" }}, nil,
			[]string{"joint group gripper of world robot and joint group Gripper of world robot both become RobotGripperState"}},
		"actors that become one": {nil, []actor{{path: "robot/eye"}, {path: "robot/Eye"}},
			[]string{"actor robot/eye and actor robot/Eye both become RobotEye"}},
		"an actor and a type": {nil, []actor{{path: "robot/gripper_state"}},
			[]string{"joint group gripper of world robot and actor robot/gripper_state both become RobotGripperState"}},
		"outputs that become one": {nil, []actor{{path: "robot/eye", outputs: []output{{name: "a_b", value: reflect.TypeFor[messages.Pose]()}, {name: "aB", value: reflect.TypeFor[messages.Pose]()}}}},
			[]string{"output robot/eye.a_b and output robot/eye.aB both become AB"}},
	} {
		_, err := render(everyJoint(t, c.change...), "robot", c.actors)
		for _, want := range append(c.want, `no code for application "every_joint"`) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, expected one with %q", what, err, want)
			}
		}
	}
}

func TestAWorldMayHaveNothingInIt(t *testing.T) {
	w, err := worlds.Build(&worlds.Description{Name: "room", Links: []worlds.Link{{Name: "room"}}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := render(&app.Config{Name: "empty", Worlds: []app.World{{Name: "room", Model: w}}}, "robot", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, without := range []string{"RoomLimits", `"math"`, "robo-actors/worlds\""} {
		if bytes.Contains(got, []byte(without)) {
			t.Errorf("the file of a world without joints has %s", without)
		}
	}
}

func TestPackagesOfOneNameAreDistinguished(t *testing.T) {
	f := &file{packages: map[string]string{}, Worlds: []world{{Groups: []group{{Table: "robotArmGroup"}}}}}
	f.importOwn()
	for _, c := range []struct{ path, name, want string }{
		{"a.org/x", "x", "x"}, {"b.org/x", "x", "x2"}, {"a.org/x", "x", "x"}, {"b.org/x", "x", "x2"}, {"b.org/go-y", "y", "y"},
		{"a.org/messages", "messages", "messages2"}, {"a.org/inf", "inf", "inf2"}, {"a.org/robotArmGroup", "robotArmGroup", "robotArmGroup2"}, {"time", "time", "time"},
	} {
		if got := f.imported(c.path, c.name); got != c.want {
			t.Errorf("%s is called %s, expected %s", c.path, got, c.want)
		}
	}
	got := strings.Join(f.imports(), "\n")
	if want := `"time"

inf2 "a.org/inf"
messages2 "a.org/messages"
robotArmGroup2 "a.org/robotArmGroup"
"a.org/x"
y "b.org/go-y"
x2 "b.org/x"
"` + module + `messages"
"` + module + `worlds/app"
"` + module + `worlds/typed"`; got != want {
		t.Errorf("imports\n%s\nexpected\n%s", got, want)
	}
}
