package coupling

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
)

// positionConfig is that of a joint of a shape whose positions come every 10 ms.
func positionConfig(shape setpoint.Shape, control messages.ControlMode) Config {
	n := shape.Velocities()
	c := Config{Control: control, MaxAge: 30 * time.Millisecond, SourcePeriod: 10 * time.Millisecond, OnStale: DecelerateAndHold, Positions: shape.Positions()}
	for range n {
		c.Acceleration, c.Velocity, c.EffortRate = append(c.Acceleration, 2), append(c.Velocity, 0.8), append(c.EffortRate, 100)
	}
	return c
}

// at is the command for a position that is a twist away from the neutral one, and moves at a twist.
func at(shape setpoint.Shape, control messages.ControlMode, way, velocity []float64) *messages.JointCommand {
	c := &messages.JointCommand{Control: []messages.ControlMode{control}, Position: make([]float64, shape.Positions()),
		Velocity: append([]float64(nil), velocity...), Effort: make([]float64, shape.Velocities())}
	if shape == setpoint.Floating {
		c.Position[3] = 1
	}
	shape.Advance(c.Position, way, 1)
	if !control.Has(messages.ControlVelocity) {
		clear(c.Velocity)
	}
	return c
}

// mover watches what a receiver hands on: the velocity of its set-point, by the positions.
type mover struct {
	t        *testing.T
	shape    setpoint.Shape
	receiver *Receiver
	out      *messages.JointCommand
	now      messages.Instant
	before   []float64
	velocity []float64
	most     float64 // change of that velocity in a cycle, since it was set to 0
}

const cycle = 2 * ms

func newMover(t *testing.T, shape setpoint.Shape, c Config) *mover {
	return &mover{t: t, shape: shape, receiver: receiver(t, c), out: at(shape, c.Control, make([]float64, 6), make([]float64, shape.Velocities())), velocity: make([]float64, shape.Velocities())}
}

func (m *mover) step() {
	m.t.Helper()
	dt := cycle.Seconds()
	if !m.receiver.Step(m.now, dt, m.out) {
		m.t.Fatalf("at %v nothing is handed on", time.Duration(m.now))
	}
	m.now += cycle
	if m.shape == setpoint.Floating {
		if q := m.out.Position[3:]; math.Abs(math.Hypot(math.Hypot(q[0], q[1]), math.Hypot(q[2], q[3]))-1) > 1e-9 {
			m.t.Fatalf("at %v the orientation %v is no unit quaternion", time.Duration(m.now), q)
		}
	}
	if m.before != nil {
		way := make([]float64, m.shape.Velocities())
		m.shape.Difference(way, m.before, m.out.Position)
		for i := range way {
			v := way[i] / dt
			if math.Abs(v) > 0.8*(1+1e-6) {
				m.t.Fatalf("at %v degree of freedom %d moves at %g; expected at most 0.8", time.Duration(m.now), i, v)
			}
			m.most, m.velocity[i] = max(m.most, math.Abs(v-m.velocity[i])), v
		}
	}
	m.before = append(m.before[:0], m.out.Position...)
}

// A set-point that has arrived is at rest: it stays where it is when the command becomes stale.
func TestASetPointThatHasArrivedStaysWhenTheCommandBecomesStale(t *testing.T) {
	m := newMover(t, setpoint.Scalar, positionConfig(setpoint.Scalar, messages.ControlPosition))
	far := at(setpoint.Scalar, messages.ControlPosition, []float64{0.01}, []float64{0})
	far.Effort[0] = 10 // it ends once the command is stale
	arrive(t, m.receiver, 0, at(setpoint.Scalar, messages.ControlPosition, []float64{0}, []float64{0}))
	m.step()
	for m.now < 100*ms {
		arrive(t, m.receiver, m.now, far)
		m.step()
	}
	followed := m.out.Effort[0]
	for m.now < 300*ms {
		m.step()
	}
	if followed == 0 || m.out.Effort[0] != 0 {
		t.Errorf("effort %g, then %g; expected a command that becomes stale", followed, m.out.Effort[0])
	}
	if got := m.out.Position[0]; math.Abs(got-0.01) > 1e-12 {
		t.Errorf("position %g; expected that it stays at 0.01", got)
	}
}

// A sender that comes back asks for a position far from the one that is held.
func TestAFreshPositionTakesOverWithinTheAcceleration(t *testing.T) {
	for _, shape := range []setpoint.Shape{setpoint.Scalar, setpoint.Planar, setpoint.Floating} {
		for _, control := range []messages.ControlMode{messages.ControlPosition, messages.ControlPositionVelocity} {
			for _, resample := range []Resample{Hold, Linear, Cubic} {
				t.Run(fmt.Sprintf("%d joint in %s, %s", shape.Velocities(), control, resample), func(t *testing.T) {
					c := positionConfig(shape, control)
					c.Resample = resample
					m, rest := newMover(t, shape, c), make([]float64, shape.Velocities())
					arrive(t, m.receiver, 0, at(shape, control, rest, rest))
					for m.now < 200*ms {
						m.step()
					}
					goal := []float64{0.3, -0.2, 1.2, 0.4, -0.9, 0.2}[:shape.Velocities()]
					for m.now < 2200*ms {
						if m.now%(10*ms) == 0 {
							arrive(t, m.receiver, m.now, at(shape, control, goal, rest))
						}
						m.step()
					}
					if m.most > 2*cycle.Seconds()*(1+1e-6)+1e-3*float64(len(rest)-1) { // axes that turn, turn velocities
						t.Errorf("the velocity changed by %g in a cycle; expected at most %g", m.most, 2*cycle.Seconds())
					}
					want := at(shape, control, goal, rest).Position
					for i, p := range m.out.Position {
						if math.Abs(p-want[i]) > 1e-9 {
							t.Fatalf("it ends at %v; expected %v", m.out.Position, want)
						}
					}
				})
			}
		}
	}
}

