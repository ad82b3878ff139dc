package servo

import "math"

// Tuning is what a command changes about the drive's loop. The zero value changes nothing.
type Tuning struct {
	// Softer and Looser are the shares of stiffness and damping that the command takes away, 0 to
	// 1.
	Softer, Looser float64
	// Capped declares that MaxEffort bounds the effort, N m or N.
	Capped    bool
	MaxEffort float64
}

// NewTuning returns the tuning of gain scales and an effort cap, as messages.DriveCommand has them.
func NewTuning(kpScale, kdScale, maxEffort float64) Tuning {
	t := Tuning{Softer: 1 - kpScale, Looser: 1 - kdScale}
	if !math.IsInf(maxEffort, 1) {
		t.Capped, t.MaxEffort = true, maxEffort
	}
	return t
}

// tuned is the pull of the loop with scaled gains: a spring that asks for no more than the effort
// of the velocity limit, and a damper.
func (s *Servo) tuned(position, velocity, limit float64) float64 {
	t := &s.target.Tuning
	most := s.damping * limit
	spring := bounded((1-t.Softer)*s.stiffness*(position-s.encoder.position), -most, most)
	return spring + (1-t.Looser)*s.damping*(velocity-s.encoder.velocity) + s.viscous*velocity
}

// capped limits a largest effort to the MaxEffort of the command, in modes that accept commands.
func (s *Servo) capped(most float64) float64 {
	if t := &s.target.Tuning; t.Capped && s.mode.Passes() {
		return min(most, t.MaxEffort)
	}
	return most
}

// measure advances the temperature of the motor, and writes what the drive measures of itself.
func (s *Servo) measure(r *Reply) {
	r.Temperature, r.Voltage, r.Current = math.NaN(), math.NaN(), math.NaN()
	if s.torqueConstant > 0 {
		r.Current = s.effort / s.torqueConstant
	}
	if s.supply > 0 {
		r.Voltage = s.supply
	}
	if s.heatRise > 0 {
		r.Temperature = s.ambient + s.heat
	}
}

// warm advances the motor's temperature by one step: its losses grow with the square of its effort.
func (s *Servo) warm() {
	if s.heatRise == 0 {
		return
	}
	share := s.effort / s.info.Limits.Effort
	s.heat += s.warmed * (s.heatRise*share*share - s.heat)
}
