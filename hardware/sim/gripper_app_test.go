package sim_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const gripperFile = "testdata/gripper/app.yaml"

// loaded reads an application file, for virtual time.
func loaded(file string) (*app.Config, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		return nil, err
	}
	config.Virtual = true
	return config, nil
}

// The application of a gripper whose second finger, and an indicator that follows that one, mimic
// the first: what the world perceives of all joints is what is true, to a count of the encoders,
// and one drive holds a box with two fingers and lifts it.
func TestPerceptionAndTruthOfAMimicGripperAgree(t *testing.T) {
	config, err := loaded(gripperFile)
	if err != nil {
		t.Fatal(err)
	}
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	robot, world := config.Plants[0].Model, config.Worlds[0].Model
	names := []string{"lift", "grip", "grip_right", "opening"}
	slotOf := func(w *worlds.World, joint string) worlds.Slot {
		i, err := w.JointIndex(joint)
		if err != nil {
			t.Fatal(err)
		}
		return w.Slot(i)
	}
	truths := map[messages.Instant][]float64{} // of each instant, joints as in names
	var seen []messages.Snapshot
	tap := func(_ func(), err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	tap(actors.Tap(system, "plant/robot.state", func(s messages.Stamp, x *messages.JointState) {
		var q []float64
		for _, name := range names {
			q = append(q, x.Position[slotOf(robot, name).Position])
		}
		truths[s.Time] = q
	}))
	tap(actors.Tap(system, "arm/perception.snapshot", func(s messages.Stamp, x *messages.Snapshot) {
		copied := messages.Snapshot{Position: append([]float64(nil), x.Position...), Valid: append([]bool(nil), x.Valid...), Time: append([]messages.Instant(nil), x.Time...)}
		seen = append(seen, copied)
	}))
	var contacts []float64
	tap(actors.Tap(system, "plant/robot.contacts", func(_ messages.Stamp, x *messages.Signals) { contacts = append(contacts[:0], x.Value...) }))
	height := 0.0
	tap(actors.Tap(system, "plant/robot.truth", func(_ messages.Stamp, x *messages.BodyState) { height = x.Pose.Position[2] }))
	if reason := system.Run(context.Background()); reason != nil {
		t.Fatal(reason)
	}

	compared := 0
	for _, s := range seen {
		for k, name := range names {
			i, err := world.JointIndex(name)
			if err != nil {
				t.Fatal(err)
			}
			truth, known := truths[s.Time[i]]
			if !s.Valid[i] || !known {
				continue
			}
			compared++
			_, multiplier, _ := world.Reduction().Leader(i)
			if got, want := s.Position[slotOf(world, name).Position], truth[k]; math.Abs(got-want) > 1e-6*math.Abs(multiplier) {
				t.Fatalf("at %s joint %s is perceived at %g, and is at %g", s.Time[i], name, got, want)
			}
		}
	}
	if compared < 5000 {
		t.Errorf("%d positions were compared", compared)
	}
	const signals = 9 // of a set of contacts; the second is the force along y, the eighth the number of points that touch
	left, right, bottom := contacts[1], contacts[signals+1], contacts[2*signals+7]
	if left < 10 || math.Abs(left+right) > 0.01 || bottom != 0 || height < 0.2 {
		t.Errorf("the fingers press with %g and %g N, %g points of the box are on the ground, it is at %g m; expected two equal forces and the box in the air",
			left, right, bottom, height)
	}
}

// A drive, a command and a start of a joint that mimics are refused by the name of its leader.
func TestAFileThatDrivesAMimicJointIsRefused(t *testing.T) {
	for change, want := range map[[2]string]string{
		{"{joints: [grip], stiffness", "{joints: [grip, grip_right], stiffness"}: `joint "grip_right" mimics "grip"`,
		{"joints: [lift, grip],", "joints: [lift, grip, grip_right],"}:           `joint "grip_right" follows joint "grip"`,
		{"fingers: [grip]", "fingers: [opening]"}:                                `joint "opening" of the group follows joint "grip_right"`,
		{"{joint: grip, position: [0.05]}", "{joint: opening, position: [0.1]}"}: `joint "opening" is at 0.1, but it mimics "grip_right": 0 of joint "grip" puts it at 0.5`,
	} {
		config, err := changed(t, change[0], change[1])
		if err == nil {
			_, err = app.New(config)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\n\twant %s", err, want)
		}
	}
}

// A joint of the robot that nothing moves or holds is noted, and nothing else is.
func TestAJointThatNobodyDrivesIsNoted(t *testing.T) {
	robot := &worlds.Description{Name: "robot", Links: []worlds.Link{{Name: "world"}}}
	for _, name := range []string{"driven", "sprung", "latched", "handle", "rolling", "mimic", "passive", "loose"} {
		robot.Links = append(robot.Links, worlds.Link{Name: name + "_link"})
		j := worlds.Joint{Name: name, Type: worlds.Continuous, Parent: "world", Child: name + "_link", Origin: spatial.PoseFromRPY([3]float64{}, [3]float64{}), Axis: [3]float64{0, 0, 1}}
		switch name {
		case "mimic":
			j.Mimic = &worlds.Mimic{Joint: "driven", Multiplier: 1}
		case "passive":
			j.Role = worlds.Passive
		}
		robot.Joints = append(robot.Joints, j)
	}
	w, err := worlds.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	o := &sim.PlantOptions{
		Options: physics.Options{Springs: []physics.SpringOptions{{Joint: "sprung"}}, Latches: []physics.LatchOptions{{Joint: "latched", HandleJoint: "handle"}}, Wheels: []physics.WheelOptions{{Joints: []string{"rolling"}}}},
		Servos:  []servo.Options{{Joints: []string{"driven"}}},
	}
	if got := o.Lint(w); len(got) != 1 || !strings.Contains(got[0], `joint "loose" moves freely: no servo, wheel, spring or latch acts on it`) {
		t.Errorf("the remarks are %q", got)
	}
	config, err := changed(t, "{joints: [grip], stiffness: 3000, rotor_inertia: 0.5, torque_sensor: true}", "{joints: [lift], effort_limit: 100}", "      - {joints: [lift], brake_effort: 200}\n", "")
	if err != nil {
		t.Fatal(err)
	}
	if len(config.Notes) != 1 || !strings.Contains(config.Notes[0].Error(), `plant: joint "grip" moves freely`) {
		t.Errorf("the notes are %v", config.Notes)
	}
}

// A joint that mimics may end the way of its leader, which is noted.
func TestAMimicJointThatEndsTheWayOfItsLeaderIsNoted(t *testing.T) {
	slide := func(name string, lower, upper float64, mimic *worlds.Mimic) worlds.Joint {
		return worlds.Joint{Name: name, Type: worlds.Prismatic, Parent: "world", Child: name + "_link", Origin: spatial.PoseFromRPY([3]float64{}, [3]float64{}),
			Axis: [3]float64{0, 0, 1}, Limits: []worlds.Limit{{Lower: lower, Upper: upper, Velocity: 1, Acceleration: 1, Jerk: 1, Effort: 1}}, Mimic: mimic}
	}
	robot := &worlds.Description{Name: "robot", Links: []worlds.Link{{Name: "world"}, {Name: "leader_link"}, {Name: "fits_link"}, {Name: "short_link"}, {Name: "back_link"}},
		Joints: []worlds.Joint{slide("leader", 0, 0.05, nil), slide("fits", -0.4, 0.1, &worlds.Mimic{Joint: "leader", Multiplier: -10, Offset: 0.1}),
			slide("short", 0, 0.08, &worlds.Mimic{Joint: "leader", Multiplier: 2}), slide("back", -0.04, 0.01, &worlds.Mimic{Joint: "short", Multiplier: -0.5})}}
	w, err := worlds.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	o := &sim.PlantOptions{Servos: []servo.Options{{Joints: []string{"leader"}}}}
	want := []string{
		`joint "back" mimics "short": the limits of joint "leader" move it from -0.05 to 0, but its own limits of -0.04 to 0.01 stop both`,
		`joint "short" mimics "leader": the limits of joint "leader" move it from 0 to 0.1, but its own limits of 0 to 0.08 stop both`,
	}
	if got := o.Lint(w); !slices.Equal(got, want) {
		t.Errorf("the remarks are %q\n\twant %q", got, want)
	}
}

// changed loads the application of the gripper with parts of its text replaced.
func changed(t *testing.T, pairs ...string) (*app.Config, error) {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata/gripper")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "app.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(string(text), pairs[i]) {
			t.Fatalf("the file has no %q", pairs[i])
		}
	}
	if err := os.WriteFile(file, []byte(strings.NewReplacer(pairs...).Replace(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
	return loaded(file)
}
