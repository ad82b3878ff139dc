package faulttest

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/messages"
)

// Holder is the actor under test: it holds one joint at zero, like a spring with a damper.
type Holder struct {
	State  actors.In[messages.JointState]    `port:"state" max_age:"30ms"`
	Effort actors.Out[messages.JointCommand] `port:"effort"`
}

func (h *Holder) Configure(s *actors.Setup) error {
	one := actors.Sizes{"joints": 1, "positions": 1, "velocities": 1}
	s.Size(&h.State, one)
	s.Size(&h.Effort, one)
	return nil
}

func (h *Holder) Tick(t *actors.Tick) error {
	state, err := h.State.Fresh(t)
	if err != nil {
		return h.Effort.Withdraw(t) // no state, or one older than 30 ms: let go
	}
	if len(state.Position) != 1 || len(state.Velocity) != 1 {
		return h.Effort.Withdraw(t) // a value that was cut off is handed over as it is, and so is NaN
	}
	torque := -40*state.Position[0] - 10*state.Velocity[0] // N m
	if math.IsNaN(torque) {
		return h.Effort.Withdraw(t)
	}
	c := h.Effort.Loan()
	c.Control[0], c.Effort[0] = messages.ControlEffort, max(-5, min(5, torque))
	return h.Effort.Publish(t)
}

// holding is the experiment: a joint of 1 kg m^2 between two stops that begins 0.3 rad from zero,
// and what must hold whatever fails.
func holding(t actortest.TB, seed uint64) *actortest.Lab {
	lab := actortest.New(t, actors.Application{Actors: []actors.Spec{
		{Name: "arm/holder", Period: 10 * time.Millisecond, New: func() any { return &Holder{} }},
	}}, seed)
	effort := func(v *actortest.View) (newtonMeters float64, ok bool) {
		c, _, ok := actortest.Value[messages.JointCommand](v, "arm/holder.effort")
		if !ok {
			return 0, false
		}
		return c.Effort[0], true
	}
	q, dq := 0.3, 0.0 // rad, rad/s
	state := actortest.Feed[messages.JointState](lab, "arm/holder.state")
	state.Every(10*time.Millisecond, func(messages.Instant) (messages.JointState, bool) {
		torque, _ := effort(lab.View())
		dq += (torque - 0.5*dq) * 0.01 // with a little friction
		if q += dq * 0.01; math.Abs(q) > 0.5 {
			q, dq = math.Copysign(0.5, q), 0 // its stops
		}
		return messages.JointState{Position: []float64{q}, Velocity: []float64{dq}, Effort: []float64{torque}}, true
	})
	lab.Always("the effort is at most 5 N m", func(v *actortest.View) error {
		if e, ok := effort(v); ok && !(math.Abs(e) <= 5) {
			return fmt.Errorf("it is %.2f N m", e)
		}
		return nil
	})
	lab.Recovers("the joint rests at zero", 5*time.Second, func(*actortest.View) bool { return math.Abs(q) < 0.01 })
	lab.Sometimes("the holder lets go", func(v *actortest.View) bool { _, ok := effort(v); return !ok })
	lab.Sometimes("the holder is restarted", func(v *actortest.View) bool { return v.Health("arm/holder").Incarnation > 1 })
	return lab
}

// What happens when, and what must follow, in one run.
func TestALostStateLetsGoOfTheJoint(t *testing.T) {
	lab := holding(t, 1)
	lab.Inject("at 2s for 300ms drop arm/holder.state", "at 3s panic arm/holder")
	lab.Within("it lets go", 2*time.Second, 50*time.Millisecond, func(v *actortest.View) bool {
		_, _, ok := actortest.Value[messages.JointCommand](v, "arm/holder.effort")
		return !ok
	})
	lab.Run(9 * time.Second)
}

// A hundred runs with faults that nobody thought of. One that breaks something is made as small as
// it can be.
func TestNoFaultsBreakTheHolder(t *testing.T) {
	actortest.Search(t, actortest.Space{Duration: 8 * time.Second}, holding)
}
