package invariant

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// shaking computes how the joints of a simulated robot shake each other. A joint k with the
// acceleration a_k loads joint i with M_ik a_k, where M is the mass matrix (Featherstone 2008,
// section 3.1). Loads by velocities and by gravity change more slowly, and servos compensate them.
// A joint that others mimic has their loads and weights too.
type shaking struct {
	space  *rigidbody.Workspace
	mimics rigidbody.Followers
	mass   []float64 // matrix, row-major
	before []float64 // velocities, rad/s or m/s
	change []float64 // accelerations, rad/s^2 or m/s^2
	weight []float64 // efforts that hold the robot against gravity, N m or N
	begun  bool      // there is a velocity
	known  bool      // there is an acceleration
}

// newShaking returns nil for a robot without a rigid-body model.
func newShaking(w *worlds.World) *shaking {
	model, err := w.Model()
	if err != nil {
		return nil
	}
	n := model.NV()
	return &shaking{space: model.NewWorkspace(), mimics: w.Reduction().Followers(), mass: make([]float64, n*n), before: make([]float64, n), change: make([]float64, n), weight: make([]float64, n)}
}

// note takes the state of the robot at the end of a step.
func (s *shaking) note(position, velocity []float64, step time.Duration) {
	n := len(s.before)
	if len(velocity) != n || step <= 0 || s.space.SetPosition(position) != nil || s.space.MassMatrix(s.mass) != nil || s.space.Bias(s.weight) != nil {
		s.begun, s.known = false, false
		return
	}
	s.mimics.Matrix(s.mass, n)
	s.mimics.Forces(s.weight)
	for k, v := range velocity {
		s.change[k], s.before[k] = (v-s.before[k])/step.Seconds(), v
	}
	s.begun, s.known = true, s.begun
}

// load returns the load of the joint with an entry of the velocities by the others, N m or N.
func (s *shaking) load(entry int) float64 {
	if s == nil || !s.known {
		return 0
	}
	n, sum := len(s.before), 0.0
	for k, a := range s.change {
		if k != entry {
			sum += s.mass[entry*n+k] * a
		}
	}
	return math.Abs(sum)
}

// swing is how much a load swings a servo.
type swing struct{ loads recently }

// note takes the load of the joint in a step. The servo swings for some multiple of its lag.
func (s *swing) note(now messages.Instant, load, lag float64) {
	s.loads.note(now, load, time.Duration(settled*lag*float64(time.Second)))
}

// speed returns the highest speed to which the loads since then can have swung a servo whose
// position loop has a damping D, N m s/rad. A critically damped servo of bandwidth w has D = 2 w I.
// A load T that comes at once swings it, and any heavier joint with its gains, by at most T/(w I),
// as an undamped one. A load that goes or turns when the speed is the highest swings it twice as
// far, so that the bound is 4 T/D.
func (s *swing) speed(damping float64) float64 {
	if damping == 0 {
		return 0
	}
	return 4 * max(s.loads.high, s.loads.oldHigh) / damping
}
