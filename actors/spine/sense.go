package spine

import (
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// isWheel reports whether a joint is a wheel, by its name.
func isWheel(joint string) bool { return strings.HasSuffix(joint, "wheel") }

// senses assembles the observation. What a source no longer sends keeps its last value; its age
// shows in the key sources.
type senses struct {
	world       *worlds.World // of the snapshots; nil without one
	observation dictionary.Observation
	data        []byte    // the observation of this cycle in MessagePack
	position    []float64 // of the joints
	stopped     bool      // every drive has confirmed that it is off
	halted      int       // the first joint that does not run, by its drive or for want of a state; -1: none
	replies     uint64    // drives that answered in this cycle

	states []actors.In[messages.DriveState]

	epoch messages.Instant // the instant at which the time of observations was epochS
	// epochS is the wall clock at that instant, s since 1970; 0 in virtual time.
	epochS  float64
	virtual bool

	imu         dictionary.Imu
	orientation messages.BaseOrientation
	contact     dictionary.FloorContact
	odometry    messages.WheelOdometry
	sim         dictionary.Sim
	gravity     float64 // m/s^2, downward
}

// Places of the sources in the observation, after those of the servos.
const (
	imuSource = iota
	orientationSource
	contactSource
	odometrySource
	baseSource
	extraSources
)

var extraNames = [extraSources]string{"imu", "base_orientation", "floor_contact", "wheel_odometry", "sim"}

// configure makes the parts of the observation and the inputs for the states of the buses.
func (s *senses) configure(setup *actors.Setup, joints, wheels []string, buses hardware.BusList) {
	s.virtual, s.gravity = setup.Virtual(), standardGravity
	if w, err := actors.Resource[*worlds.World](setup); err == nil {
		s.world = w
		if m, err := w.Model(); err == nil {
			g := m.Gravity()
			s.gravity = spatial.VecOf(g).Norm()
		}
	}
	s.position = make([]float64, len(joints))
	for _, name := range joints {
		s.observation.Servos = append(s.observation.Servos, dictionary.Servo{Name: name, QCurrent: math.NaN(), DCurrent: math.NaN(), Voltage: math.NaN(), Temperature: math.NaN()})
		s.observation.Sources = append(s.observation.Sources, dictionary.Source{Name: "servo." + name})
	}
	for _, name := range extraNames {
		s.observation.Sources = append(s.observation.Sources, dictionary.Source{Name: name})
	}
	for _, name := range wheels {
		s.contact.Wheels = append(s.contact.Wheels, dictionary.WheelContact{Name: name})
	}
	s.states = make([]actors.In[messages.DriveState], len(buses))
	for i, b := range buses {
		n := len(b.Joints)
		setup.Port(hardware.StatePort(b.Name), &s.states[i], actors.PortOptions{Doc: "states of the drives of bus " + b.Name,
			Sizes: actors.Sizes{"drives": n, "temperatures": n, "voltages": n, "currents": n, "fault_words": n}})
	}
}

// standardGravity is that of ISO 80000-3, m/s^2.
const standardGravity = 9.80665

// begin sets the time of the observations.
func (s *senses) begin(now messages.Instant) {
	if s.epoch = now; !s.virtual {
		s.epochS = wallClock()
	}
}

// restart begins the time of an episode, in virtual time: a reset gives the same observations
// whenever it happens.
func (s *senses) restart(now messages.Instant) {
	if s.virtual {
		s.epoch = now
	}
}

// look takes what the inputs have in this cycle, and assembles the observation.
func (a *Actor) look(t *actors.Tick) {
	s := &a.sense
	s.observation.TimeS = s.epochS + t.Now.Sub(s.epoch).Seconds()
	a.lookAtJoints(t)
	a.lookAtDrives(t)
	a.lookAtObservers(t)
	s.data = s.observation.Append(s.data[:0])
}

// lookAtJoints takes the motion of the joints.
func (a *Actor) lookAtJoints(t *actors.Tick) {
	s := &a.sense
	snapshot, err := a.Snapshot.Fresh(t)
	if s.world != nil {
		snapshot, err = s.world.Whole(snapshot, err)
	}
	sequence := a.Snapshot.Stamp().Sequence
	s.stopped, s.halted = err == nil, -1
	for i := range a.joints {
		j, servo := &a.joints[i], &s.observation.Servos[i]
		source := &s.observation.Sources[i]
		valid := err == nil && snapshot.Valid[j.index]
		if valid {
			source.Sequence, source.StampNs = sequence, int64(snapshot.Time[j.index])
			s.position[i] = snapshot.Position[j.slot.Position]
			servo.Position, servo.Velocity, servo.Torque = s.position[i], snapshot.Velocity[j.slot.Velocity], snapshot.Effort[j.slot.Velocity]
			servo.Mode, servo.Fault = modeCode(snapshot.Mode[j.index]), 0
			j.mode = snapshot.Mode[j.index]
		}
		s.stopped = s.stopped && valid && j.mode == messages.ModeOff
		source.AgeS = t.Now.Sub(messages.Instant(source.StampNs)).Seconds()
		if s.halted < 0 && !a.runs(i, t.Now) {
			s.halted = i
		}
	}
}

// Codes of moteus for the modes of drives that report none of their own.
const (
	stoppedCode  = 0
	faultCode    = 1
	positionCode = 10
	dampCode     = 12
	brakeCode    = 15
)

// modeCode returns the code of moteus that is nearest to a mode.
func modeCode(m messages.Mode) int {
	switch {
	case m.Passes() || m == messages.ModeRampHold:
		return positionCode
	case m == messages.ModeDamp:
		return dampCode
	case m == messages.ModeBrake:
		return brakeCode
	}
	return stoppedCode
}

// lookAtDrives takes what the drives say of themselves.
func (a *Actor) lookAtDrives(t *actors.Tick) {
	s := &a.sense
	s.replies = 0
	for i := range a.joints {
		j := &a.joints[i]
		if j.bus < 0 {
			continue
		}
		state, _, ok := s.states[j.bus].Latest()
		if !ok || j.drive >= len(state.Answered) || !state.Answered[j.drive] {
			continue
		}
		s.replies++
		servo, d := &s.observation.Servos[i], j.drive
		if d < len(state.Temperature) {
			servo.Temperature = state.Temperature[d]
		}
		if d < len(state.Voltage) {
			servo.Voltage = state.Voltage[d]
		}
		if d < len(state.Current) {
			servo.QCurrent = state.Current[d]
		}
		if servo.Fault = int(state.Fault[d]); servo.Fault != 0 {
			servo.Mode = faultCode
		}
		if d < len(state.FaultWord) { // the mode of the firmware above its fault code
			servo.Mode, servo.Fault = int(state.FaultWord[d]>>16), int(state.FaultWord[d]&0xffff)
		}
	}
}

// lookAtObservers takes what the observers made of the sensors.
func (a *Actor) lookAtObservers(t *actors.Tick) {
	s := &a.sense
	if v := newest(t, s, imuSource, &a.Imu); v != nil {
		s.imu = s.inertial(v)
		s.observation.Imu = &s.imu
	}
	if v := newest(t, s, orientationSource, &a.BaseOrientation); v != nil {
		s.orientation = *v
		s.observation.BaseOrientation = &s.orientation
	}
	if v := newest(t, s, contactSource, &a.FloorContact); v != nil {
		s.contact.Contact, s.contact.UpperLegTorque = v.Contact, v.UpperLegTorque
		for i := range min(len(v.Wheel), len(s.contact.Wheels)) {
			s.contact.Wheels[i].WheelContact = v.Wheel[i]
		}
		s.observation.FloorContact = &s.contact
	}
	if v := newest(t, s, odometrySource, &a.WheelOdometry); v != nil {
		s.odometry = *v
		s.observation.WheelOdometry = &s.odometry
	}
	if v := newest(t, s, baseSource, &a.Base); v != nil && len(v.Position) == 7 && len(v.Velocity) == 6 {
		s.sim.Base = simBase(v)
		s.observation.Sim = &s.sim
	}
}

// newest returns the newest value of an input, nil without one, and keeps account of its source.
func newest[T any](t *actors.Tick, s *senses, place int, in *actors.In[T]) *T {
	source := &s.observation.Sources[len(s.observation.Servos)+place]
	v, stamp, ok := in.Latest()
	if ok {
		source.Sequence, source.StampNs = stamp.Sequence, int64(stamp.Time)
	}
	source.AgeS = t.Now.Sub(messages.Instant(source.StampNs)).Seconds()
	if !ok {
		return nil
	}
	return v
}

// simBase converts the state of a floating joint, whose velocity is in the axes of the base, to the
// axes of the world.
func simBase(v *messages.VirtualState) dictionary.SimBase {
	b := dictionary.SimBase{Position: [3]float64(v.Position[:3]), Orientation: [4]float64(v.Position[3:7])}
	q := spatial.QuatOf(b.Orientation)
	b.LinearVelocity = q.Rotate(spatial.VecOf([3]float64(v.Velocity[:3]))).Array()
	b.AngularVelocity = q.Rotate(spatial.VecOf([3]float64(v.Velocity[3:6]))).Array()
	return b
}

// downward is the rotation from the world, z up, to the frame of Upkie's unit: x forward, y right,
// z down.
var downward = spatial.Quat{X: 1}

// inertial converts a sample of a unit to the form of the dictionary.
func (s *senses) inertial(v *messages.Inertial) dictionary.Imu {
	q := spatial.QuatOf(v.Orientation)
	up := q.Conj().Rotate(spatial.Vec{Z: s.gravity}) // what the unit feels at rest
	return dictionary.Imu{
		Orientation:           downward.Times(q).Array(),
		AngularVelocity:       v.AngularVelocity,
		LinearAcceleration:    spatial.VecOf(v.Acceleration).Sub(up).Array(),
		RawAngularVelocity:    v.AngularVelocity,
		RawLinearAcceleration: v.Acceleration,
	}
}
