package constrained

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// hopper moves in the plane y = 0, on a leg with a point foot. Its axes are off the plane by
// rounding.
func hopper(t *testing.T, off float64) *robot {
	t.Helper()
	var bodies []rigidbody.Body
	add := func(name string, kind rigidbody.JointKind, axis [3]float64, down, mass float64) {
		placement := spatial.IdentityPose()
		placement.P[2] = -down
		bodies = append(bodies, rigidbody.Body{Name: name, JointName: name + "_joint", Parent: len(bodies) - 1, Kind: kind, Placement: placement, Axis: axis,
			Inertia: rigidbody.Inertia{Mass: mass, Ixx: 0.1 * mass, Iyy: 0.1 * mass, Izz: 0.1 * mass, Com: [3]float64{0, 0, -0.1}}})
	}
	across := [3]float64{off, 1, -0.7 * off}
	add("along", rigidbody.Prismatic, [3]float64{1, off / 3, 0}, 0, 0.1)
	add("up", rigidbody.Prismatic, [3]float64{0, -off / 2, 1}, 0, 0.1)
	add("trunk", rigidbody.Revolute, across, 0, 10)
	add("thigh", rigidbody.Revolute, across, 0.1, 2)
	add("shank", rigidbody.Revolute, across, 0.4, 1)
	m, err := rigidbody.New(bodies)
	must(t, err)
	r := &robot{model: m, free: []int{0, 1, 2}, contacts: []Contact{{Name: "foot", Body: "shank", Points: [][3]float64{{0, 0, -0.4}}, Friction: 0.8}}}
	r.limits.Effort = []float64{1, 1, 1, 300, 300}
	return r
}

// Across its plane the foot of such a robot cannot move, and rounding in its Jacobian is no
// constraint.
func TestAContactHoldsNothingAcrossThePlaneThatARobotMovesIn(t *testing.T) {
	for name, make_ := range map[string]func(Config) (*Law, error){"torque": NewTorqueLaw, "velocity": NewVelocityLaw} {
		for _, weighted := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " weighted ", weighted), func(t *testing.T) {
				var want *Output
				for _, off := range []float64{0, 1e-17, -2e-16} {
					r := hopper(t, off)
					c := r.config()
					c.Weighted = weighted
					b := newBench(t, r, c, make_, []float64{0, 0, 0.1, 0.6, -1.2},
						taskspace.Task{Name: "posture", Kind: taskspace.Posture, Joints: []string{"trunk_joint", "thigh_joint", "shank_joint"}, Goal: taskspace.Goal{Joints: []float64{0, 0.7, -1.4}},
							Gains: taskspace.Gains{Proportional: []float64{100}, Derivative: []float64{20}}})
					b.v[3], b.v[4] = 0.3, -0.2
					must(t, b.tick(t))
					if want == nil {
						want = b.out
						if lively := math.Abs(want.Acceleration[3]) + math.Abs(want.Velocity[3]); lively < 0.1 {
							t.Fatalf("nothing moves: %+v", want)
						}
						continue
					}
					for i := range want.Velocity {
						for _, pair := range [][2]float64{{b.out.Velocity[i], want.Velocity[i]}, {b.out.Acceleration[i], want.Acceleration[i]}, {b.out.Torque[i], want.Torque[i]}} {
							if !(math.Abs(pair[0]-pair[1]) <= 1e-6*(1+math.Abs(pair[1]))) {
								t.Fatalf("axes off by %g: %g at joint %d, %g with true ones", off, pair[0], i, pair[1])
							}
						}
					}
				}
			})
		}
	}
}

