package worlds

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestJointsStandDepthFirstByName(t *testing.T) {
	w := mustBuild(t, gripperArm())
	wantJoints := []string{"ball_free", "base_planar", "upper_joint", "lower_joint", "finger_l_joint", "finger_r_joint", "wheel_joint"}
	if got := w.JointNames(); !reflect.DeepEqual(got, wantJoints) {
		t.Errorf("joints stand as %q, want %q", got, wantJoints)
	}
	wantBodies := []string{"world", "ball", "base", "upper", "lower", "tool", "finger_l", "finger_r", "wheel"}
	if got := w.BodyNames(); !reflect.DeepEqual(got, wantBodies) {
		t.Errorf("bodies stand as %q, want %q", got, wantBodies)
	}
	for i, name := range wantJoints {
		if at, err := w.JointIndex(name); err != nil || at != i {
			t.Errorf("joint %q is found at %d (%v), want %d", name, at, err, i)
		}
	}
	if body, _ := w.BodyIndex("lower"); w.BodyOfJoint(3) != body {
		t.Errorf("joint lower_joint moves body %d, want %d", w.BodyOfJoint(3), body)
	}
}

func TestEveryJointHasItsPlaceInTheVectors(t *testing.T) {
	w := mustBuild(t, gripperArm())
	want := []Slot{
		{Floating, 0, 7, 0, 6}, {Planar, 7, 3, 6, 3}, {Revolute, 10, 1, 9, 1}, {Revolute, 11, 1, 10, 1},
		{Prismatic, 12, 1, 11, 1}, {Prismatic, 13, 1, 12, 1}, {Continuous, 14, 1, 13, 1},
	}
	for i := range want {
		if got := w.Slot(i); got != want[i] {
			t.Errorf("joint %d is at %+v, want %+v", i, got, want[i])
		}
	}
	if w.NumPositions() != 15 || w.NumVelocities() != 14 || len(w.Limits()) != 14 {
		t.Errorf("nq %d, nv %d, %d limits; want 15, 14, 14", w.NumPositions(), w.NumVelocities(), len(w.Limits()))
	}
	if got := w.Limits()[9]; got.Upper != 2 || got.Velocity != 2 {
		t.Errorf("the limit of upper_joint is %+v", got)
	}
}

func TestTheLayoutDoesNotDependOnTheOrderOfDeclarations(t *testing.T) {
	const seed = 21
	random := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		d := randomTree(random, 2+random.IntN(30))
		w, v := mustBuild(t, d), mustBuild(t, shuffled(random, d))
		if !reflect.DeepEqual(w.JointNames(), v.JointNames()) || !reflect.DeepEqual(w.Bodies(), v.Bodies()) || !reflect.DeepEqual(w.slots, v.slots) {
			t.Fatalf("seed %d: joints stand as %q and %q", seed, w.JointNames(), v.JointNames())
		}
	}
}

func TestEveryBodyFollowsItsParentInTheOrder(t *testing.T) {
	const seed = 22
	random := rand.New(rand.NewPCG(seed, 0))
	for range 30 {
		for i, b := range mustBuild(t, randomTree(random, 2+random.IntN(40))).Bodies() {
			if b.Parent >= i || i > 0 && b.Parent < 0 {
				t.Fatalf("seed %d: body %d has parent %d", seed, i, b.Parent)
			}
		}
	}
}

func TestUnknownNamesAreAnsweredWithTheKnownOnes(t *testing.T) {
	w := mustBuild(t, gripperArm())
	_, joint := w.JointIndex("uper_joint")
	_, fixed := w.JointIndex("tool_mount")
	_, body := w.BodyIndex("bsae")
	_, group := w.Group("arms")
	for err, wants := range map[error][]string{
		joint: {`world "robot" has no joint named "uper_joint"`, `did you mean "upper_joint"?`, `known: "ball_free", "base_planar"`},
		fixed: {"fixed and has no state"},
		body:  {`no body named "bsae"`, `did you mean "base"?`},
		group: {`no joint group named "arms"`, `did you mean "arm"?`, `known: "arm", "mixed"`},
	} {
		var unknown *UnknownNameError
		if !errors.As(err, &unknown) {
			t.Errorf("the error is %T", err)
			continue
		}
		for _, want := range wants {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q does not contain %q", err, want)
			}
		}
	}
}