func TestASetPointThatMovesIsMetOnItsWay(t *testing.T) {
	for _, control := range []messages.ControlMode{messages.ControlPosition, messages.ControlPositionVelocity} {
		for _, resample := range []Resample{Hold, Linear} {
			c := positionConfig(setpoint.Scalar, control)
			c.Resample = resample
			m := newMover(t, setpoint.Scalar, c)
			arrive(t, m.receiver, 0, at(setpoint.Scalar, control, []float64{0}, []float64{0}))
			const speed = 0.3
			for m.now < 4000*ms {
				if m.now%(10*ms) == 0 && m.now > 500*ms {
					arrive(t, m.receiver, m.now, at(setpoint.Scalar, control, []float64{0.1 + speed*(m.now.Seconds()-0.5)}, []float64{speed}))
				}
				m.step()
			}
			want := 0.1 + speed*(m.now.Seconds()-0.5)
			if late := want - m.out.Position[0]; late < 0 || late > speed*0.022 {
				t.Errorf("%s, %s: it is %g behind a set-point of %g /s; expected at most two periods", control, resample, late, speed)
			}
		}
	}
}

// A coupling of positions alone was under way, at the limit of velocity, when its sender fell
// silent.
func TestAPositionUnderWayComesToRestWithinTheAcceleration(t *testing.T) {
	m := newMover(t, setpoint.Scalar, positionConfig(setpoint.Scalar, messages.ControlPosition))
	rest := []float64{0}
	arrive(t, m.receiver, 0, at(setpoint.Scalar, messages.ControlPosition, rest, rest))
	m.step()
	arrive(t, m.receiver, m.now, at(setpoint.Scalar, messages.ControlPosition, []float64{5}, rest))
	for m.now < 32*ms {
		m.step()
	}
	if m.velocity[0] < 0.79 {
		t.Fatalf("it moves at %g; expected the limit", m.velocity[0])
	}
	m.most = 0
	for m.now < 1000*ms {
		m.step()
	}
	if m.most > 2*cycle.Seconds()*(1+1e-6) || m.velocity[0] != 0 {
		t.Errorf("the velocity changed by %g in a cycle and ends at %g; expected at most %g, and rest", m.most, m.velocity[0], 2*cycle.Seconds())
	}
}

func TestThePositionOfATurnedBaseBrakesAlongTheAxesOfItsBody(t *testing.T) {
	c := positionConfig(setpoint.Planar, messages.ControlPositionVelocity)
	m := newMover(t, setpoint.Planar, c)
	for ; m.now < 500*ms; m.step() {
		if m.now%(10*ms) == 0 { // it looks along y, and drives forward
			arrive(t, m.receiver, m.now, &messages.JointCommand{Control: []messages.ControlMode{c.Control},
				Position: []float64{0, 0.5 * m.now.Seconds(), math.Pi / 2}, Velocity: []float64{0.5, 0, 0}, Effort: []float64{0, 0, 0}})
		}
	}
	x, y := m.out.Position[0], m.out.Position[1]
	for m.now < 2000*ms {
		m.step()
	}
	if dx, dy := m.out.Position[0]-x, m.out.Position[1]-y; math.Abs(dx) > 1e-9 || math.Abs(dy-0.0625) > 0.02 {
		t.Errorf("it comes to rest %g m along x and %g m along y; expected 0 and about 0.0625", dx, dy)
	}
}

func TestAnOrientationThatIsNoUnitQuaternionIsRefused(t *testing.T) {
	r := receiver(t, positionConfig(setpoint.Floating, messages.ControlPosition))
	c := at(setpoint.Floating, messages.ControlPosition, make([]float64, 6), make([]float64, 6))
	c.Position[3] = 0
	if err := r.Arrived(0, c); err == nil || !strings.Contains(err.Error(), "length 0; expected 1") {
		t.Errorf("%v", err)
	}
}

func TestAnOrientationThatIsNotCommandedMayBeAnything(t *testing.T) {
	r := receiver(t, positionConfig(setpoint.Floating, messages.ControlVelocity))
	c := at(setpoint.Floating, messages.ControlVelocity, make([]float64, 6), make([]float64, 6))
	c.Position[3] = 0
	if err := r.Arrived(0, c); err != nil {
		t.Error(err)
	}
}

func TestAPositionOfNoKnownShapeIsRefused(t *testing.T) {
	c := positionConfig(setpoint.Planar, messages.ControlPosition)
	c.Positions = 7
	if _, err := New(c); err == nil || !strings.Contains(err.Error(), "7 positions and 3 degrees of freedom") {
		t.Errorf("%v", err)
	}
}
