package kinds_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func standard(t *testing.T) *actors.Registry {
	t.Helper()
	r, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// talkers are the kinds without outputs, and what they do instead.
var talkers = map[string]string{
	"motion_planner": "it answers requests",
}

func TestEveryKindSaysWhatItIs(t *testing.T) {
	all := standard(t).Kinds()
	if len(all) < 9 {
		t.Errorf("there are %d kinds", len(all))
	}
	for _, k := range all {
		if k.Doc == "" || strings.HasSuffix(k.Doc, ".") {
			t.Errorf("%s %s has the doc %q; expected a line without a full stop", k.Role, k.Name, k.Doc)
		}
		checkOptions(t, k.Name, k.Options)
		if k.Role == actors.RoleDriver || k.Role == actors.RolePlant {
			continue
		}
		outputs := 0
		for _, p := range k.Ports {
			if p.Doc == "" {
				t.Errorf("%s: port %s has no doc", k.Name, p.Name)
			}
			if !p.Input {
				outputs++
			}
		}
		if _, talks := talkers[k.Name]; (outputs == 0) != talks {
			t.Errorf("%s has %d outputs; expected some, and none of a kind that is listed to have none", k.Name, outputs)
		}
	}
}

func checkOptions(t *testing.T, path string, options []actors.OptionInfo) {
	t.Helper()
	seen := map[string]bool{}
	for _, o := range options {
		if o.Doc == "" || seen[o.Name] {
			t.Errorf("%s.%s has the doc %q, seen before: %t", path, o.Name, o.Doc, seen[o.Name])
		}
		seen[o.Name] = true
		checkOptions(t, path+"."+o.Name, o.Fields)
	}
}

func TestEveryControllerSendsCommandsForAJointGroup(t *testing.T) {
	for _, k := range standard(t).Kinds() {
		if k.Role != actors.RoleController {
			continue
		}
		var group, command, snapshot bool
		for _, o := range k.Options {
			group = group || o.Name == "joint_group" && o.Required
		}
		for _, p := range k.Ports {
			command = command || p.Name == "command" && !p.Input && p.Type == "Out[github.com/robo-actors/robo-actors/messages.JointCommand]"
			snapshot = snapshot || p.Name == "snapshot" && p.Input
		}
		if !group || !command || !snapshot {
			t.Errorf("%s requires joint_group: %t, sends command: %t, takes snapshot: %t", k.Name, group, command, snapshot)
		}
	}
}

func TestDefaultsAreWithinTheirOwnBounds(t *testing.T) {
	for _, k := range standard(t).Kinds() {
		for _, o := range k.Options {
			if o.Required || o.Type != "number" {
				continue
			}
			var v float64
			if _, err := fmt.Sscan(o.Default, &v); err != nil {
				t.Errorf("%s.%s: the default %q is not a number", k.Name, o.Name, o.Default)
			}
			if o.Min != nil && v < *o.Min || o.Max != nil && v > *o.Max {
				t.Errorf("%s.%s: the default %g is out of its own bounds", k.Name, o.Name, v)
			}
		}
	}
}

func TestStandardMakesANewRegistryEachTime(t *testing.T) {
	r := standard(t)
	if err := actors.Register(r, "constant_twist", actors.RolePlanner, "sends a twist", constantTwist{}); err != nil {
		t.Fatal(err)
	}
	if _, err := standard(t).Kind("constant_twist", actors.RolePlanner); err == nil {
		t.Error("a kind of one registry is in another")
	}
	if err := actors.Register(r, "joint_space", actors.RoleController, "another", constantTwist{}); err == nil {
		t.Error("a kind was registered twice")
	}
}

// constantTwist is a planner of the test.
type constantTwist struct {
	Twist  []float64                         `option:"twist" doc:"vx, vy, omega" required:"true"`
	Target actors.Out[messages.JointCommand] `port:"target" doc:"the twist"`
}

func (c *constantTwist) Configure(s *actors.Setup) error {
	if len(c.Twist) != 3 {
		return errors.New("a twist has three entries")
	}
	s.Size(&c.Target, actors.Sizes{"joints": 1, "positions": 3, "velocities": 3})
	return nil
}

func (c *constantTwist) Tick(t *actors.Tick) error {
	v := c.Target.Loan()
	v.Control[0] = messages.ControlVelocity
	copy(v.Velocity, c.Twist)
	return c.Target.Publish(t)
}

// load makes the system of an application file with the kinds of this module and of the test.
func load(t *testing.T, file string) (*app.Config, *actors.System, *[]messages.Event) {
	t.Helper()
	r := standard(t)
	if err := actors.Register(r, "constant_twist", actors.RolePlanner, "sends a constant twist", constantTwist{}); err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile(file, r)
	if err != nil {
		t.Fatalf("\n%s", err)
	}
	events := &[]messages.Event{}
	sys, err := app.New(c, actors.WithVirtualTime(), actors.WithEvents(func(e messages.Event) { *events = append(*events, e) }))
	if err != nil {
		t.Fatal(err)
	}
	return c, sys, events
}

// positions follows the snapshots of a world.
func positions(t *testing.T, sys *actors.System, world string, n int) []float64 {
	t.Helper()
	q := make([]float64, n)
	if _, err := actors.Tap(sys, world+"/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) { copy(q, s.Position) }); err != nil {
		t.Fatal(err)
	}
	return q
}

func TestAnApplicationOfEveryControllerRuns(t *testing.T) {
	c, sys, events := load(t, "testdata/app.yaml")
	left, right, floor := positions(t, sys, "left_arm", 2), positions(t, sys, "right_arm", 2), positions(t, sys, "floor", 3)
	var truth messages.BodyState
	if _, err := actors.Tap(sys, app.PlantActor+".truth", func(_ messages.Stamp, s *messages.BodyState) { truth = *s }); err != nil {
		t.Fatal(err)
	}
	var model messages.Model
	if _, err := actors.Tap(sys, "floor/model.model", func(_ messages.Stamp, m *messages.Model) { model.Pose = append(model.Pose[:0], m.Pose...) }); err != nil {
		t.Fatal(err)
	}
	if err := sys.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, e := range *events {
		switch e.Kind {
		case messages.EventFailed, messages.EventRefused, messages.EventStale, messages.EventHang:
			t.Errorf("%s", e)
		}
	}
	for _, j := range []struct {
		name      string
		got, want float64
	}{{"left shoulder", left[0], 0.8}, {"left lift", left[1], 0.1}, {"right shoulder", right[0], -1}, {"right lift", right[1], -0.1}} {
		if math.Abs(j.got-j.want) > 0.01 {
			t.Errorf("%s is at %g after %v, want %g", j.name, j.got, c.Duration, j.want)
		}
	}
	for i, axis := range []string{"x", "y"} {
		if math.Abs(truth.Pose.Position[i]-floor[i]) > 0.02 {
			t.Errorf("the base is at %s = %g m, its odometry says %g m", axis, truth.Pose.Position[i], floor[i])
		}
		if math.Abs(model.Pose[0].Position[i]-floor[i]) > 0.02 {
			t.Errorf("the model's %s is %g m, the odometry's %g m", axis, model.Pose[0].Position[i], floor[i])
		}
	}
	if way := math.Hypot(floor[0], floor[1]); way < 1 || floor[2] < 0.8 {
		t.Errorf("the base went %g m and turned %g rad at 0.3 m/s and 0.2 rad/s", way, floor[2])
	}
}

func TestAFormerNameOfAKindLeadsToThePresentOne(t *testing.T) {
	for _, former := range []string{"operational_space", "whole_body_velocity"} {
		_, err := standard(t).Kind(former, actors.RoleController)
		if want := fmt.Sprintf(`type %q is now called "whole_body"`, former); err == nil || err.Error() != want {
			t.Errorf("got %v; expected %s", err, want)
		}
	}
}

func TestAnErrorAboutAFormerNameOfAKindNamesThePresentOne(t *testing.T) {
	dir := t.TempDir()
	text := strings.ReplaceAll(strings.Replace(coupledWorlds, "MODE", "velocity", 1), "type: whole_body", "type: operational_space")
	for file, text := range map[string]string{"robot.urdf.yaml": coupledRobot, "app.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := app.LoadFile(filepath.Join(dir, "app.yaml"), standard(t))
	if err == nil || !strings.Contains(err.Error(), `the type "operational_space" is now called "whole_body"`) {
		t.Errorf("%v; expected the present name", err)
	}
}
