package servo

import (
	"math"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

// Servo is one simulated drive. The plant steps it: the servo reads its encoder, decides an
// effort, and returns the effort and friction that act on the joint. It uses only what it
// measures, never the true state.
type Servo struct {
	info hardware.DriveInfo

	// Constants, resolved from the options.
	dt                 float64 // s
	stiffness, damping float64 // N m/rad, N m s/rad
	corner             float64 // 1/s, stiffness over damping
	viscous            float64 // N m s/rad, linear friction that it makes up for
	takes              bool    // takes over the load beyond the loop's pull at the velocity limit
	slip               float64 // rad, largest extension of the spring: full effort, or a reversal at the velocity limit
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
	given              Disturbance // the disturbance of its caller
	disturbance        Disturbance // that, and injected faults
	disturbed          bool        // something is
	frozenAt           float64     // rad, what a frozen encoder reads
	torqueConstant     float64     // N m/A; 0 = no current is measured
	supply             float64     // V; 0 = no voltage is measured
	ambient, heatRise  float64     // degC; no rise = no temperature is measured
	warmed             float64     // share of the way to a new temperature that the motor makes in a step
	heat               float64     // degC above ambient

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
	ailing   bool     // faults are injected, or were at the last step
	ailments []*fault // those of this step
	// What is true, for the sensor of a neighbour with the wrong plug.
	truePosition, trueVelocity float64
	sequence                   uint64 // of the newest answer

	target    SetPoints // of the newest command of the obeyed arm number
	reference reference

	encoder      encoder
	brake        brake
	effort       float64 // N m, that of the motor behind the current loop
	torqueSensor bool
	carried      float64 // N m, what the brake gives, as the torque sensor has it; none without one
	load         float64 // N m, effort and what the brake carries, without quick changes
	taken        float64 // N m, what it has taken over; see bear
}

// loadTime is the time constant of the load estimate, s.
const loadTime = 0.02

// Step decides the effort of one step of the plant that begins now.
func (s *Servo) Step(now messages.Instant) {
	if faults := s.injected.load(); faults != nil || s.ailing {
		s.ail(now, faults)
	}
	s.supervise(now)
	demand := s.demand(now)
	if most := s.capped(s.mostEffort()); !s.disturbance.Unlimited {
		demand = bounded(demand, -most, most)
	}
	s.effort += s.lagged * (demand - s.effort)
	s.load += s.smoothed * (s.effort + s.carried - s.load)
	s.brake.update(now)
	s.warm()
}

// mostEffort is what the drive can give, N m or N.
func (s *Servo) mostEffort() float64 { return s.info.Limits.Effort * (1 - s.disturbance.Derating) }

// demand is the effort that the drive's mode asks for.
func (s *Servo) demand(now messages.Instant) float64 {
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
		return bounded(-s.damping*s.encoder.velocity, -s.dampEffort, s.dampEffort)
	case s.mode == messages.ModeOff || s.released:
		s.brake.tell(now, true)
		return 0
	}
	return s.comeToRest(now)
}

// comeToRest decelerates, closes the brake where there is one, and only then lets go.
func (s *Servo) comeToRest(now messages.Instant) float64 {
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

// Sample reads the encoder at the end of a step.
func (s *Servo) Sample(position, velocity float64) {
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

// braking is what the brake gives the joint: within the velocity of creep, its share of the bound;
// see drySolver.
func (s *Servo) braking() float64 {
	if !s.brake.holds() && !s.disturbance.BrakeClosed {
		return 0
	}
	most := s.brake.effort * (1 - s.disturbance.BrakeLoss)
	return -most * bounded(s.trueVelocity/physics.CreepVelocity, -1, 1)
}

// Load returns what the joint feels of the drive: the effort of its motor, and the largest dry
// friction at that true velocity, brake and jam included.
func (s *Servo) Load(velocity float64) (load physics.Load) {
	d := &s.disturbance
	load.Effort = s.Delivered()
	if d.FreeWheel {
		load.Friction = d.Jam
		return load
	}
	load.Friction = s.coulomb + d.Jam
	if s.breakaway > s.coulomb {
		ratio := velocity / s.stribeck
		load.Friction += (s.breakaway - s.coulomb) * math.Exp(-ratio*ratio)
	}
	if s.brake.holds() || d.BrakeClosed {
		load.Friction += s.brake.effort * (1 - d.BrakeLoss)
	}
	return load
}

// Delivered returns the part of the motor's effort that reaches the joint, N m or N.
func (s *Servo) Delivered() float64 {
	if s.disturbance.FreeWheel {
		return 0
	}
	return s.effort * (1 - s.disturbance.EffortLoss)
}

// Disturb replaces the disturbance that acts beside injected faults.
func (s *Servo) Disturb(d Disturbance) {
	s.given = d
	s.become(d)
}

// become replaces the disturbance.
func (s *Servo) become(d Disturbance) {
	if d.Frozen && !s.disturbance.Frozen {
		s.frozenAt = s.encoder.position
	}
	s.disturbance, s.disturbed = d, d != Disturbance{}
}

// Reply fills in the answer of the drive. It fills the reply field by field: a copy of what was
// just put together would wait.
func (s *Servo) Reply(now messages.Instant, r *Reply) {
	s.sequence++
	r.Position, r.Velocity, r.Effort = s.encoder.position+s.disturbance.ReportBias, s.encoder.velocity, s.effort+s.carried
	r.Mode, r.Fault, r.Arm = s.mode, s.fault, s.arm
	r.Answered, r.Deaf = !s.disturbance.Mute, s.disturbance.Deaf || s.disturbance.Stubborn
	r.At, r.Sequence = now, s.sequence
	s.measure(r)
	if r.Fault == FaultNone {
		r.Fault = s.disturbance.Shown
	}
	for _, f := range s.ailments {
		f.answer(r)
	}
}
