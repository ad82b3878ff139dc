package emulator

import (
	"math"

	"github.com/robo-actors/robo-actors/actors"
)

// encoderKinds lists the injected faults of the encoder of a servo on a plant. It cannot read the
// joint of its neighbour, and the servo reports the reading that it uses.
var encoderKinds = []actors.FaultKind{
	actors.FaultSensorOff, actors.FaultSensorStuck, actors.FaultSensorGarbage, actors.FaultSensorBias, actors.FaultSensorScale,
	actors.FaultSensorSlow, actors.FaultSensorDelayed, actors.FaultSensorIntermittent, actors.FaultSensorExtreme, actors.FaultSensorJump,
	actors.FaultSensorNoise,
}

// reading is what an encoder reads, rad or m, rad/s or m/s.
type reading struct{ position, velocity float64 }

// encoderFault is the memory of a fault of an encoder.
type encoderFault struct {
	met  bool
	kept reading
	age  int       // samples since the kept one
	past []reading // under way, the oldest at next
	next int
	bad  bool // an intermittent encoder reads nothing
}

// extremes are values that encoders do not read, and drivers have been found to hand on.
var extremes = map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1), "denormal": math.SmallestNonzeroFloat64, "huge": 1e300}

// misread is what the encoder reads in this step, with its injected faults.
func (s *Shaft) misread() {
	r := reading{s.position, s.velocity}
	for _, f := range s.servo.faults {
		r = f.misread(r)
	}
	s.notice(r)
}

// plausible bounds how far a reading may be from what the one before and the velocity limit lead
// to, rad or m.
const plausible = 0.2

// notice takes the reading of this step. A servo that reads no number, or a jump, keeps the reading
// before and shows the fault of its encoder.
func (s *Shaft) notice(r reading) {
	if jump := math.Abs(r.position - s.read.position); !(jump <= plausible+s.fastest*stepTime.Seconds()) || r.velocity-r.velocity != 0 {
		s.servo.ailment.failure = encoder
		if !s.jumped && jump-jump == 0 { // it finds its place anew
			s.jumped, s.read = true, r
		}
		return
	}
	s.jumped, s.read = false, r
}

// misread is what a fault makes of a reading.
func (f *fault) misread(r reading) reading {
	e := &f.encoder
	switch f.Kind {
	case actors.FaultSensorOff:
		r.position = math.NaN()
	case actors.FaultSensorStuck:
		if !e.met {
			e.met, e.kept = true, reading{position: r.position}
		}
		return e.kept
	case actors.FaultSensorGarbage:
		r.position = math.Pi * (2*f.draw.Float64() - 1)
	case actors.FaultSensorBias, actors.FaultSensorJump:
		r.position += f.Amount
	case actors.FaultSensorScale:
		return reading{r.position * f.Amount, r.velocity * f.Amount}
	case actors.FaultSensorNoise:
		r.position += f.Amount * f.draw.NormFloat64()
	case actors.FaultSensorSlow:
		if !e.met || e.age >= f.Count-1 {
			e.met, e.age, e.kept = true, -1, r
		}
		e.age++
		return e.kept
	case actors.FaultSensorDelayed:
		return e.delayed(r, f.Count)
	case actors.FaultSensorIntermittent: // the channel of Gilbert (1960) and Elliott (1963)
		if e.bad {
			e.bad = f.draw.Float64() >= 1/float64(f.Count)
		} else {
			e.bad = f.draw.Float64() < f.Probability
		}
		if e.bad {
			r.position = math.NaN()
		}
	case actors.FaultSensorExtreme:
		r.position = extremes[f.Choice]
	}
	return r
}

// delayed keeps readings back by a number of samples; the first is repeated until then.
func (e *encoderFault) delayed(r reading, samples int) reading {
	if e.past == nil {
		e.past = make([]reading, samples)
		for i := range e.past {
			e.past[i] = r
		}
	}
	late := e.past[e.next]
	e.past[e.next] = r
	e.next = (e.next + 1) % len(e.past)
	return late
}
