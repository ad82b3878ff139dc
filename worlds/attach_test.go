package worlds

import (
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

func single(link string) *Description {
	return &Description{Name: link, Links: []Link{{Name: link}}}
}

func TestAttachingWithAJointOfEachType(t *testing.T) {
	for _, kind := range JointTypes() {
		d := gripperArm()
		joint := Joint{Name: "mount", Type: kind, Parent: "tool"}
		if kind == Revolute || kind == Prismatic {
			joint.Limits = bounds(-1, 1)
		}
		if err := d.Attach(single("camera"), joint); err != nil {
			t.Fatalf("%v: %v", kind, err)
		}
		w := mustBuild(t, d)
		before := mustBuild(t, gripperArm())
		if got := w.NumVelocities() - before.NumVelocities(); got != kind.Velocities() {
			t.Errorf("%v: %d degrees of freedom were added, want %d", kind, got, kind.Velocities())
		}
		camera, err := w.BodyIndex("camera")
		tool, _ := w.BodyIndex("tool")
		if err != nil || w.Bodies()[camera].Parent != tool || w.Bodies()[camera].Placement != spatial.IdentityPose() {
			t.Errorf("%v: the camera is %+v (%v)", kind, w.Bodies()[camera], err)
		}
	}
}

func TestAttachingFillsWhatTheJointLeavesOpen(t *testing.T) {
	d := gripperArm()
	if err := d.Attach(single("camera"), Joint{Type: Planar, Parent: "tool", Origin: spatial.Pose{P: [3]float64{1, 2, 3}}}); err != nil {
		t.Fatal(err)
	}
	got := d.Joint("tool_to_camera")
	if got == nil || got.Child != "camera" || got.Axis != [3]float64{0, 0, 1} || got.Origin != spatial.PoseFromRPY([3]float64{1, 2, 3}, [3]float64{}) {
		t.Errorf("the joint is %+v", got)
	}
}

func TestAttachingKeepsLimitsAndGroupsOfBothAndSharesNothing(t *testing.T) {
	d, other := gripperArm(), gripperArm().Prefixed("second")
	joint := hinge("tool", "second_world")
	joint.Limits = bounds(-0.5, 0.25)
	if err := d.Attach(other, joint); err != nil {
		t.Fatal(err)
	}
	joint.Limits[0].Upper = 99
	other.Joint("second_upper_joint").Limits[0].Upper = 99
	w := mustBuild(t, d)
	if i, err := w.JointIndex("second_world_joint"); err != nil || w.Joint(i).Limits[0].Upper != 0.25 {
		t.Errorf("the attaching joint: %v", err)
	}
	if i, err := w.JointIndex("second_upper_joint"); err != nil || w.Joint(i).Limits[0].Upper != 2 {
		t.Errorf("the attached joint: %v", err)
	}
	if want := []string{"arm", "mixed", "second_arm", "second_mixed"}; !reflect.DeepEqual(w.GroupNames(), want) {
		t.Errorf("the groups are %q, want %q", w.GroupNames(), want)
	}
}

func TestAttachingReportsEverythingAndChangesNothing(t *testing.T) {
	d := gripperArm()
	d.Links[4].At = source.Position{File: "arm.urdf", Line: 3, Column: 1}
	err := d.Attach(gripperArm(), Joint{Name: "wheel_joint", Parent: "tol"})
	want := []string{`no link of "robot" is named "tol"`, `a link named "tool" already (at arm.urdf:3:1)`}
	for _, name := range []string{"world", "base", "upper", "lower", "finger_l", "finger_r", "ball", "wheel"} {
		want = append(want, `a link named "`+name+`" already`)
	}
	for _, joint := range gripperArm().jointNames() {
		if joint != "wheel_joint" {
			want = append(want, `a joint named "`+joint+`" already`)
		}
	}
	want = append(want, `a joint named "wheel_joint" already`, `a joint group named "arm" already`, `a joint group named "mixed" already`)
	wantProblems(t, err, want...)
	reference := gripperArm()
	reference.Links[4].At = d.Links[4].At
	if !reflect.DeepEqual(d, reference) {
		t.Error("the description was changed")
	}
}

// A namespace does not reach the joint that attaches the model: it needs another name.
func TestAnAttachingJointWhoseNameIsTakenNeedsAnother(t *testing.T) {
	err := gripperArm().Attach(gripperArm().Prefixed("left"), Joint{Name: "left_wheel_joint", Parent: "tool"})
	wantProblems(t, err, `a joint named "left_wheel_joint" already`)
	if err == nil || !strings.Contains(err.Error(), "hint: give the joint that attaches the model another name") {
		t.Errorf("got %v", err)
	}
}

func TestAttachingWhatHasNoSingleRootIsRefused(t *testing.T) {
	two := single("a")
	two.Links = append(two.Links, Link{Name: "b"})
	wantProblems(t, gripperArm().Attach(two, Joint{Parent: "tool"}), "2 links have no parent joint")
	wantProblems(t, gripperArm().Attach(&Description{}, Joint{Parent: "tool"}), "no link is the root")
	wantProblems(t, gripperArm().Attach(two, Joint{Parent: "tool", Child: "c"}), `no link of "a" is named "c"`)
}
