package kinematics_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/kinematics"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

var hand = kinematics.Gripper{Opening: 0.08, Least: 0.002, Depth: 0.045, Pad: 0.02, Clearance: 0.004}

// solids are objects with their grasps, the signed distance from their surface, and the normal of
// the surface at a point on it.
func solids(t *testing.T) map[string]solid {
	t.Helper()
	must := func(grasps []kinematics.Grasp, err error) []kinematics.Grasp {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return grasps
	}
	box := func(x, y, z float64) func(p spatial.Vec) float64 {
		return func(p spatial.Vec) float64 {
			return max(math.Abs(p.X)-x/2, math.Abs(p.Y)-y/2, math.Abs(p.Z)-z/2)
		}
	}
	cylinder := func(r, l float64) func(p spatial.Vec) float64 {
		return func(p spatial.Vec) float64 { return max(math.Hypot(p.X, p.Y)-r, math.Abs(p.Z)-l/2) }
	}
	o := kinematics.GraspOptions{}
	return map[string]solid{
		"box":       {must(kinematics.BoxGrasps([3]float64{0.05, 0.2, 0.03}, hand, o)), box(0.05, 0.2, 0.03)},
		"small box": {must(kinematics.BoxGrasps([3]float64{0.01, 0.01, 0.01}, hand, o)), box(0.01, 0.01, 0.01)},
		"can":       {must(kinematics.CylinderGrasps(0.033, 0.12, hand, o)), cylinder(0.033, 0.12)},
		"disc":      {must(kinematics.CylinderGrasps(0.1, 0.02, hand, o)), cylinder(0.1, 0.02)},
		"ball":      {must(kinematics.SphereGrasps(0.03, hand, o)), func(p spatial.Vec) float64 { return p.Norm() - 0.03 }},
	}
}

type solid struct {
	grasps  []kinematics.Grasp
	outside func(p spatial.Vec) float64 // negative inside
}

func TestTheContactsOfGraspsAreOppositeOnTheSurface(t *testing.T) {
	for name, s := range solids(t) {
		if len(s.grasps) == 0 {
			t.Errorf("%s: no grasps", name)
		}
		for i, g := range s.grasps {
			if !g.Pose.R.Valid() {
				t.Fatalf("%s, grasp %d: the rotation is invalid", name, i)
			}
			at, closing := spatial.VecOf(g.Pose.P), g.Pose.R.Axis(1)
			if g.Pose.R.Axis(2) != spatial.VecOf(g.Approach) || g.Opening > hand.Opening || g.Width < hand.Least {
				t.Errorf("%s, grasp %d: %+v; expected the approach along z and an opening of the gripper", name, i, g)
			}
			for _, sign := range []float64{1, -1} {
				contact := at.AddScaled(sign*g.Width/2, closing)
				if d := s.outside(contact); math.Abs(d) > 1e-12 {
					t.Fatalf("%s, grasp %d: a contact is %g m from the surface", name, i, d)
				}
				// The distance grows as fast as the finger opens: the surface is at a right angle.
				const h = 1e-6
				for _, beside := range []spatial.Vec{g.Pose.R.Axis(0), g.Pose.R.Axis(2)} {
					one, other := s.outside(contact.AddScaled(h, beside)), s.outside(contact.AddScaled(-h, beside))
					if math.Abs(one-other) > 1e-9 {
						t.Errorf("%s, grasp %d: the surface is oblique to the finger: %g and %g", name, i, one, other)
					}
				}
				finger := at.AddScaled(sign*g.Opening/2, closing)
				for back := range 10 { // along the finger towards the palm
					if s.outside(finger.AddScaled(-0.01*float64(back), spatial.VecOf(g.Approach))) < hand.Clearance-1e-9 {
						t.Errorf("%s, grasp %d: an open finger touches the object", name, i)
					}
				}
			}
			palm := at.AddScaled(-hand.Depth-1e-9, spatial.VecOf(g.Approach))
			if s.outside(palm) < 0 {
				t.Errorf("%s, grasp %d: the palm is inside the object", name, i)
			}
		}
	}
}

func TestObjectsThatDoNotFitHaveNoGrasps(t *testing.T) {
	for name, size := range map[string]func() ([]kinematics.Grasp, error){
		"box": func() ([]kinematics.Grasp, error) {
			return kinematics.BoxGrasps([3]float64{1, 1, 1}, hand, kinematics.GraspOptions{})
		},
		"cylinder": func() ([]kinematics.Grasp, error) {
			return kinematics.CylinderGrasps(0.5, 1, hand, kinematics.GraspOptions{})
		},
		"sphere": func() ([]kinematics.Grasp, error) {
			return kinematics.SphereGrasps(0.5, hand, kinematics.GraspOptions{})
		},
		"hair": func() ([]kinematics.Grasp, error) {
			return kinematics.BoxGrasps([3]float64{1, 1, 0.001}, hand, kinematics.GraspOptions{})
		},
	} {
		if grasps, err := size(); err != nil || len(grasps) > 0 {
			t.Errorf("%s: %d grasps, %v", name, len(grasps), err)
		}
	}
	for name, err := range map[string]error{
		"no length":   second(kinematics.CylinderGrasps(0.1, 0, hand, kinematics.GraspOptions{})),
		"NaN":         second(kinematics.SphereGrasps(math.NaN(), hand, kinematics.GraspOptions{})),
		"no opening":  second(kinematics.BoxGrasps([3]float64{1, 1, 1}, kinematics.Gripper{}, kinematics.GraspOptions{})),
		"a bad depth": second(kinematics.BoxGrasps([3]float64{1, 1, 1}, kinematics.Gripper{Opening: 1, Depth: -1}, kinematics.GraspOptions{})),
	} {
		if err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func second(_ []kinematics.Grasp, err error) error { return err }

func ExampleCylinderGrasps() {
	gripper := kinematics.Gripper{Opening: 0.08, Depth: 0.05, Pad: 0.02, Clearance: 0.005}
	grasps, err := kinematics.CylinderGrasps(0.033, 0.115, gripper, kinematics.GraspOptions{Angles: 4})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d grasps; the first at %.3f opens to %.3f m\n", len(grasps), grasps[0].Pose.P, grasps[0].Opening)
	// Output:
	// 64 grasps; the first at [0.000 0.000 -0.048] opens to 0.076 m
}
