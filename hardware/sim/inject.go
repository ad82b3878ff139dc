package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

var _ actors.FaultChecker = (*Plant)(nil)

// FaultKinds implements actors.FaultSite: all faults of drives and of their sensors. Actuators may
// have more than servos.
func (p *Plant) FaultKinds() (all []actors.FaultKind) {
	if len(p.actuated) == 0 {
		return servo.FaultKinds()
	}
	for _, c := range actors.FaultClasses() {
		if c.Seam == actors.SeamJoint {
			all = append(all, c.Kind)
		}
	}
	return all
}

// FaultTargets implements actors.FaultSite: the joints that servos and actuators drive.
func (p *Plant) FaultTargets() []string {
	names := p.servoJoints()
	for i := range p.actuated {
		names = append(names, p.actuated[i].name)
	}
	return names
}

// servoJoints lists the joints that servos drive.
func (p *Plant) servoJoints() []string {
	names := make([]string, len(p.servos), len(p.servos)+len(p.actuated))
	for i := range p.servos {
		names[i] = p.servos[i].Info().Joint
	}
	return names
}

// CheckFault implements actors.FaultChecker: only a drive with a brake has a failure of one.
func (p *Plant) CheckFault(f actors.Fault, joint string) error {
	if a := p.actuator(joint); a != nil {
		return a.CheckFault(f)
	}
	s, err := p.servo(joint)
	if err != nil {
		return err
	}
	if kinds := servo.FaultKinds(); !slices.Contains(kinds, f.Kind) {
		return fmt.Errorf("plant of world %q: the simulated drive of joint %q has no %s; it has %v", p.mechanism.World().Name(), joint, f.Kind, kinds)
	}
	if f.Kind == actors.FaultBrake && !s.Info().Brake {
		return fmt.Errorf("plant of world %q: the drive of joint %q has no brake; drives with one: %v", p.mechanism.World().Name(), joint, p.braked())
	}
	return nil
}

// InjectFault implements actors.FaultSite. The fault acts from the next step of the plant on.
func (p *Plant) InjectFault(f actors.Fault, joint string, now messages.Instant, draw *rand.Rand) (end func(), err error) {
	if err := p.CheckFault(f, joint); err != nil {
		return nil, err
	}
	if a := p.actuator(joint); a != nil {
		return a.InjectFault(f, now, draw)
	}
	s, err := p.servo(joint)
	if err != nil {
		return nil, err
	}
	return s.Inject(f, p.neighbour(s.Servo), now, draw), nil
}

func (p *Plant) braked() (names []string) {
	for _, s := range p.servos {
		if s.Info().Brake {
			names = append(names, s.Info().Joint)
		}
	}
	return names
}

// neighbour is the next servo on the bus of a servo, or of the plant where it has no bus; itself
// where it is alone.
func (p *Plant) neighbour(s *servo.Servo) *servo.Servo {
	for _, port := range p.ports {
		if i := slices.Index(port.servos, s); i >= 0 {
			return port.servos[(i+1)%len(port.servos)]
		}
	}
	at := slices.IndexFunc(p.servos, func(other plantServo) bool { return other.Servo == s })
	return p.servos[(at+1)%len(p.servos)].Servo
}
