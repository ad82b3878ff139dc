package rigidbody_test

import (
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestAFrameStateIsPoseVelocityAndDriftInOne(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for i, b := range r.bodies {
			var s rigidbody.FrameState
			must(t, r.w.FrameState(&s, i))
			pose := r.w.Pose(i)
			compare(t, b.Name+" orientation", s.Pose.R[:], pose.R[:], 1e-15)
			compare(t, b.Name+" position", s.Pose.P[:], pose.P[:], 1e-15)
			compare(t, b.Name+" velocity", six(s.Velocity), six(r.w.Velocity(i, rigidbody.LocalWorldAligned)), 1e-15)
			compare(t, b.Name+" drift", six(s.Drift), six(r.w.Drift(i, rigidbody.LocalWorldAligned)), 1e-15)
			if t.Failed() {
				return
			}
		}
		kept := rigidbody.FrameState{Pose: spatial.IdentityPose()}
		for _, body := range []int{-1, len(r.bodies)} {
			s := kept
			if err := r.w.FrameState(&s, body); err == nil || s != kept {
				t.Errorf("body %d: error %v, %+v", body, err, s)
			}
		}
	})
}
