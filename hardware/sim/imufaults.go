package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// imuFault is an injected fault of an inertial measurement unit. Its memory belongs to the
// goroutine that reads the unit.
type imuFault struct {
	actors.Fault
	met    bool
	frozen messages.Inertial
}

// act changes a reading.
func (f *imuFault) act(r *messages.Inertial) {
	switch {
	case f.Kind == actors.FaultImuFrozen:
		if !f.met {
			f.met, f.frozen = true, *r
		}
		*r = f.frozen
	case f.Choice == "gyroscope":
		r.AngularVelocity[1] += f.Amount
	case f.Choice == "accelerometer":
		r.Acceleration[0] += f.Amount
	default: // pitch
		r.Orientation = spatial.QuatOf(r.Orientation).Times(spatial.Exp(spatial.Vec{Y: f.Amount})).Array()
	}
}

// imuFaults are the faults of the unit. Any goroutine may change the list, by replacing it.
type imuFaults struct{ all atomic.Pointer[[]*imuFault] }

// act has the faults change a reading.
func (s *imuFaults) act(r *messages.Inertial) {
	if all := s.all.Load(); all != nil {
		for _, f := range *all {
			f.act(r)
		}
	}
}

func (s *imuFaults) change(edit func([]*imuFault) []*imuFault) {
	for {
		old := s.all.Load()
		var now []*imuFault
		if old != nil {
			now = slices.Clone(*old)
		}
		now = edit(now)
		if s.all.CompareAndSwap(old, &now) {
			return
		}
	}
}

// imuSite is where faults of the unit are injected.
type imuSite struct {
	faults *imuFaults
	target string
}

var _ actors.FaultSite = imuSite{}

// SensorFaults returns the site of the faults of the plant's inertial measurement unit, nil without
// one. Its target is the output of the plant's actor, whose path is given.
func (p *Plant) SensorFaults(path string) actors.FaultSite {
	if !p.imu {
		return nil
	}
	return imuSite{&p.imuFaults, path + ".imu"}
}

// FaultKinds implements actors.FaultSite.
func (s imuSite) FaultKinds() []actors.FaultKind {
	return []actors.FaultKind{actors.FaultImuFrozen, actors.FaultImuBiased}
}

// FaultTargets implements actors.FaultSite.
func (s imuSite) FaultTargets() []string { return []string{s.target} }

// InjectFault implements actors.FaultSite.
func (s imuSite) InjectFault(f actors.Fault, target string, _ messages.Instant, _ *rand.Rand) (end func(), err error) {
	if target != s.target {
		return nil, fmt.Errorf("unknown sensor %q; known: %s", target, s.target)
	}
	one := &imuFault{Fault: f}
	s.faults.change(func(all []*imuFault) []*imuFault { return append(all, one) })
	return func() {
		s.faults.change(func(all []*imuFault) []*imuFault {
			return slices.DeleteFunc(all, func(have *imuFault) bool { return have.Fault == f })
		})
	}, nil
}
