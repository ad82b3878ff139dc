package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

var _ actors.FaultChecker = (*Plant)(nil)

// FaultKinds implements actors.FaultSite: all faults of drives and of their sensors.
func (p *Plant) FaultKinds() []actors.FaultKind {
	var all []actors.FaultKind
	for _, c := range actors.FaultClasses() {
		if c.Seam == actors.SeamJoint {
			all = append(all, c.Kind)
		}
	}
	return all
}

// FaultTargets implements actors.FaultSite: the joints that servos drive.
func (p *Plant) FaultTargets() []string {
	names := make([]string, len(p.servos))
	for i, s := range p.servos {
		names[i] = s.info.Joint
	}
	return names
}

// CheckFault implements actors.FaultChecker: only a drive with a brake has a failure of one.
func (p *Plant) CheckFault(f actors.Fault, joint string) error {
	s, err := p.servo(joint)
	if err != nil {
		return err
	}
	if f.Kind == actors.FaultBrake && !s.brake.fitted() {
		return fmt.Errorf("plant of world %q: the drive of joint %q has no brake; drives with one: %v", p.world.Name(), joint, p.braked())
	}
	return nil
}

// InjectFault implements actors.FaultSite. The fault acts from the next step of the plant on.
func (p *Plant) InjectFault(f actors.Fault, joint string, now messages.Instant, draw *rand.Rand) (end func(), err error) {
	if err := p.CheckFault(f, joint); err != nil {
		return nil, err
	}
	s, err := p.servo(joint)
	if err != nil {
		return nil, err
	}
	fault := &injected{Fault: f, draw: draw, began: now, other: p.neighbour(s)}
	s.injected.add(fault)
	if f.Kind == actors.FaultSilentReset || f.Kind == actors.FaultTimeoutMode {
		return nil, nil
	}
	return func() { s.injected.remove(fault) }, nil
}

func (p *Plant) braked() (names []string) {
	for _, s := range p.servos {
		if s.brake.fitted() {
			names = append(names, s.info.Joint)
		}
	}
	return names
}

// neighbour is the next servo on the bus of a servo, or of the plant where it has no bus; itself where it is alone.
func (p *Plant) neighbour(s *servo) *servo {
	for _, port := range p.ports {
		if i := slices.Index(port.servos, s); i >= 0 {
			return port.servos[(i+1)%len(port.servos)]
		}
	}
	return p.servos[(slices.Index(p.servos, s)+1)%len(p.servos)]
}

// injected is a fault of one drive. What it was injected with does not change; its memory belongs to the plant.
type injected struct {
	actors.Fault
	draw  *rand.Rand
	began messages.Instant
	other *servo // the neighbour on the bus

	left     int          // answers that are still to be lost in a row
	bad      bool         // the channel of an intermittent sensor
	met      bool         // something was kept
	count    int          // samples since the last new one
	position float64      // rad or m, what is kept
	velocity float64      // rad/s or m/s
	past     [][2]float64 // readings on their way, the oldest at next
	next     int
	replies  []driveReply // answers on their way, the oldest first
}

// faultSet is read at every step and changed from other goroutines, by replacing the list.
type faultSet struct {
	all atomic.Pointer[[]*injected]
}

// load returns nil where there is no fault.
func (s *faultSet) load() []*injected {
	if all := s.all.Load(); all != nil {
		return *all
	}
	return nil
}

func (s *faultSet) add(f *injected) {
	s.change(func(all []*injected) []*injected { return append(all, f) })
}

func (s *faultSet) remove(f *injected) {
	s.change(func(all []*injected) []*injected {
		return slices.DeleteFunc(all, func(have *injected) bool { return have == f })
	})
}

func (s *faultSet) change(edit func([]*injected) []*injected) {
	for {
		old := s.all.Load()
		var next *[]*injected
		if list := edit(slices.Clone(s.load())); len(list) > 0 {
			next = &list
		}
		if s.all.CompareAndSwap(old, next) {
			return
		}
	}
}
