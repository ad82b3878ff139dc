package servo

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// The nominal voltage within which a drive works, as shares of it.
const (
	leastVoltage = 0.7
	mostVoltage  = 1.3
)

// ail brings the faults that were injected into a drive over it, at the beginning of a step.
func (s *Servo) ail(now messages.Instant, faults []*fault) {
	d := s.given
	for _, f := range faults {
		f.act(s, &d, now)
	}
	s.ailing = faults != nil
	s.ailments = faults
	s.become(d)
}

// act adds to the disturbance of a drive.
func (f *fault) act(s *Servo, d *Disturbance, now messages.Instant) {
	switch f.Kind {
	case actors.FaultCode:
		d.Fault = uint16(f.Count)
	case actors.FaultSilentReset:
		s.reset(now)
		s.injected.remove(f.Fault)
	case actors.FaultTimeoutMode:
		s.climb(now, s.info.Watchdog.Mode)
		s.injected.remove(f.Fault)
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
func (f *fault) heat(d *Disturbance, now messages.Instant) {
	share := now.Sub(f.began).Seconds() / f.Delay.Seconds()
	if share >= 1 {
		d.Fault = FaultOverTemperature
		return
	}
	d.Derating = max(d.Derating, share/2)
}

// supply is a supply whose voltage is a share of the nominal one.
func (f *fault) supply(d *Disturbance) {
	switch {
	case f.Amount < leastVoltage:
		d.Fault = FaultUnderVoltage
	case f.Amount > mostVoltage:
		d.Fault = FaultOverVoltage
	case f.Amount < 1:
		d.Derating, d.SpeedLoss = max(d.Derating, 1-f.Amount), max(d.SpeedLoss, 1-f.Amount)
	}
}

func (f *fault) stick(d *Disturbance) {
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
func (f *fault) flash(s *Servo, d *Disturbance, now messages.Instant) {
	if now.Sub(f.began) < f.Delay {
		d.Fault = FaultMotorDriver
		return
	}
	if !f.met {
		f.met, s.fault = true, FaultNone
	}
}

// reset is a start of the drive's electronics anew: off, the arm number forgotten, and no command
// taken before a stop, as a drive of CiA 402 that finds itself in "switch on disabled" takes no
// "enable operation".
func (s *Servo) reset(now messages.Instant) {
	s.mode, s.arm, s.fault = messages.ModeOff, 0, FaultNone
	s.starting, s.released, s.deadlocked = false, false, true
	s.target, s.reference = SetPoints{}, reference{}
	s.brake.tell(now, true)
}

// misread is what the encoder makes of a position and velocity.
func (s *Servo) misread(position, velocity float64) (float64, float64) {
	for _, f := range s.ailments {
		position, velocity = f.read(position, velocity)
	}
	return position, velocity
}

func (f *fault) read(position, velocity float64) (float64, float64) {
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
func (f *fault) retard(position, velocity float64) (float64, float64) {
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

// flicker is the channel of Gilbert (1960) and Elliott (1963): good and bad take turns, each for a
// geometrically distributed time, and nothing is read while it is bad.
func (f *fault) flicker(position float64) float64 {
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
func (f *fault) answer(r *Reply) {
	switch f.Kind {
	case actors.FaultNoReply:
		if f.left > 0 {
			f.left--
			r.Answered = false
		} else if f.Probability >= 1 || f.draw.Float64() < f.Probability {
			f.left = f.Count - 1
			r.Answered = false
		}
	case actors.FaultRepeatedReply:
		if !f.met {
			f.met, f.replies = true, []Reply{*r}
		}
		*r = f.replies[0]
	case actors.FaultLateReply:
		f.replies = append(f.replies, *r)
		if len(f.replies) <= f.Count {
			r.Answered = false // the first one is still on its way
			return
		}
		*r = f.replies[0]
		f.replies = f.replies[:copy(f.replies, f.replies[1:])]
	}
}

// framed are the faults of drives that exchange frames, which a simulated drive does not.
var framed = []actors.FaultKind{actors.FaultMute, actors.FaultBusStalled, actors.FaultFramesCorrupt, actors.FaultFramesDuplicated, actors.FaultFramesLate}

// FaultKinds lists the faults of drives and of their sensors.
func FaultKinds() (all []actors.FaultKind) {
	for _, c := range actors.FaultClasses() {
		if c.Seam == actors.SeamJoint && !slices.Contains(framed, c.Kind) {
			all = append(all, c.Kind)
		}
	}
	return all
}

// Inject adds a fault to the drive, from its next step on, and returns the function that removes
// it; it is nil for a fault that acts once. Draw is the fault's source of randomness, other the
// neighbour on the bus, whose readings a swapped sensor gives. Any goroutine may call both
// functions.
func (s *Servo) Inject(f actors.Fault, other *Servo, now messages.Instant, draw *rand.Rand) (remove func()) {
	one := &fault{Fault: f, draw: draw, began: now, other: other}
	s.injected.add(one)
	if f.Kind == actors.FaultSilentReset || f.Kind == actors.FaultTimeoutMode {
		return nil
	}
	return func() { s.injected.remove(f) }
}

// SwapsReplies reports whether the drive answers with the address of its neighbour.
func (s *Servo) SwapsReplies() bool {
	return slices.ContainsFunc(s.ailments, func(f *fault) bool { return f.Kind == actors.FaultSwappedReply })
}

// fault is an injected fault of one drive. Its parameters do not change; its memory belongs to the
// goroutine that steps the servo.
type fault struct {
	actors.Fault
	draw  *rand.Rand
	began messages.Instant
	other *Servo // the neighbour on the bus

	left     int          // answers that are still to be lost in a row
	bad      bool         // the channel of an intermittent sensor
	met      bool         // something was kept
	count    int          // samples since the last new one
	position float64      // rad or m, what is kept
	velocity float64      // rad/s or m/s
	past     [][2]float64 // readings on their way, the oldest at next
	next     int
	replies  []Reply // answers on their way, the oldest first
}

// faultSet is read at every step and changed from other goroutines, by replacing the list.
type faultSet struct {
	all atomic.Pointer[[]*fault]
}

// load returns nil where there is no fault.
func (s *faultSet) load() []*fault {
	if all := s.all.Load(); all != nil {
		return *all
	}
	return nil
}

func (s *faultSet) add(f *fault) {
	s.change(func(all []*fault) []*fault { return append(all, f) })
}

func (s *faultSet) remove(f actors.Fault) {
	s.change(func(all []*fault) []*fault {
		return slices.DeleteFunc(all, func(have *fault) bool { return have.Fault == f })
	})
}

func (s *faultSet) change(edit func([]*fault) []*fault) {
	for {
		old := s.all.Load()
		var next *[]*fault
		if list := edit(slices.Clone(s.load())); len(list) > 0 {
			next = &list
		}
		if s.all.CompareAndSwap(old, next) {
			return
		}
	}
}
