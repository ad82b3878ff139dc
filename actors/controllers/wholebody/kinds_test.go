package wholebody

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// bentArm is a configuration that the arm can go to from armStart: what every kind of task is sent
// to.
var bentArm = []float64{-0.2, 0.9, -1.5, 0.7}

// pose is that of a body, by its name.
func (p *pilot) pose(body string) spatial.Pose {
	p.t.Helper()
	i, err := p.workspace.Model().BodyIndex(body)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.workspace.Pose(i)
}

// quaternion is the rotation of R as w, x, y, z; the trace of R is above zero.
func quaternion(r [9]float64) []float64 {
	w := math.Sqrt(1+r[0]+r[4]+r[8]) / 2
	return []float64{w, (r[7] - r[5]) / (4 * w), (r[2] - r[6]) / (4 * w), (r[3] - r[1]) / (4 * w)}
}

// between is the pose of b in a.
func between(a, b spatial.Pose) (out spatial.Pose) {
	for i := range 3 {
		for k := range 3 {
			out.P[i] += a.R[3*k+i] * (b.P[k] - a.P[k])
			for j := range 3 {
				out.R[3*i+j] += a.R[3*k+i] * b.R[3*k+j]
			}
		}
	}
	return out
}

// turn is the angle between two rotations.
func turn(a, b [9]float64) float64 {
	trace := 0.0
	for i := range a {
		trace += a[i] * b[i]
	}
	return math.Acos(math.Max(-1, math.Min(1, (trace-1)/2)))
}

