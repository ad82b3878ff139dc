package environment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

var _ actors.Faulty = Actor{}

// WithFaults implements actors.Faulty: somebody moves bodies that the options name. A simulation
// moves bodies by itself: an environment of the variant physics has no such fault.
func (a Actor) WithFaults(path string) (instance any, site actors.FaultSite) {
	a.moved = &movedBodies{}
	if variant, err := a.variant(); err == nil && variant != Physics {
		for i := range a.Bodies {
			a.moved.targets = append(a.moved.targets, path+"."+a.Bodies[i].Name)
		}
		a.moved.bodies = make([]movedBody, len(a.Bodies))
	}
	return &a, a.moved
}

// movedBodies is the site of the faults that move bodies. It outlives the actor's incarnations.
type movedBodies struct {
	targets []string
	mutex   sync.Mutex // held by the actor's tick and by injections
	bodies  []movedBody
}

// movedBody is a body with the faults that move it.
type movedBody struct {
	Moves []bodyMove
	// Base is where the body would be, and Left where the faults have left it.
	Base, Left spatial.Pose
}

// bodyMove is one fault.
type bodyMove struct {
	Fault actors.Fault
	Way   [3]float64 // m
	Time  time.Duration
	Share float64 // of the way that the body has gone
	Over  bool    // it goes back
}

// FaultKinds implements actors.FaultSite.
func (m *movedBodies) FaultKinds() []actors.FaultKind {
	return []actors.FaultKind{actors.FaultBodyMoved}
}

// FaultTargets implements actors.FaultSite.
func (m *movedBodies) FaultTargets() []string { return m.targets }

// InjectFault implements actors.FaultSite.
func (m *movedBodies) InjectFault(f actors.Fault, target string, _ messages.Instant, _ *rand.Rand) (end func(), err error) {
	i := slices.Index(m.targets, target)
	if i < 0 || f.Kind != actors.FaultBodyMoved {
		return nil, fmt.Errorf("%s of %q: expected %s of one of %v", f.Kind, target, actors.FaultBodyMoved, m.targets)
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	move := bodyMove{Fault: f, Time: f.Delay}
	move.Way[strings.Index("xyz", f.Choice)] = f.Amount
	m.bodies[i].Moves = append(m.bodies[i].Moves, move)
	return func() { m.end(i, f) }, nil
}

// end lets a body go back.
func (m *movedBodies) end(body int, f actors.Fault) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for k := range m.bodies[body].Moves {
		if move := &m.bodies[body].Moves[k]; move.Fault == f {
			move.Over = true
		}
	}
}

// step moves the bodies in a step of an environment.
func (m *movedBodies) step(options []BodyOptions, edit *Edit, dt time.Duration) error {
	if m == nil {
		return nil
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for i := range m.bodies {
		if len(m.bodies[i].Moves) == 0 {
			continue
		}
		if err := m.bodies[i].step(options[i].Name, edit, dt); err != nil {
			return err
		}
	}
	return nil
}

// step moves one body. Somebody who takes it into a hand has it: its faults end.
func (b *movedBody) step(name string, edit *Edit, dt time.Duration) error {
	h, err := edit.Handle(name)
	if err != nil {
		return nil // a message removed or renamed it
	}
	o, err := edit.scene.object(h, "a body of this scene")
	if err != nil || o.body == nil {
		return nil // a robot has the name now
	}
	if o.hold.by != nil {
		b.Moves = nil
		return nil
	}
	if at := edit.scene.poseOf(o); at != b.Left || b.still() {
		b.Base = at // it was observed or put there
	}
	b.Left = b.Base
	for k := range b.Moves {
		move := &b.Moves[k]
		move.step(dt)
		for axis, way := range move.Way {
			b.Left.P[axis] += move.Share * way
		}
	}
	b.Moves = slices.DeleteFunc(b.Moves, func(move bodyMove) bool { return move.Over && move.Share == 0 })
	if err := edit.SetPose(h, b.Left); err != nil {
		return err
	}
	o, err = edit.scene.object(h, "a body of this scene")
	b.Left = edit.scene.poseOf(o)
	return err
}

// still reports whether no fault has moved the body yet.
func (b *movedBody) still() bool {
	return !slices.ContainsFunc(b.Moves, func(move bodyMove) bool { return move.Share > 0 })
}

// step goes on along the way, or back.
func (m *bodyMove) step(dt time.Duration) {
	part := 1.0
	if m.Time > 0 {
		part = min(dt.Seconds()/m.Time.Seconds(), 1)
	}
	if m.Over {
		part = -part
	}
	m.Share = min(max(m.Share+part, 0), 1)
}
