package sim

import (
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// The nominal voltage within which a drive works, as shares of it.
const (
	leastVoltage = 0.7
	mostVoltage  = 1.3
)

// ail brings the faults that were injected into a drive over it, at the beginning of a step.
func (s *servo) ail(now messages.Instant, faults []*injected) {
	d := s.given
	for _, f := range faults {
		f.act(s, &d, now)
	}
	s.ailing = faults != nil
	s.ailments = faults
	s.become(d)
}

// act adds to what is wrong with a drive.
func (f *injected) act(s *servo, d *Disturbance, now messages.Instant) {
	switch f.Kind {
	case actors.FaultCode:
		d.Fault = uint16(f.Count)
	case actors.FaultSilentReset:
		s.reset(now)
		s.injected.remove(f)
	case actors.FaultTimeoutMode:
		s.climb(now, s.info.Watchdog.Mode)
		s.injected.remove(f)
	case actors.FaultDerating:
		d.Derating, d.Shown = max(d.Derating, f.Amount), uint16(f.Count)
	case actors.FaultTorque:
		d.EffortLoss = f.Amount
	case actors.FaultSaturation:
		d.SpeedLoss = max(d.SpeedLoss, 1-f.Amount)
	case actors.FaultStuckJoint:
		d.Jam += f.Amount
	case actors.FaultFreeWheel:
		d.FreeWheel = true
	case actors.FaultOverheats:
		f.heat(d, now)
	case actors.FaultVoltage:
		f.supply(d)
	case actors.FaultBrake:
		f.stick(d)
	case actors.FaultConfigLost:
		d.Unlimited, d.Shown = true, FaultNotConfigured
	case actors.FaultRejectsMode:
		d.Stubborn = true
	case actors.FaultClearsFault:
		f.flash(s, d, now)
	case actors.FaultSensorDisagrees:
		d.ReportBias += f.Amount
	}
}

// heat takes effort away while the temperature climbs, half of it until the drive trips.
func (f *injected) heat(d *Disturbance, now messages.Instant) {
	share := now.Sub(f.began).Seconds() / f.Delay.Seconds()
	if share >= 1 {
		d.Fault = FaultOverTemperature
		return
	}
	d.Derating = max(d.Derating, share/2)
}

// supply is a supply whose voltage is a share of the nominal one.
func (f *injected) supply(d *Disturbance) {
	switch {
	case f.Amount < leastVoltage:
		d.Fault = FaultUnderVoltage
	case f.Amount > mostVoltage:
		d.Fault = FaultOverVoltage
	case f.Amount < 1:
		d.Derating, d.SpeedLoss = max(d.Derating, 1-f.Amount), max(d.SpeedLoss, 1-f.Amount)
	}
}

func (f *injected) stick(d *Disturbance) {
	switch f.Choice {
	case "open":
		d.BrakeLoss = 1
	case "closed":
		d.BrakeClosed = true
	default:
		d.BrakeLoss = f.Amount
	}
}

// flash shows a fault for a time, and then has the drive forget it.
func (f *injected) flash(s *servo, d *Disturbance, now messages.Instant) {
	if now.Sub(f.began) < f.Delay {
		d.Fault = FaultMotorDriver
		return
	}
	if !f.met {
		f.met, s.fault = true, FaultNone
	}
}

// reset is a start of the drive's electronics anew: off, the arm number forgotten, and no command taken before a stop, as
// a drive of CiA 402 that finds itself in "switch on disabled" takes no "enable operation".
func (s *servo) reset(now messages.Instant) {
	s.mode, s.arm, s.fault = messages.ModeOff, 0, FaultNone
	s.starting, s.released, s.deadlocked = false, false, true
	s.target, s.reference = setPoints{}, reference{}
	s.brake.tell(now, true)
}

// misread is what the encoder makes of a position and velocity.
func (s *servo) misread(position, velocity float64) (float64, float64) {
	for _, f := range s.ailments {
		position, velocity = f.read(position, velocity)
	}
	return position, velocity
}

func (f *injected) read(position, velocity float64) (float64, float64) {
	switch f.Kind {
	case actors.FaultSensorOff:
		return math.NaN(), velocity
	case actors.FaultSensorStuck:
		if !f.met {
			f.met, f.position = true, position
		}
		return f.position, 0
	case actors.FaultSensorGarbage:
		return math.Pi * (2*f.draw.Float64() - 1), velocity
	case actors.FaultSensorBias, actors.FaultSensorJump:
		return position + f.Amount, velocity
	case actors.FaultSensorScale:
		return position * f.Amount, velocity * f.Amount
	case actors.FaultSensorSwapped:
		return f.other.truePosition, f.other.trueVelocity
	case actors.FaultSensorNoise:
		return position + f.Amount*f.draw.NormFloat64(), velocity
	case actors.FaultSensorSlow:
		if !f.met || f.count >= f.Count-1 {
			f.met, f.count, f.position, f.velocity = true, -1, position, velocity
		}
		f.count++
		return f.position, f.velocity
	case actors.FaultSensorDelayed:
		return f.retard(position, velocity)
	case actors.FaultSensorIntermittent:
		return f.flicker(position), velocity
	case actors.FaultSensorExtreme:
		return extremes[f.Choice], velocity
	}
	return position, velocity
}

// extremes are the values that encoders do not read, and drivers have been found to hand on.
var extremes = map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1), "denormal": math.SmallestNonzeroFloat64, "huge": 1e300}

// retard keeps readings back by a number of samples; the first is repeated until then.
func (f *injected) retard(position, velocity float64) (float64, float64) {
	if f.past == nil {
		f.past = make([][2]float64, f.Count)
		for i := range f.past {
			f.past[i] = [2]float64{position, velocity}
		}
	}
	late := f.past[f.next]
	f.past[f.next] = [2]float64{position, velocity}
	f.next = (f.next + 1) % len(f.past)
	return late[0], late[1]
}

// flicker is the channel of Gilbert (1960) and Elliott (1963): good and bad take turns, each for a geometrically
// distributed time, and nothing is read while it is bad.
func (f *injected) flicker(position float64) float64 {
	if f.bad {
		f.bad = f.draw.Float64() >= 1/float64(f.Count)
	} else {
		f.bad = f.draw.Float64() < f.Probability
	}
	if f.bad {
		return math.NaN()
	}
	return position
}

// answer is what becomes of a drive's answer on the wire.
func (f *injected) answer(r *driveReply) {
	switch f.Kind {
	case actors.FaultNoReply:
		if f.left > 0 {
			f.left--
			r.answered = false
		} else if f.Probability >= 1 || f.draw.Float64() < f.Probability {
			f.left = f.Count - 1
			r.answered = false
		}
	case actors.FaultRepeatedReply:
		if !f.met {
			f.met, f.replies = true, []driveReply{*r}
		}
		*r = f.replies[0]
	case actors.FaultLateReply:
		f.replies = append(f.replies, *r)
		if len(f.replies) <= f.Count {
			r.answered = false // the first one is still on its way
			return
		}
		*r = f.replies[0]
		f.replies = f.replies[:copy(f.replies, f.replies[1:])]
	}
}