func apart(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// Every kind of task with a goal of place leads the arm to where that goal was taken from, under
// both laws: what is reached is computed here from the joints, not asked of the controller. Forces
// have a test of their own.
func TestEveryKindOfTaskReachesItsGoalUnderBothLaws(t *testing.T) {
	there := newPilot(t, limitedArm(nil))
	if err := there.workspace.SetState(bentArm, make([]float64, 4)); err != nil {
		t.Fatal(err)
	}
	hand, upper, com := there.pose("hand"), there.pose("upper"), there.workspace.CentreOfMass()
	relative := between(upper, hand)
	seen := [3]float64{hand.P[0] + 2*hand.R[0], hand.P[1] + 2*hand.R[3], hand.P[2] + 2*hand.R[6]} // 2 m along the hand's x axis
	for name, c := range map[string]struct {
		task TaskOptions
		off  func(*pilot) float64 // how far the goal is, m or rad
	}{
		"frame_position": {TaskOptions{Frame: "hand", Goal: GoalOptions{Position: hand.P[:]}},
			func(p *pilot) float64 { return apart(p.pose("hand").P, hand.P) }},
		"frame_orientation": {TaskOptions{Frame: "hand", Goal: GoalOptions{Orientation: quaternion(hand.R)}},
			func(p *pilot) float64 { return turn(p.pose("hand").R, hand.R) }},
		"frame_pose": {TaskOptions{Frame: "hand", Goal: GoalOptions{Position: hand.P[:], Orientation: quaternion(hand.R)}},
			func(p *pilot) float64 { return apart(p.pose("hand").P, hand.P) + turn(p.pose("hand").R, hand.R) }},
		"centre_of_mass": {TaskOptions{Goal: GoalOptions{Position: com[:]}},
			func(p *pilot) float64 { return apart(p.workspace.CentreOfMass(), com) }},
		"posture": {TaskOptions{Joints: []string{"shoulder", "bend"}, Goal: GoalOptions{Joints: []float64{bentArm[1], bentArm[3]}}},
			func(p *pilot) float64 { return math.Abs(p.q[1]-bentArm[1]) + math.Abs(p.q[3]-bentArm[3]) }},
		"relative_pose": {TaskOptions{Frame: "hand", Base: "upper", Goal: GoalOptions{Position: relative.P[:], Orientation: quaternion(relative.R)}},
			func(p *pilot) float64 {
				now := between(p.pose("upper"), p.pose("hand"))
				return apart(now.P, relative.P) + turn(now.R, relative.R)
			}},
		"gaze": {TaskOptions{Frame: "hand", Direction: []float64{1, 0, 0}, Goal: GoalOptions{Position: seen[:]}},
			func(p *pilot) float64 {
				now := p.pose("hand")
				way := apart(now.P, seen)
				along := 0.0
				for i := range 3 {
					along += now.R[3*i] * (seen[i] - now.P[i]) / way
				}
				return math.Acos(math.Min(1, along))
			}},
	} {
		for _, law := range bothLaws() {
			c.task.Name, c.task.Kind = "go", name
			p := newPilot(t, limitedArm(func(o *Options) {
				o.Law, o.Tasks[0], o.TaskSets[0].Levels[0] = law, c.task, []string{"go"}
			}))
			must := func() {
				if err := p.workspace.SetState(p.q, p.v); err != nil {
					t.Fatal(err)
				}
			}
			must()
			begin := c.off(p)
			for range soon(3000) {
				p.step()
			}
			must()
			if off := c.off(p); begin < 0.05 || off > 2e-3 {
				t.Errorf("%s, %s: the goal is %g m or rad away; it was %g", name, law, off, begin)
			}
			p.inside(t)
		}
	}
}

// bothLaws are the laws that tests of both go over: the one with more in it, where the race
// detector is what a short run is for.
func bothLaws() []string {
	if testing.Short() {
		return []string{"constrained"}
	}
	return []string{"exact", "constrained"}
}

// soon makes a number of ticks half of that in a short run, which is enough to see where a motion
// ends.
func soon(ticks int) int {
	if testing.Short() {
		return ticks / 2
	}
	return ticks
}

// inside checks that no joint is outside of its limits.
func (p *pilot) inside(t *testing.T) {
	t.Helper()
	for i, l := range p.world.Limits() {
		if !(p.q[i] >= l.Lower && p.q[i] <= l.Upper) {
			t.Errorf("joint %d is at %g, its limits are %g to %g", i, p.q[i], l.Lower, l.Upper)
		}
	}
}

// A momentum task takes the momentum of a moving arm away at the rate of its gain, and joint limits
// lead a joint out of their margin and leave the others alone.
func TestAMomentumFallsAtItsRateAndJointLimitsAreLeft(t *testing.T) {
	for _, law := range bothLaws() {
		p := newPilot(t, limitedArm(func(o *Options) {
			o.Law, o.RestDamping = law, 0.01
			o.Tasks = []TaskOptions{{Name: "momentum", Kind: "momentum", Axes: "x,y,z", Gains: GainOptions{Derivative: []float64{4}}}}
			o.TaskSets = []TaskSetOptions{{Name: "go", Levels: [][]string{{"momentum"}}}}
		}))
		copy(p.v, []float64{0.4, -0.3, 0.5, 0.2})
		size := func() float64 {
			if err := p.workspace.SetState(p.q, p.v); err != nil {
				t.Fatal(err)
			}
			m := p.workspace.CentroidalMomentum().Linear
			return apart(m, [3]float64{})
		}
		for range 120 { // what is left of the begin has faded
			p.step()
		}
		begin := size()
		for range 250 {
			p.step()
		}
		if got, want := size(), begin*math.Exp(-4*0.25); begin < 0.1 || math.Abs(got-want) > 0.03*begin {
			t.Errorf("%s: the momentum fell from %g to %g kg m/s, want %g", law, begin, got, want)
		}

		p = newPilot(t, limitedArm(func(o *Options) {
			o.Law = law
			o.Tasks[0] = TaskOptions{Name: "limits", Kind: "joint_limits", Margin: 0.3}
			o.TaskSets[0].Levels[0] = []string{"limits"}
		}))
		elbow := p.world.Limits()[2].Lower
		copy(p.q, armStart)
		p.q[2] = elbow + 0.1
		for range 3000 {
			p.step()
		}
		if left := p.q[2] - elbow; left < 0.14 || left > 0.4 {
			t.Errorf("%s: the elbow is %g rad off its limit", law, left)
		}
		if moved := math.Abs(p.q[1] - armStart[1]); moved > 0.2 {
			t.Errorf("%s: the shoulder went by %g rad", law, moved)
		}
		p.inside(t)
	}
}

// Two capsules of the arm itself, the upper arm's and the hand's: folded together they stay apart,
// at both levels of control.
func TestTheArmKeepsItsOwnBodiesApart(t *testing.T) {
	outputs := []string{"effort", "velocity"}
	if testing.Short() {
		outputs = outputs[:1] // under the race detector, which the short run is for
	}
	for _, output := range outputs {
		p := newPilot(t, limitedArm(func(o *Options) {
			o.Output = output
			o.Tasks[0] = TaskOptions{Name: "fold", Kind: "posture", Goal: GoalOptions{Joints: []float64{0, 0.8, -2.35, -1.95}},
				Motion: MotionOptions{Velocity: []float64{1}, Acceleration: []float64{4}, Jerk: []float64{40}}}
			o.TaskSets[0].Levels[0] = []string{"fold"}
			o.Collisions = []CollisionOptions{{Name: "hand and upper arm", A: ShapeOptions{Frame: "wrist", To: []float64{0.1, 0, 0}, Options: outline.Options{Radius: 0.06}},
				B: ShapeOptions{Frame: "upper", To: []float64{0.4, 0, 0}, Options: outline.Options{Radius: 0.07}}, Margin: 0.02, Rate: 5}}
		}))
		nearest := math.Inf(1)
		for range 4000 {
			p.step()
			if err := p.workspace.SetState(p.q, p.v); err != nil {
				t.Fatal(err)
			}
			wrist, upper := p.pose("wrist"), p.pose("upper")
			for a := 0.0; a <= 1; a += 0.1 { // points of one axis against points of the other
				for b := 0.0; b <= 1; b += 0.02 {
					var x, y [3]float64
					for i := range 3 {
						x[i], y[i] = wrist.P[i]+0.1*a*wrist.R[3*i], upper.P[i]+0.4*b*upper.R[3*i]
					}
					nearest = math.Min(nearest, apart(x, y)-0.13)
				}
			}
		}
		t.Logf("%s: as near as %.4f m", output, nearest)
		if nearest < 0.019 || nearest > 0.03 {
			t.Errorf("%s: the bodies came as near as %g m; 0.02 m are allowed, and would be less without", output, nearest)
		}
	}
}