func TestABuiltWorldIsReachedByNoLaterChange(t *testing.T) {
	d := gripperArm()
	w := mustBuild(t, d)
	before := mustBuild(t, gripperArm())
	d.Links[3].Inertia.Mass = 99
	d.Joint("upper_joint").Limits[0].Upper = 99
	d.Joint("finger_r_joint").Mimic.Multiplier = 99
	d.Groups[0].Joints[0] = "gone"
	w.Joints()[2].Limits[0].Upper = 98
	w.Joint(5).Mimic.Offset = 98
	w.Limits()[9].Upper = 98
	w.JointNames()[0] = "gone"
	w.Description().Joints[1].Limits[0].Upper = 98
	w.Bodies()[3].Inertia.Mass = 98
	if !reflect.DeepEqual(w, before) {
		t.Error("the world was changed from outside")
	}
	if again := mustBuild(t, w.Description()); again.Hashes() != w.Hashes() {
		t.Error("a world built from its own description has other hashes")
	}
}

func TestABuiltWorldHasItsDefaultsWrittenOut(t *testing.T) {
	w := mustBuild(t, gripperArm())
	joints := w.Joints()
	if got := joints[1]; got.Axis != [3]float64{0, 0, 1} || len(got.Limits) != 3 || got.Limits[2] != Unlimited() {
		t.Errorf("the planar joint is %+v", got)
	}
	for i, want := range []messages.ControlMode{0, 7, 7, 7, 7, 0, 7} {
		if joints[i].Control != want {
			t.Errorf("joint %q takes %v, want %v", joints[i].Name, joints[i].Control, want)
		}
	}
	if got := joints[0]; got.Axis != [3]float64{} || len(got.Limits) != 6 {
		t.Errorf("the floating joint is %+v", got)
	}
}

func TestANamespaceStandsBeforeEveryName(t *testing.T) {
	d := gripperArm().Prefixed("left")
	w := mustBuild(t, d)
	for _, name := range append(append(w.JointNames(), w.BodyNames()...), w.GroupNames()...) {
		if !strings.HasPrefix(name, "left_") {
			t.Errorf("%q has no namespace", name)
		}
	}
	if got := w.Joint(5).Mimic.Joint; got != "left_finger_l_joint" {
		t.Errorf("the mimic joint follows %q", got)
	}
	if plain := mustBuild(t, gripperArm()); plain.Hashes().Kinematics != w.Hashes().Kinematics {
		t.Error("a namespace changes the kinematics")
	}
}

func TestBodiesCarryJointsFramesAndInertias(t *testing.T) {
	d := gripperArm()
	w := mustBuild(t, d)
	bodies := w.Bodies()
	positions := 0
	for i, b := range bodies {
		positions += b.Kind.Positions()
		if b.Name != w.BodyNames()[i] {
			t.Errorf("body %d is named %q", i, b.Name)
		}
	}
	if positions != w.NumPositions() {
		t.Errorf("the bodies have %d positions, the world has %d", positions, w.NumPositions())
	}
	tool := bodies[5]
	want := d.Joint("tool_mount")
	if tool.Kind != Fixed || tool.JointName != "tool_mount" || tool.Placement != want.Origin || tool.Parent != 4 || tool.Inertia != d.Links[4].Inertia {
		t.Errorf("the tool is %+v", tool)
	}
	if bodies[0].Parent != -1 || bodies[0].Kind != Fixed || bodies[0].JointName != "" {
		t.Errorf("the root is %+v", bodies[0])
	}
}

func TestALongChainIsBuiltInItsOrder(t *testing.T) {
	d := &Description{Name: "chain", Links: []Link{{Name: "l0"}}}
	for i := range 4000 {
		parent, child := fmt.Sprintf("l%d", i), fmt.Sprintf("l%d", i+1)
		d.Links = append(d.Links, Link{Name: child})
		d.Joints = append(d.Joints, hinge(parent, child))
	}
	w := mustBuild(t, shuffled(rand.New(rand.NewPCG(23, 0)), d))
	if w.NumVelocities() != 4000 || w.JointNames()[3999] != "l4000_joint" {
		t.Errorf("%d degrees of freedom, the last is %q", w.NumVelocities(), w.JointNames()[w.NumJoints()-1])
	}
}

func TestEverybodyGetsTheSameModelOfAWorld(t *testing.T) {
	w := mustBuild(t, gripperArm())
	first, err := w.Model()
	if err != nil {
		t.Fatal(err)
	}
	if second, err := w.Model(); err != nil || second != first {
		t.Errorf("the second call gave another model, %v", err)
	}
	if first.NQ() != w.NumPositions() || first.NV() != w.NumVelocities() || first.NumBodies() != w.NumBodies() {
		t.Errorf("the model has %d positions, %d velocities, %d bodies; the world %d, %d, %d", first.NQ(), first.NV(), first.NumBodies(), w.NumPositions(), w.NumVelocities(), w.NumBodies())
	}
	for i, name := range w.BodyNames() {
		if at, err := first.BodyIndex(name); err != nil || at != i {
			t.Errorf("body %s is number %d of the world and %d of the model, %v", name, i, at, err)
		}
	}
}
