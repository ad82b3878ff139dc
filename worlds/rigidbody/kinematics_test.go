package rigidbody_test

import (
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

var references = map[string]rigidbody.Reference{
	"World": rigidbody.World, "Local": rigidbody.Local, "LocalWorldAligned": rigidbody.LocalWorldAligned,
}

func (r *randomTree) jacobian(t testing.TB, w *rigidbody.Workspace, body int, ref rigidbody.Reference) []float64 {
	j := make([]float64, 6*r.m.NV())
	must(t, w.Jacobian(j, body, ref))
	return j
}

func TestPosesFollowTheJointsByRodriguesFormula(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		poses := make([]spatial.Pose, len(r.bodies))
		for i, b := range r.bodies {
			parent := spatial.IdentityPose()
			if b.Parent >= 0 {
				parent = poses[b.Parent]
			}
			turn, shift := r.jointPose(i)
			rotation := product3(parent.R, b.Placement.R)
			poses[i] = spatial.Pose{
				R: product3(rotation, turn),
				P: add3(parent.P, apply3(parent.R, add3(b.Placement.P, apply3(b.Placement.R, shift)))),
			}
			got := r.w.Pose(i)
			compare(t, b.Name+" orientation", got.R[:], poses[i].R[:], 1e-13)
			compare(t, b.Name+" position", got.P[:], poses[i].P[:], 1e-13)
		}
	})
}

// jointPose is the pose that the joint of a body has in its own frame.
func (r *randomTree) jointPose(body int) (turn [9]float64, shift [3]float64) {
	turn = spatial.IdentityPose().R
	b := r.bodies[body]
	start, n := r.m.PositionRange(body)
	q := r.q[start : start+n]
	switch b.Kind {
	case rigidbody.Revolute, rigidbody.Continuous:
		turn = rodrigues(b.Axis, q[0])
	case rigidbody.Prismatic:
		shift = [3]float64{q[0] * b.Axis[0], q[0] * b.Axis[1], q[0] * b.Axis[2]}
	case rigidbody.Planar:
		e1, e2 := planeAxes(b.Axis)
		for i := range shift {
			shift[i] = q[0]*e1[i] + q[1]*e2[i]
		}
		turn = rodrigues(b.Axis, q[2])
	case rigidbody.Floating:
		shift = [3]float64(q[:3])
		w, x, y, z := q[3], q[4], q[5], q[6]
		turn = [9]float64{
			w*w + x*x - y*y - z*z, 2 * (x*y - w*z), 2 * (x*z + w*y),
			2 * (x*y + w*z), w*w - x*x + y*y - z*z, 2 * (y*z - w*x),
			2 * (x*z - w*y), 2 * (y*z + w*x), w*w - x*x - y*y + z*z,
		}
	}
	return turn, shift
}

// planeAxes follows the documentation of Body.Axis.
func planeAxes(normal [3]float64) (e1, e2 [3]float64) {
	largest := 2
	for k := range 3 {
		if abs(normal[k]) > abs(normal[largest]) {
			largest = k
		}
	}
	along := normal[(largest+1)%3]
	for i := range e1 {
		e1[i] = -along * normal[i]
	}
	e1[(largest+1)%3]++
	n := norm(e1)
	for i := range e1 {
		e1[i] /= n
	}
	return e1, cross3(normal, e1)
}

func abs(x float64) float64 { return max(x, -x) }

func TestAPlaneNormalToAnAxisIsSpannedByTheNextTwo(t *testing.T) {
	for axis, want := range map[[3]float64][3]float64{
		{0, 0, 1}: {1, 2, 0}, {1, 0, 0}: {0, 1, 2}, {0, 1, 0}: {2, 0, 1},
		{0, 0, -1}: {1, -2, 0}, {-1, 0, 0}: {0, 1, -2}, {0, -1, 0}: {-2, 0, 1},
	} {
		m, err := rigidbody.New([]rigidbody.Body{{
			Name: "base", JointName: "plane", Parent: -1, Kind: rigidbody.Planar, Placement: spatial.IdentityPose(), Axis: axis,
		}})
		must(t, err)
		w := m.NewWorkspace()
		must(t, w.SetPosition([]float64{1, 2, 0.5}))
		if got := w.Pose(0).P; got != want {
			t.Errorf("normal %v: x 1 m, y 2 m is at %v; expected %v", axis, got, want)
		}
	}
}

