package wholebody

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// dynamics are mass matrix, bias and gravity, all of one state, of all joints unless reduced.
type dynamics struct {
	mass, bias, gravity []float64
}

func newDynamics(n int) dynamics {
	return dynamics{make([]float64, n*n), make([]float64, n), make([]float64, n)}
}

// reduce takes the dynamics to the coordinates of the joints that mimic none.
func (d *dynamics) reduce(f rigidbody.Followers) {
	f.Matrix(d.mass, len(d.bias))
	f.Forces(d.bias)
	f.Forces(d.gravity)
}

// multiply writes M x + y.
func (d *dynamics) multiply(out, x, y []float64) {
	n := len(x)
	for i := range out {
		sum := y[i]
		for j, m := range d.mass[i*n : (i+1)*n] {
			sum += m * x[j]
		}
		out[i] = sum
	}
}

// problem is what a tick asks a solver for. All matrices are of one state: that of dynamics, at is
// set to it.
type problem struct {
	levels   []taskspace.Level
	dynamics *dynamics
	at       *rigidbody.Workspace
	// measured is set to position and velocity, what was measured last; velocities that are
	// commanded differ from what is measured where the output is velocities.
	measured           *rigidbody.Workspace
	position, velocity []float64
	commanded          []float64
	forces             []float64 // that tasks exert
	moved              []bool    // whom accelerations may move
	touching           []bool    // contacts that exist
	decided            decision  // the answer
}

// decision is what a solver decided, one entry an axis: efforts of driven axes, accelerations, and
// velocities where these are the output.
type decision struct {
	effort, acceleration, velocity []float64
}

// solver solves the problems of one task set.
type solver interface {
	// solve decides. The decision is the solver's, and good until the next one.
	solve(p *problem) (decision, error)
	// begin forgets what was kept of problems before.
	begin()
	// release clears matrices of the problem before, which may be borrowed of a port.
	release()
	// damped counts the directions in which a level was damped or lost.
	damped() int
	// lost returns the first level with directions that were damped near a singularity, not counting
	// rows of joint limits that fade; none is the zero value.
	lost() lostDirection
}

// inertias returns the diagonal of a mass matrix, which must be that of a robot.
func inertias(mass []float64, names []string) ([]float64, error) {
	n := len(names)
	out := make([]float64, n)
	for i, name := range names {
		if out[i] = mass[i*n+i]; !(out[i] > 0) {
			return nil, &messages.OptionError{Joint: name, Err: fmt.Errorf("it moves the inertia %g", out[i]), Expected: "one above zero: give its bodies masses"}
		}
	}
	return out, nil
}
