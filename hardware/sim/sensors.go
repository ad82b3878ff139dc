package sim

import (
	"errors"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

const (
	// footSignals is how many numbers the port feet has a set of contacts: force and moment on the
	// body about its origin, in the body's axes, N and N m.
	footSignals = 6
	// contactSignals is how many the port contacts has a set: force and moment on the body about
	// its origin, in world axes, N and N m, the least margin in the friction cones, and the numbers
	// of points that touch and that slip.
	contactSignals = 9
)

// sensorSet holds the sensors of a plant that are no drives. None of their ports is there unless it
// has something to say.
type sensorSet struct {
	base   *baseSensor
	imu    *inertialSensor
	feet   FeetOptions
	random *rand.Rand // of the feet

	forces   []physics.ContactForce   // scratch
	readings []messages.SensorReading // of the sensors that buses may carry

	baseOut     actors.Out[messages.VirtualState]
	imuOut      actors.Out[messages.Inertial]
	feetOut     actors.Out[messages.Signals]
	contactsOut actors.Out[messages.Signals]
	graspsOut   actors.Out[messages.Signals]
}

// configure adds the ports.
func (s *sensorSet) configure(p *Plant, setup *actors.Setup) {
	s.readings = make([]messages.SensorReading, len(p.sensors))
	if s.base != nil {
		setup.Port("base", &s.baseOut, actors.PortOptions{Doc: "state of the joint of the base, as its sensor has it",
			Sizes: actors.Sizes{"positions": s.base.slot.PositionLength, "velocities": s.base.slot.VelocityLength}})
	}
	if s.imu != nil {
		setup.Port("imu", &s.imuOut, actors.PortOptions{Doc: "inertial measurement unit"})
	}
	if sets := p.mechanism.NumContactSets(); sets > 0 {
		setup.Port("feet", &s.feetOut, actors.PortOptions{Doc: "a set of contacts: force N and moment N m on its body about its origin, in its axes, as its sensor has it",
			Sizes: actors.Sizes{"signals": footSignals * sets}})
		setup.Port("contacts", &s.contactsOut, actors.PortOptions{Doc: "what is true of a set of contacts: force N and moment N m in world axes, least margin in the friction cones, points that touch and that slip; for reports only",
			Sizes: actors.Sizes{"signals": contactSignals * sets}})
	}
	if grasps := p.mechanism.NumGrasps(); grasps > 0 {
		setup.Port("grasps", &s.graspsOut, actors.PortOptions{Doc: "a grasp: 1 while the gripper holds something, 0 otherwise, as a switch between its fingers tells",
			Sizes: actors.Sizes{"signals": grasps}})
	}
}

// send sends what the sensors say at the plant's instant.
func (s *sensorSet) send(p *Plant, t *actors.Tick) error {
	var errs []error
	if s.base != nil {
		out := s.baseOut.Loan()
		s.base.read(p.mechanism, out)
		errs = append(errs, s.baseOut.SendAt(t, out, p.Now()))
	}
	if s.imu != nil {
		out := s.imuOut.Loan()
		s.imu.read(p.mechanism, out)
		p.imuFaults.act(out)
		s.reading(p, 0).Inertial = *out
		errs = append(errs, s.imuOut.SendAt(t, out, p.Now()))
	}
	if p.mechanism.NumGrasps() > 0 {
		out := s.graspsOut.Loan()
		for i := range out.Value {
			out.Value[i] = 0
			if p.mechanism.Grasped(i) {
				out.Value[i] = 1
			}
			s.reading(p, switchReading(s.imu != nil, p.mechanism, i)).Switch.Closed = out.Value[i] == 1
		}
		errs = append(errs, s.graspsOut.SendAt(t, out, p.Now()))
	}
	defer func() { p.publishReadings(s.readings) }()
	if p.mechanism.NumContactSets() == 0 {
		return errors.Join(errs...)
	}
	s.forces = p.mechanism.ContactForces(s.forces[:0])
	feet, contacts := s.feetOut.Loan(), s.contactsOut.Loan()
	for i := range s.forces {
		f := &s.forces[i]
		s.sole(p, f, feet.Value[footSignals*i:footSignals*(i+1)])
		wrenchReading(s.reading(p, footReading(s.imu != nil, i)), feet.Value[footSignals*i:])
		to := contacts.Value[contactSignals*i : contactSignals*(i+1)]
		copy(to[:3], f.Wrench.Force[:])
		copy(to[3:6], f.Wrench.Moment[:])
		to[6], to[7], to[8] = f.Margin, float64(f.Touching), float64(f.Slipping)
	}
	return errors.Join(append(errs, s.feetOut.SendAt(t, feet, p.Now()), s.contactsOut.SendAt(t, contacts, p.Now()))...)
}

// sole writes what the force sensor of a set of contacts says.
func (s *sensorSet) sole(p *Plant, f *physics.ContactForce, to []float64) {
	w := p.mechanism.InBody(f.Body, f.Wrench)
	for k := range 3 {
		to[k] = w.Force[k] + drawn(s.random, s.feet.ForceNoise)
		to[3+k] = w.Moment[k] + drawn(s.random, s.feet.MomentNoise)
	}
}

// Sensors implements hardware.SensorProvider: the sensors that the options ask for.
func (o *PlantOptions) Sensors() (all []hardware.Sensor) {
	if o.Base != (BaseOptions{}) {
		all = append(all, hardware.Sensor{Port: "base", Carries: "messages.VirtualState", Joint: o.Base.Joint})
	}
	if o.Imu != (InertialOptions{}) {
		all = append(all, hardware.Sensor{Port: "imu", Carries: "messages.Inertial"})
	}
	if len(o.Contacts) > 0 {
		all = append(all, hardware.Sensor{Port: "feet", Carries: "messages.Signals"})
	}
	if len(o.Grasps) > 0 {
		all = append(all, hardware.Sensor{Port: "grasps", Carries: "messages.Signals"})
	}
	return all
}

// ContactBodies lists the body of each set of contacts, in the order of the output feet. Views draw
// the forces there.
func (o *PlantOptions) ContactBodies() (bodies []string) {
	for i := range o.Contacts {
		bodies = append(bodies, o.Contacts[i].Body)
	}
	return bodies
}

// sensors makes the sensors that are no drives.
func (o *PlantOptions) sensors(p *Plant, seed uint64) (s sensorSet, err error) {
	random := func(name string) *rand.Rand { return rand.New(stream(seed, "encoder//sensor/"+name)) }
	c := &optioncheck.Errors{}
	if o.Base != (BaseOptions{}) {
		s.base, err = newBaseSensor(p.mechanism.World(), o.Base, random("base"))
		c.In("base", err)
	}
	if o.Imu != (InertialOptions{}) {
		s.imu, err = newInertialSensor(p.mechanism.World(), o.Imu, random("imu"))
		c.In("imu", err)
	}
	c.AtLeast("feet.force_noise", o.Feet.ForceNoise, 0)
	c.AtLeast("feet.moment_noise", o.Feet.MomentNoise, 0)
	s.feet, s.random = o.Feet, random("feet")
	return s, c.Err()
}
