package actors

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/messages"
)

// FaultSwitch is the site of faults that an actor or a driver carries out itself. It has one
// target, the actor or the joint of a drive, and outlives their incarnations. Of several faults the
// newest acts.
type FaultSwitch struct {
	target  string
	kinds   []FaultKind
	present atomic.Pointer[PresentFault]
}

// PresentFault is the fault that an actor carries out, with its own random stream.
type PresentFault struct {
	Fault
	Draw *rand.Rand
	// Turns belongs to the actor: it may count its ticks.
	Turns int
}

var _ FaultSite = (*FaultSwitch)(nil)

// NewFaultSwitch returns the site of some kinds of faults of an actor, by its path, or of the drive
// of a joint, by the joint's name.
func NewFaultSwitch(target string, kinds ...FaultKind) *FaultSwitch {
	return &FaultSwitch{target: target, kinds: kinds}
}

// FaultKinds implements FaultSite.
func (s *FaultSwitch) FaultKinds() []FaultKind { return s.kinds }

// FaultTargets implements FaultSite.
func (s *FaultSwitch) FaultTargets() []string { return []string{s.target} }

// InjectFault implements FaultSite.
func (s *FaultSwitch) InjectFault(f Fault, target string, _ messages.Instant, draw *rand.Rand) (end func(), err error) {
	if target != s.target || !slices.Contains(s.kinds, f.Kind) {
		return nil, fmt.Errorf("%s has no %s of %q; it has %v", s.target, f.Kind, target, s.kinds)
	}
	one := &PresentFault{Fault: f, Draw: draw}
	s.present.Store(one)
	return func() {
		if p := s.present.Load(); p != nil && p.Fault == f {
			s.present.CompareAndSwap(p, nil)
		}
	}, nil
}

// Present returns the fault that acts now, nil without one. A nil switch has none.
func (s *FaultSwitch) Present() *PresentFault {
	if s == nil {
		return nil
	}
	return s.present.Load()
}