func TestJacobiansTimesVelocityAreVelocities(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for body := range r.bodies {
			for name, ref := range references {
				compare(t, name, times(r.jacobian(t, r.w, body, ref), r.v), six(r.w.Velocity(body, ref)), 1e-12)
			}
		}
	})
}

func TestVelocitiesAreSlopesOfPoses(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for body := range r.bodies {
			position := r.slope(t, func(w *rigidbody.Workspace) []float64 { p := w.Pose(body).P; return p[:] })
			turn := r.slope(t, func(w *rigidbody.Workspace) []float64 { m := w.Pose(body).R; return m[:] })
			aligned := r.w.Velocity(body, rigidbody.LocalWorldAligned)
			compare(t, "linear", position, aligned.Linear[:], slopeTolerance)
			compare(t, "angular", angularOf(turn, r.w.Pose(body).R), aligned.Angular[:], slopeTolerance)

			pose, local, world := r.w.Pose(body), r.w.Velocity(body, rigidbody.Local), r.w.Velocity(body, rigidbody.World)
			back := transpose3(pose.R)
			linear, angular := apply3(back, aligned.Linear), apply3(back, aligned.Angular)
			compare(t, "local linear", local.Linear[:], linear[:], 1e-12)
			compare(t, "local angular", local.Angular[:], angular[:], 1e-12)
			spatial := sub3(aligned.Linear, cross3(aligned.Angular, pose.P))
			compare(t, "spatial linear", world.Linear[:], spatial[:], 1e-12)
			compare(t, "spatial angular", world.Angular[:], aligned.Angular[:], 1e-12)
		}
	})
}

// angularOf is the angular velocity, in world axes, of a rotation and its derivative: dR/dt R^T =
// [w].
func angularOf(derivative []float64, rotation [9]float64) []float64 {
	s := product3([9]float64(derivative), transpose3(rotation))
	return []float64{(s[7] - s[5]) / 2, (s[2] - s[6]) / 2, (s[3] - s[1]) / 2}
}

func TestDriftIsTheSlopeOfTheJacobianTimesVelocity(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for body := range r.bodies {
			for name, ref := range references {
				slope := r.slope(t, func(w *rigidbody.Workspace) []float64 { return r.jacobian(t, w, body, ref) })
				compareWithin(t, name, six(r.w.Drift(body, ref)), times(slope, r.v), slopeTolerance, 1)
			}
		}
	})
}

func TestAccelerationsAreJacobianTimesAccelerationPlusDrift(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for body := range r.bodies {
			must(t, r.w.SetState(r.q, r.v))
			compare(t, "at rest", six(r.w.SpatialAcceleration(body, rigidbody.Local)), six(r.w.Drift(body, rigidbody.Local)), 1e-12)
			must(t, r.w.SetAcceleration(r.a))
			want := func(ref rigidbody.Reference) []float64 {
				out := times(r.jacobian(t, r.w, body, ref), r.a)
				for i, x := range six(r.w.Drift(body, ref)) {
					out[i] += x
				}
				return out
			}
			for _, ref := range []rigidbody.Reference{rigidbody.World, rigidbody.Local} {
				compare(t, "spatial", six(r.w.SpatialAcceleration(body, ref)), want(ref), 1e-12)
			}
			aligned := rigidbody.LocalWorldAligned
			compare(t, "classical", six(r.w.ClassicalAcceleration(body, aligned)), want(aligned), 1e-12)
			checkClassicalIsSpatialPlusCentripetal(t, r, body)
		}
	})
}

