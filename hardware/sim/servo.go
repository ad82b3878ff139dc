package sim

import (
	"math"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// servo is one simulated drive at work. The plant steps it: it reads its encoder, decides an effort, and says with
// which effort and friction it acts on the joint. It decides by what it reads, never by what is true.
type servo struct {
	info hardware.DriveInfo

	// Constants, resolved from the options.
	dt                 float64 // s
	stiffness, damping float64 // N m/rad, N m s/rad
	corner             float64 // 1/s, stiffness over damping
	viscous            float64 // N m s/rad, linear friction that it makes up for
	takes              bool    // takes over what weighs on the joint beyond what the loop pulls with at the velocity limit
	slip               float64 // rad, how far the spring is drawn at most: for all effort, or for the velocity limit from its opposite
	holdRate           float64 // 1/s
	stopDeceleration   float64 // rad/s^2
	dampEffort         float64 // N m
	limitedSpeed       float64
	lagged             float64 // share of the way to a new effort that the current loop makes in a step
	smoothed           float64 // the same for the load estimate
	coulomb, breakaway float64 // N m
	stribeck           float64 // rad/s
	faultMode          messages.Mode
	overspeed          float64     // rad/s
	followingError     float64     // rad; 0 = unchecked
	given              Disturbance // what it was told is wrong with it
	disturbance        Disturbance // what is wrong with it: that, and what was injected
	disturbed          bool        // something is
	frozenAt           float64     // rad, what a frozen encoder reads
	positionAt         int         // where the joint stands in the plant's position vector
	velocityAt         int         // and in its velocity vector

	// The state machine. Modes climb; only start makes them fall.
	mode     messages.Mode
	arm      uint32 // the newest number that was used or spent
	starting bool   // torque is on while the brake opens; mode is still the old one
	starts   messages.Mode
	released bool // in ramp_off and brake: torque is off again
	fault    uint16
	fed      messages.Instant // when the watchdog was last fed
	stopBy   messages.Instant // when a ramp ends even if the joint still moves

	deadlocked bool // after a reset: no command runs it before it has heard a stop

	injected faultSet
	ailing   bool        // faults are injected, or were at the last step
	ailments []*injected // those of this step
	// What is true, for the sensor of a neighbour with the wrong plug.
	truePosition, trueVelocity float64
	sequence                   uint64 // of the newest answer

	target    setPoints
	reference reference

	encoder      encoder
	brake        brake
	effort       float64 // N m, that of the motor behind the current loop
	torqueSensor bool
	carried      float64 // N m, what the brake gives, as the torque sensor has it; none without one
	load         float64 // N m, effort and what the brake carries, without quick changes
	taken        float64 // N m, what it has taken over; see bear
}

// setPoints are what the newest command of the obeyed arm number asks for.
type setPoints struct {
	control                    messages.ControlMode
	position, velocity, effort float64
}

// loadTime is the time constant of the load estimate, s.
const loadTime = 0.02

// step decides the effort of one step of the plant that begins now.
func (s *servo) step(now messages.Instant) {
	if faults := s.injected.load(); faults != nil || s.ailing {
		s.ail(now, faults)
	}
	s.supervise(now)
	demand := s.demand(now)
	if most := s.mostEffort(); !s.disturbance.Unlimited {
		demand = within(demand, -most, most)
	}
	s.effort += s.lagged * (demand - s.effort)
	s.load += s.smoothed * (s.effort + s.carried - s.load)
	s.brake.update(now)
}

// mostEffort is what the drive can give, N m or N.
func (s *servo) mostEffort() float64 { return s.info.Limits.Effort * (1 - s.disturbance.Derating) }

// demand is the effort that the drive's mode asks for.
func (s *servo) demand(now messages.Instant) float64 {
	switch {
	case s.starting:
		s.brake.tell(now, false)
		if s.brake.open() {
			s.run(s.starts)
			return s.derated(s.track())
		}
		if s.torqueSensor { // while it opens the brake gives what the motor does not
			s.reference.effort = s.effort + s.carried
		}
		return s.hold()
	case s.mode.Passes():
		s.brake.tell(now, false)
		return s.derated(s.track())
	case s.mode == messages.ModeRampHold:
		s.brake.tell(now, false)
		return s.hold()
	case s.mode == messages.ModeDamp:
		s.brake.tell(now, false)
		return within(-s.damping*s.encoder.velocity, -s.dampEffort, s.dampEffort)
	case s.mode == messages.ModeOff || s.released:
		s.brake.tell(now, true)
		return 0
	}
	return s.comeToRest(now)
}

// comeToRest decelerates, closes the brake where there is one, and only then lets go.
func (s *servo) comeToRest(now messages.Instant) float64 {
	effort := s.hold()
	if !s.rests() && now < s.stopBy {
		return effort
	}
	s.brake.tell(now, true)
	if s.brake.fitted() && !s.brake.closed {
		return effort
	}
	s.released = true
	if s.mode == messages.ModeRampOff {
		s.mode = messages.ModeOff
	}
	return 0
}

// sample reads the encoder at the end of a step.
func (s *servo) sample(position, velocity float64) {
	d := &s.disturbance
	s.truePosition, s.trueVelocity = position, velocity
	if s.ailing {
		position, velocity = s.misread(position, velocity)
	}
	switch {
	case d.NoReading:
		position = math.NaN()
	case d.Frozen:
		position, velocity = s.frozenAt, 0
	}
	s.encoder.sample(position+d.PositionBias, velocity)
	if s.torqueSensor {
		s.carried = s.braking()
	}
}

// braking is what the brake gives the joint: within the velocity of creep, its share of the bound; see drySolver.
func (s *servo) braking() float64 {
	if !s.brake.holds() && !s.disturbance.BrakeClosed {
		return 0
	}
	most := s.brake.effort * (1 - s.disturbance.BrakeLoss)
	return -most * within(s.trueVelocity/creepVelocity, -1, 1)
}

// joint says what the joint feels of the drive: the effort of its motor, and the largest dry friction at that true
// velocity, brake and jam included. N m or N.
func (s *servo) joint(velocity float64) (effort, friction float64) {
	d := &s.disturbance
	if d.FreeWheel {
		return s.delivered(), d.Jam
	}
	friction = s.coulomb + d.Jam
	if s.breakaway > s.coulomb {
		ratio := velocity / s.stribeck
		friction += (s.breakaway - s.coulomb) * math.Exp(-ratio*ratio)
	}
	if s.brake.holds() || d.BrakeClosed {
		friction += s.brake.effort * (1 - d.BrakeLoss)
	}
	return s.delivered(), friction
}

// delivered is what reaches the joint of the motor's effort.
func (s *servo) delivered() float64 {
	if s.disturbance.FreeWheel {
		return 0
	}
	return s.effort * (1 - s.disturbance.EffortLoss)
}

// disturb replaces what is wrong with the drive beside what was injected.
func (s *servo) disturb(d Disturbance) {
	s.given = d
	s.become(d)
}

// become replaces the disturbance.
func (s *servo) become(d Disturbance) {
	if d.Frozen && !s.disturbance.Frozen {
		s.frozenAt = s.encoder.position
	}
	s.disturbance, s.disturbed = d, d != Disturbance{}
}

// reply is what the drive answers. It fills the reply field by field: a copy of what was just put together would wait.
func (s *servo) reply(now messages.Instant, r *driveReply) {
	s.sequence++
	r.position, r.velocity, r.effort = s.encoder.position+s.disturbance.ReportBias, s.encoder.velocity, s.effort+s.carried
	r.mode, r.fault, r.arm = s.mode, s.fault, s.arm
	r.answered, r.deaf = !s.disturbance.Mute, s.disturbance.Deaf || s.disturbance.Stubborn
	r.at, r.sequence = now, s.sequence
	if r.fault == FaultNone {
		r.fault = s.disturbance.Shown
	}
	for _, f := range s.ailments {
		f.answer(r)
	}
}
