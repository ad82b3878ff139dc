package physics

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Inertial returns the true values of an inertial sensor at a frame of a body: the rotation of its
// axes in the room, its angular velocity, rad/s; and the specific force, the acceleration of the
// last step without gravity's, m/s^2; both in the sensor's axes.
func (p *Mechanism) Inertial(body int, frame *spatial.Pose) (axes spatial.Rotation, turning, force [3]float64) {
	w := p.trueState()
	p.bodyAcceleration(p.truth.acceleration)
	_ = w.SetAcceleration(p.truth.acceleration) // its length is right
	pose, motion := w.Pose(body), w.Velocity(body, rigidbody.LocalWorldAligned)
	a := w.ClassicalAcceleration(body, rigidbody.LocalWorldAligned)
	arm, omega := pose.R.Apply(spatial.VecOf(frame.P)), spatial.VecOf(motion.Angular)
	bend := spatial.VecOf(a.Angular).Cross(arm).Add(omega.Cross(omega.Cross(arm)))
	felt := spatial.VecOf(a.Linear).Add(bend).Sub(spatial.VecOf(p.model.Gravity()))
	sensor := pose.Times(frame)
	return sensor.R, sensor.R.ApplyInverse(omega).Array(), sensor.R.ApplyInverse(felt).Array()
}

// InBody returns a wrench, given in world axes, in the axes of a body.
func (p *Mechanism) InBody(body int, w rigidbody.Wrench) rigidbody.Wrench {
	axes := p.trueState().Pose(body).R
	return rigidbody.Wrench{Force: axes.ApplyInverse(spatial.VecOf(w.Force)).Array(), Moment: axes.ApplyInverse(spatial.VecOf(w.Moment)).Array()}
}

// LeastInertias returns, for each velocity, the smallest effective inertia found at random
// positions within the joint limits while all other joints are free, kg m^2 or kg. Near a
// singularity, as of a wrist, it is far smaller than at the start. The result is nil if the
// inertia cannot be computed at one of the positions.
func (p *Mechanism) LeastInertias() []float64 {
	n := p.model.NV()
	mass, inverse, least := make([]float64, n*n), make([]float64, n*n), make([]float64, n)
	for i := range least {
		least[i] = math.Inf(1)
	}
	random, position := rand.New(rand.NewPCG(1, 2)), slices.Clone(p.position)
	for range weighed {
		if p.draw(position, random) != nil || p.inertiasAt(position, mass, inverse) != nil {
			return nil
		}
		for i := range n {
			least[i] = min(least[i], 1/inverse[i*n+i])
		}
	}
	return least
}