// checkClassicalIsSpatialPlusCentripetal: in every reference, classical = spatial + (w x v, 0).
func checkClassicalIsSpatialPlusCentripetal(t *testing.T, r *randomTree, body int) {
	for name, ref := range references {
		v, spatial := r.w.Velocity(body, ref), r.w.SpatialAcceleration(body, ref)
		spatial.Linear = add3(spatial.Linear, cross3(v.Angular, v.Linear))
		compare(t, name, six(r.w.ClassicalAcceleration(body, ref)), six(spatial), 1e-11)
	}
}

func TestPointsMoveWithTheirBody(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for body := range r.bodies {
			point := r.vector(0.5)
			pose := r.w.Pose(body)
			position, velocity, drift := r.w.PointPosition(body, point), r.w.PointVelocity(body, point), r.w.PointDrift(body, point)
			want := add3(pose.P, apply3(pose.R, point))
			compare(t, "position", position[:], want[:], 1e-13)
			j := r.pointJacobian(t, r.w, body, point)
			compare(t, "velocity", times(j, r.v), velocity[:], 1e-12)
			slope := r.slope(t, func(w *rigidbody.Workspace) []float64 { p := w.PointPosition(body, point); return p[:] })
			compareWithin(t, "slope of position", slope, velocity[:], slopeTolerance, 1)
			bend := r.slope(t, func(w *rigidbody.Workspace) []float64 { return r.pointJacobian(t, w, body, point) })
			compareWithin(t, "drift", drift[:], times(bend, r.v), slopeTolerance, 1)
		}
	})
}

func (r *randomTree) pointJacobian(t testing.TB, w *rigidbody.Workspace, body int, point [3]float64) []float64 {
	j := make([]float64, 3*r.m.NV())
	must(t, w.PointJacobian(j, body, point))
	return j
}

func TestRelativeMotionIsTheMotionSeenFromTheReference(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		body, reference := r.randomBody(), r.randomBody()
		b, a, got := r.w.Pose(body), r.w.Pose(reference), r.w.RelativePose(body, reference)
		rotation, position := product3(transpose3(a.R), b.R), apply3(transpose3(a.R), sub3(b.P, a.P))
		compare(t, "orientation", got.R[:], rotation[:], 1e-13)
		compareWithin(t, "position", got.P[:], position[:], 1e-13, 1)

		velocity := r.w.RelativeVelocity(body, reference)
		shift := r.slope(t, func(w *rigidbody.Workspace) []float64 { p := w.RelativePose(body, reference).P; return p[:] })
		turn := r.slope(t, func(w *rigidbody.Workspace) []float64 { m := w.RelativePose(body, reference).R; return m[:] })
		compareWithin(t, "linear", velocity.Linear[:], shift, slopeTolerance, 1)
		compareWithin(t, "angular", velocity.Angular[:], angularOf(turn, got.R), slopeTolerance, 1)

		jacobian := func(w *rigidbody.Workspace) []float64 {
			j := make([]float64, 6*r.m.NV())
			must(t, w.RelativeJacobian(j, body, reference))
			return j
		}
		compareWithin(t, "Jacobian", times(jacobian(r.w), r.v), six(velocity), 1e-12, 1)
		compareWithin(t, "drift", six(r.w.RelativeDrift(body, reference)), times(r.slope(t, jacobian), r.v), slopeTolerance, 1)
	})
}

func TestJointsThatCarryBothBodiesDoNotMoveThemApart(t *testing.T) {
	tree := floatingChain(t, 6)
	w := tree.NewWorkspace()
	j := make([]float64, 6*tree.NV())
	must(t, w.RelativeJacobian(j, 6, 3))
	for row := range 6 {
		for column := range 9 { // the floating base and joints 1 to 3 carry both
			if x := j[row*tree.NV()+column]; x != 0 {
				t.Errorf("row %d column %d is %g; expected 0", row, column, x)
			}
		}
	}
	if largest(j) == 0 {
		t.Error("no joint moves body 6 relative to body 3")
	}
}