// The pose of a body has six rows, of which a robot in a plane moves three. The others are zero, or
// rounding, and take no joint away from the level below.
func TestTheRowsOfATaskThatOnlyRoundingMovesAreLost(t *testing.T) {
	for name, make_ := range map[string]func(Config) (*Law, error){"torque": NewTorqueLaw, "velocity": NewVelocityLaw} {
		t.Run(name, func(t *testing.T) {
			var want *Output
			for _, off := range []float64{0, 1e-17, -2e-16} {
				r := hopper(t, off)
				c := r.config()
				c.Limits, c.Contacts, c.Unactuated = Limits{Velocity: []float64{3, 3, 3, 3, 3}}, nil, nil
				b := newBench(t, r, c, make_, []float64{0.1, 0.2, 0.1, 0.6, -1.2},
					taskspace.Task{Name: "shank", Kind: taskspace.FramePose, Frame: "shank", Goal: taskspace.Goal{Measured: true}},
					taskspace.Task{Name: "posture", Kind: taskspace.Posture, Level: 1, Goal: taskspace.Goal{Joints: make([]float64, 5)}})
				b.v[0], b.v[3], b.v[4] = 0.1, 0.3, -0.2
				must(t, b.tick(t))
				if rank, below := b.out.Levels[0].Rank, b.out.Levels[1].Rank; rank != 3 || below != 2 || b.out.Levels[0].Damped > 0 || b.out.Levels[0].Condition > 1e3 {
					t.Errorf("axes off by %g: %+v", off, b.out.Levels)
				}
				if want == nil {
					want = b.out
				}
				for i := range want.Velocity {
					if !(math.Abs(b.out.Velocity[i]-want.Velocity[i]) <= 1e-9) || !(math.Abs(b.out.Torque[i]-want.Torque[i]) <= 1e-6) {
						t.Fatalf("axes off by %g: velocity %g and torque %g at joint %d, %g and %g with true ones", off, b.out.Velocity[i], b.out.Torque[i], i, want.Velocity[i], want.Torque[i])
					}
				}
			}
		})
	}
}

// What no joint moves is not moved by rounding either: a shape on the axis of a joint and one
// before that joint, which overlap, are a clash that is named, and no reason for accelerations
// without end.
func TestADistanceThatNoJointChangesIsNotChangedByRounding(t *testing.T) {
	for _, off := range []float64{0, 1e-16} {
		r := hopper(t, off)
		c := r.config()
		c.Limits, c.Contacts, c.Unactuated = Limits{}, nil, nil
		shape := func(body string, at [3]float64) Shape { return segment(body, at, at, 0.1) }
		c.Collisions = []Collision{{Name: "hip", A: shape("trunk", [3]float64{0, 0.1, -0.1}), B: shape("thigh", [3]float64{0, 0.2, 0})}}
		b := newBench(t, r, c, NewTorqueLaw, []float64{0.1, 0.2, 0.1, 0.6, -1.2},
			taskspace.Task{Name: "posture", Kind: taskspace.Posture, Goal: taskspace.Goal{Joints: make([]float64, 5)}})
		if err := b.tick(t); !errors.Is(err, ErrInfeasible) {
			t.Errorf("axes off by %g: %v, accelerations %v", off, err, b.out.Acceleration)
		}
	}
}

// A face of a box that no joint leads away from is no reason for them either.
func TestAFaceThatNoJointLeadsAwayFromIsNamed(t *testing.T) {
	for _, off := range []float64{0, 1e-16} {
		r := hopper(t, off)
		c := r.config()
		c.Limits, c.Contacts, c.Unactuated = Limits{}, nil, nil
		inf := math.Inf(1)
		c.Boxes = []Box{{Name: "beside", Body: "shank", Min: [3]float64{-inf, 0.1, -inf}, Max: [3]float64{inf, inf, inf}}}
		b := newBench(t, r, c, NewTorqueLaw, []float64{0.1, 0.2, 0.1, 0.6, -1.2},
			taskspace.Task{Name: "posture", Kind: taskspace.Posture, Goal: taskspace.Goal{Joints: make([]float64, 5)}})
		if err := b.tick(t); !errors.Is(err, ErrInfeasible) {
			t.Errorf("axes off by %g: %v, accelerations %v", off, err, b.out.Acceleration)
		}
	}
}
