package servo

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Joint is the joint for which a servo is built.
type Joint struct {
	worlds.Joint
	physics.DrivenJoint
	// Step is the period of the drive's loops, s.
	Step float64
	// Random is the source of the encoder's noise.
	Random *rand.Rand
}

// compensatedViscous is the share of its damping beyond which a servo compensates linear friction.
// Less than that takes as much of the velocity limit as a small load.
const compensatedViscous = 0.1

// New builds one servo, in mode off with its brake closed. The error joins a *messages.OptionError
// for every invalid option; the paths are those of the options of the servo.
func New(o Options, j Joint) (*Servo, error) {
	c := &optioncheck.Errors{Joint: j.Name}
	limits := j.Limits[0]
	s := &Servo{dt: j.Step, mode: messages.ModeOff, torqueSensor: o.TorqueSensor}

	velocity := fromLimits(c, "velocity_limit", o.VelocityLimit, limits.Velocity)
	effort := fromLimits(c, "effort_limit", o.EffortLimit, limits.Effort)
	acceleration := derived(c, "acceleration_limit", optioncheck.OrLimit(o.AccelerationLimit, limits.Acceleration), velocity/0.25)
	s.stopDeceleration = derived(c, "stop_deceleration", o.StopDeceleration, acceleration)
	s.dampEffort = derived(c, "damp_effort", o.DampEffort, effort/4)
	s.limitedSpeed = c.Within("limited_speed", optioncheck.Or(o.LimitedSpeed, 0.25), 1e-3, 1, "")

	s.tune(c, &o, &j)
	if c.AtLeast("viscous_friction", o.ViscousFriction, 0); j.Viscous > s.damping*compensatedViscous {
		s.viscous = j.Viscous
	}
	s.takes = j.Weight > borne*s.damping*velocity
	s.slip = min(effort/s.stiffness, 2*velocity/s.corner)

	lag := c.Duration("current_lag", o.CurrentLag, 500*time.Microsecond, 50*time.Microsecond, 20*time.Millisecond)
	s.lagged = 1 - math.Exp(-j.Step/lag.Seconds())
	s.smoothed = 1 - math.Exp(-j.Step/loadTime)
	s.coulomb = c.AtLeast("coulomb_friction", optioncheck.Or(o.CoulombFriction, j.Friction), 0)
	s.breakaway = c.AtLeast("breakaway_friction", optioncheck.Or(o.BreakawayFriction, s.coulomb), s.coulomb)
	s.stribeck = derived(c, "stribeck_velocity", o.StribeckVelocity, velocity/100)

	resolution := s.fitEncoder(c, &o, &j)
	s.checkStability(c, &o, j.LeastInertia)
	s.brake = brake{
		effort: c.AtLeast("brake_effort", o.BrakeEffort, 0), closed: true, wanted: true,
		opens:  c.Duration("brake_opens", o.BrakeOpens, 50*time.Millisecond, 10*time.Microsecond, time.Second),
		closes: c.Duration("brake_closes", o.BrakeCloses, 30*time.Millisecond, 10*time.Microsecond, time.Second),
	}
	s.faultMode = stopMode(c, "fault_mode", o.FaultMode, messages.ModeOff)
	s.overspeed = velocity * c.Within("overspeed", optioncheck.Or(o.Overspeed, 1.5), 1.05, 100, "")
	s.followingError = c.AtLeast("following_error", o.FollowingError, 0)
	s.info = hardware.DriveInfo{
		Name: j.Name, Joint: j.Name, Resolution: resolution, Controls: messages.ControlModes(), Brake: s.brake.fitted(),
		Limits: hardware.Limits{Lower: limits.Lower, Upper: limits.Upper, Velocity: velocity, Acceleration: acceleration, Effort: effort},
		Watchdog: hardware.Watchdog{
			Timeout: c.Duration("watchdog", o.Watchdog, 100*time.Millisecond, time.Millisecond, time.Second),
			Mode:    stopMode(c, "timeout_mode", o.TimeoutMode, messages.ModeRampHold),
		},
		GainScales: true, EffortCap: true,
		Measures: hardware.Measurements{Temperature: o.HeatRise > 0, Voltage: o.SupplyVoltage > 0, Current: o.TorqueConstant > 0},
	}
	s.torqueConstant = c.AtLeast("torque_constant", o.TorqueConstant, 0)
	s.supply = c.AtLeast("supply_voltage", o.SupplyVoltage, 0)
	s.ambient, s.heatRise = o.Ambient, c.AtLeast("heat_rise", o.HeatRise, 0)
	heating := c.Duration("heat_time", o.HeatTime, 5*time.Minute, time.Millisecond, 100*time.Hour)
	s.warmed = 1 - math.Exp(-s.dt/heating.Seconds())
	return s, c.Err()
}

// fitEncoder makes the encoder and returns its resolution.
func (s *Servo) fitEncoder(c *optioncheck.Errors, o *Options, j *Joint) float64 {
	standard := 1e-6
	if j.Type != worlds.Prismatic {
		standard = 2 * math.Pi / (1 << 20)
	}
	resolution := c.Positive("resolution", optioncheck.Or(o.Resolution, standard))
	noise := c.AtLeast("position_noise", o.PositionNoise, 0)
	bandwidth := c.Within("encoder_bandwidth", optioncheck.Or(o.EncoderBandwidth, 250), 10, 1000, " Hz")
	if o.Exact {
		resolution, noise = 0, 0
	}
	if noise > 0 && j.Random == nil {
		c.Add("position_noise", "a source of noise in Joint.Random, or no noise", "position_noise is %g", noise)
	}
	s.encoder = newEncoder(resolution, noise, bandwidth, j.Step, j.Random)
	return resolution
}

// tune fills the gains.
func (s *Servo) tune(c *optioncheck.Errors, o *Options, j *Joint) {
	bandwidth := 2 * math.Pi * c.Within("bandwidth", optioncheck.Or(o.Bandwidth, 5), 0.5, 50, " Hz")
	s.stiffness = c.Positive("stiffness", optioncheck.Or(o.Stiffness, bandwidth*bandwidth*j.Inertia))
	s.damping = c.Positive("damping", optioncheck.Or(o.Damping, 2*math.Sqrt(s.stiffness*j.Inertia)))
	s.corner = s.stiffness / s.damping
	most := s.corner / 4
	s.holdRate = c.Within("hold_rate", optioncheck.Or(o.HoldRate, most), 0, most*(1+1e-9), " 1/s")
}

// fromLimits checks a value that the joint's limit replaces where it is zero.
func fromLimits(c *optioncheck.Errors, path string, value, limit float64) float64 {
	value = optioncheck.OrLimit(value, limit)
	if !(value > 0) || math.IsInf(value, 1) {
		c.Add(path, "a finite number above 0, from the option or the joint's limits", "%s is %g", path, value)
	}
	return value
}

// derived returns value, or standard where that is zero. An invalid standard comes from an option
// that was reported.
func derived(c *optioncheck.Errors, path string, value, standard float64) float64 {
	if value == 0 {
		return standard
	}
	return c.Positive(path, value)
}

// stopMode returns the mode of a word, or standard where the word is empty.
func stopMode(c *optioncheck.Errors, path, word string, standard messages.Mode) messages.Mode {
	if word == "" {
		return standard
	}
	mode, err := messages.ParseMode(word)
	if err != nil || mode.Passes() {
		c.Unknown(path, "stop mode", word, []string{"ramp_hold", "damp", "ramp_off", "brake", "off"})
	}
	return mode
}
