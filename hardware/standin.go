package hardware

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// StandIn has simulated drives for a twin, in the place of those of a driver whose drives are real.
// They are ideal: a drive goes where its set-points say, as fast as its limits let it, and it knows
// no load. Without a position or velocity among the set-points it stays where it is, so that a
// stand-in does not predict what a robot under effort control does. Sensors keep the readings of
// the original.
type StandIn struct {
	info    BusInfo
	drives  []DriveInfo
	sensors []SensorInfo

	open     bool
	now      messages.Instant // of the newest exchange
	states   []standInState
	readings []messages.SensorReading
}

// standInState is the state of one drive.
type standInState struct {
	position, velocity, effort float64
	mode                       messages.Mode
	fault                      uint16
	arm                        uint32 // the newest number that it has seen
	control                    messages.ControlMode
	target, rate               float64
	fed                        messages.Instant
}

var _ SensorDriver = (*StandIn)(nil)

// NewStandIn returns drives like those of a driver, in mode off at zero. It calls no method of the
// driver that reaches a drive.
func NewStandIn(real Driver) *StandIn {
	d := &StandIn{info: BusInfo{Name: real.Bus().Name}, drives: real.Drives(), sensors: SensorsOf(real)}
	d.states, d.readings = make([]standInState, len(d.drives)), make([]messages.SensorReading, len(d.sensors))
	for i := range d.states {
		d.states[i].mode = messages.ModeOff
	}
	return d
}

// Bus implements Driver: no call blocks.
func (d *StandIn) Bus() BusInfo { return d.info }

// Drives implements Driver.
func (d *StandIn) Drives() []DriveInfo { return d.drives }

// Sensors implements SensorDriver.
func (d *StandIn) Sensors() []SensorInfo { return d.sensors }

// ReadSensors implements SensorDriver.
func (d *StandIn) ReadSensors(readings []messages.SensorReading) { copy(readings, d.readings) }

// Open implements Driver.
func (d *StandIn) Open(now messages.Instant, _ time.Duration) error {
	d.open, d.now = true, now
	for i := range d.states {
		d.halt(i)
	}
	return nil
}

// Close implements Driver.
func (d *StandIn) Close() error {
	if d.open {
		for i := range d.states {
			d.halt(i)
		}
	}
	d.open = false
	return nil
}

// halt puts a drive that runs into the mode of its watchdog.
func (d *StandIn) halt(i int) {
	if s := &d.states[i]; s.mode.Passes() {
		s.stop(d.drives[i].Watchdog.Mode)
	}
}

// stop puts the drive into a mode, or leaves it in a more severe one.
func (s *standInState) stop(mode messages.Mode) {
	s.mode, s.velocity, s.effort = messages.MoreSevere(s.mode, mode), 0, 0
}

// Send implements Driver.
func (d *StandIn) Send(now messages.Instant, command *messages.DriveCommand) error {
	if !d.open {
		return &BusError{Bus: d.info.Name, Op: "send", Err: ErrNotOpen}
	}
	if command == nil {
		return nil
	}
	refusal := Check(d.info.Name, d.drives, command)
	for i := range d.drives {
		if refusal == nil {
			refusal = CheckArm(d.info.Name, &d.drives[i], command.Arm[i], d.states[i].arm)
		}
	}
	for i := range min(len(d.drives), len(command.Mode)) {
		s := &d.states[i]
		switch mode := command.Mode[i]; {
		case mode.Valid() && !mode.Passes():
			s.stop(mode)
			if i < len(command.Arm) && CheckArm(d.info.Name, &d.drives[i], command.Arm[i], s.arm) == nil {
				s.arm = max(s.arm, command.Arm[i])
			}
		case refusal == nil:
			s.obey(command, i, now)
		}
	}
	return refusal
}

// obey takes the set-points of a command, unless its arm number is spent.
func (s *standInState) obey(command *messages.DriveCommand, i int, now messages.Instant) {
	switch arm := command.Arm[i]; {
	case arm > s.arm:
		s.arm, s.mode, s.fault = arm, command.Mode[i], 0
	case arm < s.arm || !s.mode.Passes():
		return
	default:
		s.mode = messages.MoreSevere(s.mode, command.Mode[i])
	}
	s.control, s.target, s.rate, s.fed = command.Control[i], command.Position[i], command.Velocity[i], now
}

// Collect implements Driver. The drives move until now.
func (d *StandIn) Collect(now messages.Instant, _ time.Duration, state *messages.DriveState) error {
	if !d.open {
		return &BusError{Bus: d.info.Name, Op: "collect", Err: ErrNotOpen}
	}
	if err := CheckState(d.info.Name, len(d.drives), state); err != nil {
		return err
	}
	dt := max(0, now.Sub(d.now)).Seconds()
	d.now = now
	for i := range d.states {
		s := &d.states[i]
		if s.mode.Passes() && now.Sub(s.fed) > d.drives[i].Watchdog.Timeout {
			d.halt(i)
		}
		s.move(&d.drives[i].Limits, dt)
		state.Position[i], state.Velocity[i], state.Effort[i] = s.position, s.velocity, s.effort
		state.Mode[i], state.Fault[i], state.Answered[i], state.Arm[i] = s.mode, s.fault, true, s.arm
		ClearOptional(state, i)
	}
	return nil
}

// move moves a drive that runs by its set-points.
func (s *standInState) move(l *Limits, dt float64) {
	if !s.mode.Passes() || dt == 0 {
		return
	}
	most := l.Velocity * dt
	way := 0.0
	switch {
	case s.control.Has(messages.ControlPosition):
		way = s.target - s.position
	case s.control.Has(messages.ControlVelocity):
		way = s.rate * dt
	}
	lower, upper := min(l.Lower, s.position), max(l.Upper, s.position) // it may have been found beyond them
	to := min(max(s.position+min(max(way, -most), most), lower), upper)
	s.velocity, s.position = (to-s.position)/dt, to
}

// Stop implements Driver.
func (d *StandIn) Stop(_ messages.Instant, modes []messages.Mode) error {
	if !d.open {
		return &BusError{Bus: d.info.Name, Op: "stop", Err: ErrNotOpen}
	}
	for i := range d.states {
		d.states[i].stop(Demand(modes, i))
	}
	return nil
}

// Begin puts the drives where measured ones were.
func (d *StandIn) Begin(now messages.Instant, measured *messages.DriveState, readings []messages.SensorReading) {
	d.now = now
	for i := range d.states {
		s := &d.states[i]
		s.position, s.velocity, s.effort = finiteOr(measured.Position[i], 0), finiteOr(measured.Velocity[i], 0), finiteOr(measured.Effort[i], 0)
		s.mode, s.fault, s.arm = measured.Mode[i], measured.Fault[i], measured.Arm[i]
		s.target, s.rate, s.fed = s.position, 0, now
	}
	copy(d.readings, readings)
}

func finiteOr(x, instead float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return instead
	}
	return x
}

// SaveState implements actors.StateSaver: a twin of a twin is possible.
func (d *StandIn) SaveState(w *actors.StateWriter) error {
	return w.Save(&d.open, &d.now, &d.states, &d.readings)
}

// LoadState implements actors.StateSaver.
func (d *StandIn) LoadState(r *actors.StateReader) error {
	return r.Load(&d.open, &d.now, &d.states, &d.readings)
}
