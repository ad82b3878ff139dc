package drivertest

import (
	"slices"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// defects are what can be wrong with the driver below, each against one sentence of the contract.
type defects struct {
	readingFeeds, refusedFeeds, spentFeeds, spentRuns, neverExpires, expiresEarly  bool
	stopStepsDown, stopIgnoresShort, stopForgets, stopDoesNotSpend, hidesSpent     bool
	refusedMoves, refusedDropsStops, limitedFallsBack                              bool
	openKeepsRunning, openDropsHeld, closeKeepsRunning, closeOnce                  bool
	allocates, forgetsSilent, hidesFault, faultHealsItself, busNeverLost           bool
	worksClosed, anyLength, startsInHold, changesInfo, hearsOneDrive               bool
	refusesUnread, leavesEffort, leavesSilent, forgetsUncollected, measuresUnasked bool
	unnamedSensor, futureSample, leavesReading, wastesReading                      bool
	takesLastNumber, silenceIsAnError                                              bool
	reversed, degrees, lateCounts, velocityReversed                                bool
	stopHoldsOnly, openLeavesStopToSend                                            bool
	millimetres, cannotDamp, stopSendsNothing, offSendsNothing, closeStepsDown     bool
}

// plain is a driver over three drives that obey at once: the contract in its simplest form, with a
// lock where real ones have registers. It shows that the checks pass what is sound, and find what
// is not.
type plain struct {
	defects
	mu     sync.Mutex
	now    messages.Instant
	open   bool
	info   []hardware.DriveInfo
	drives []plainDrive
	waste  []byte

	rejected bool             // the newest command
	sent     messages.Instant // when Send was called last
}

type plainDrive struct {
	mode           messages.Mode
	arm, used      uint32 // the newest number, and the newest one that it obeyed
	fed            messages.Instant
	position       float64
	fault          uint16
	velocity       float64
	muted, failing bool
	late           bool
	last           float64
	speed          float64 // of velocity set-points
	unsent         messages.Mode
}

func newPlain(d defects) *plain {
	p := &plain{defects: d}
	for _, name := range []string{"a", "b", "c"} {
		p.info = append(p.info, hardware.DriveInfo{
			Name: name, Joint: "joint_" + name,
			Limits:   hardware.Limits{Lower: -1, Upper: 1, Velocity: 1, Acceleration: 1, Effort: 1},
			Controls: []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity},
			Watchdog: hardware.Watchdog{Timeout: 50 * time.Millisecond, Mode: messages.ModeDamp},
		})
		p.drives = append(p.drives, plainDrive{mode: messages.ModeOff})
		if d.startsInHold {
			p.drives[len(p.drives)-1].mode = messages.ModeRampHold
		}
		if d.millimetres {
			p.drives[len(p.drives)-1].position = 300
		}
	}
	return p
}

func (p *plain) Bus() hardware.BusInfo {
	return hardware.BusInfo{Name: "plain", Collect: time.Millisecond, Stop: time.Millisecond}
}

func (p *plain) Sensors() []hardware.SensorInfo {
	if p.unnamedSensor {
		return []hardware.SensorInfo{{Kind: messages.TemperatureSensor, Link: "base"}}
	}
	return []hardware.SensorInfo{{Name: "motor", Kind: messages.TemperatureSensor, Link: "base"}}
}

func (p *plain) ReadSensors(readings []messages.SensorReading) {
	if p.leavesReading {
		return
	}
	if p.wastesReading {
		p.waste = make([]byte, 100)
	}
	readings[0] = messages.SensorReading{Valid: p.open, Time: p.sent, Temperature: messages.Temperature{Celsius: 40}}
	if p.futureSample {
		readings[0].Time = p.sent.Add(time.Second)
	}
}

func (p *plain) Drives() []hardware.DriveInfo {
	if p.changesInfo && p.open {
		changed := append([]hardware.DriveInfo(nil), p.info...)
		changed[1].Watchdog.Timeout *= 2
		return changed
	}
	return p.info
}

func (p *plain) Open(messages.Instant, time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = true
	if !p.openKeepsRunning {
		p.halt()
	}
	if p.openDropsHeld {
		for i := range p.drives {
			p.drives[i].mode = messages.ModeOff
		}
	}
	return nil
}

func (p *plain) halt() {
	for i := range p.drives {
		if d := &p.drives[i]; p.open && p.openLeavesStopToSend && d.mode.Passes() {
			d.unsent = p.info[i].Watchdog.Mode
		} else if d.mode.Passes() || p.closeStepsDown && !p.open {
			d.mode = p.info[i].Watchdog.Mode
		}
	}
}

func (p *plain) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open && p.closeOnce {
		return hardware.ErrNotOpen
	}
	p.open = p.worksClosed
	if !p.closeKeepsRunning {
		p.halt()
	}
	return nil
}

func (p *plain) Stop(_ messages.Instant, modes []messages.Mode) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open {
		return hardware.ErrNotOpen
	}
	for i := range p.drives {
		d := &p.drives[i]
		demand := hardware.Demand(modes, i)
		switch {
		case p.stopForgets && i == 2:
		case p.stopIgnoresShort && (i >= len(modes) || modes[i].Passes()):
		case p.stopStepsDown:
			d.mode = demand
		case p.stopHoldsOnly:
			d.mode, d.unsent = max(d.mode, messages.ModeRampHold), max(d.unsent, demand)
		case p.stopSendsNothing, p.offSendsNothing && demand == messages.ModeOff:
			d.unsent = max(d.unsent, demand)
		default:
			d.mode = max(d.mode, demand)
		}
		if p.stopDoesNotSpend {
			d.arm = 0
		}
	}
	return nil
}

func (p *plain) Send(_ messages.Instant, c *messages.DriveCommand) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open {
		return hardware.ErrNotOpen
	}
	p.rejected, p.sent = false, p.now
	p.repeatStops()
	if c == nil {
		if p.readingFeeds {
			p.feed()
		}
		return nil
	}
	refusal := hardware.Check("plain", p.info, c)
	for i := range p.drives {
		if refusal == nil && !p.takesLastNumber {
			refusal = hardware.CheckArm("plain", &p.info[i], c.Arm[i], p.drives[i].arm)
		}
	}
	p.rejected = refusal != nil
	if refusal == nil || p.refusedMoves {
		p.obey(c, refusal != nil)
		return refusal
	}
	if p.refusedFeeds {
		p.feed()
	}
	p.obeyStops(c)
	return refusal
}

func (p *plain) Collect(_ messages.Instant, _ time.Duration, state *messages.DriveState) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open {
		return hardware.ErrNotOpen
	}
	if err := hardware.CheckState("plain", 3, state); err != nil && !p.anyLength {
		return err
	}
	if p.rejected && p.refusesUnread || p.forgetsUncollected && p.now > p.sent {
		return nil
	}
	if p.allocates {
		p.waste = make([]byte, 100)
	}
	return p.answer(state)
}

func (p *plain) feed() {
	for i := range p.drives {
		p.drives[i].fed = p.now
	}
}

func (p *plain) obeyStops(c *messages.DriveCommand) {
	for i := range p.drives {
		if m := c.Mode[i]; m.Valid() && m.Stops() && !p.refusedDropsStops {
			p.drives[i].mode = max(p.drives[i].mode, p.stopping(m))
			if hardware.CheckArm("plain", &p.info[i], c.Arm[i], p.drives[i].arm) == nil {
				p.drives[i].arm = max(p.drives[i].arm, c.Arm[i])
			}
		}
	}
}

func (p *plain) obey(c *messages.DriveCommand, unfit bool) {
	for i := range p.drives {
		d, m := &p.drives[i], c.Mode[i]
		if m.Stops() {
			d.mode = max(d.mode, p.stopping(m))
			if !p.stopDoesNotSpend {
				d.arm = max(d.arm, c.Arm[i])
			}
			continue
		}
		switch {
		case c.Arm[i] > d.arm:
			d.arm, d.used = c.Arm[i], c.Arm[i]
			if d.failing {
				continue
			}
			d.fault, d.mode = 0, m
		case p.spentRuns && d.mode.Stops():
			d.mode = m
		case c.Arm[i] < d.arm || d.mode.Stops():
			if p.spentFeeds {
				d.fed = p.now
			}
			continue
		}
		if !p.limitedFallsBack {
			m = max(m, d.mode)
		}
		if !unfit || i == 0 {
			if d.speed = c.Velocity[i]; c.Control[i] == messages.ControlPosition {
				d.speed = 0
				d.follow(p.wanted(c.Position[i]), p.now.Sub(d.fed))
			} else {
				d.velocity = d.speed
			}
		}
		d.mode, d.fed = m, p.now
	}
}

// stopping is the mode in which a drive obeys a command to stop.
func (p *plain) stopping(m messages.Mode) messages.Mode {
	if p.cannotDamp && m == messages.ModeDamp {
		return messages.ModeOff
	}
	return m
}

// repeatStops puts the drives into the modes of a Stop that sent nothing. It hides
// from the next state that they were running.
func (p *plain) repeatStops() {
	for i := range p.drives {
		d := &p.drives[i]
		d.mode, d.unsent = max(d.mode, d.unsent), messages.ModeRun
	}
}

// wanted is where a drive goes for a set-point.
func (p *plain) wanted(position float64) float64 {
	switch {
	case p.reversed:
		return -position
	case p.degrees:
		return position / 57.3
	}
	return position
}

func (d *plainDrive) follow(position float64, within time.Duration) {
	d.velocity = (position - d.position) / within.Seconds()
	d.position = position
}

func (p *plain) answer(state *messages.DriveState) error {
	lost := true
	for i := range p.drives {
		d := &p.drives[i]
		if i >= len(state.Position) {
			break
		}
		state.Answered[i] = !d.muted && !(p.hearsOneDrive && i > 0) && (!d.late || p.lateCounts)
		lost = lost && (d.muted || d.late)
		if !d.muted {
			d.last = d.position
		}
		if d.muted && p.leavesSilent {
			continue
		}
		state.Velocity[i] = d.velocity
		if p.velocityReversed {
			state.Velocity[i] *= -1
		}
		if hardware.ClearOptional(state, i); p.measuresUnasked {
			state.Voltage[i] = 48
		}
		if !p.leavesEffort {
			state.Effort[i] = 0
		}
		state.Position[i] = d.last
		if d.muted && p.forgetsSilent {
			state.Position[i] = 0.5
		}
		state.Mode[i], state.Arm[i], state.Fault[i] = d.mode, d.arm, d.fault
		if p.hidesSpent {
			state.Arm[i] = d.used
		}
		if p.hidesFault {
			state.Fault[i] = 0
		}
	}
	if lost && !p.busNeverLost {
		return hardware.ErrBusLost
	}
	if p.silenceIsAnError && slices.Contains(state.Answered, false) {
		return hardware.ErrDeadline
	}
	return nil
}

// wait lets the drives' own clocks run.
func (p *plain) wait(until messages.Instant) {
	p.mu.Lock()
	defer p.mu.Unlock()
	passed := until.Sub(p.now)
	p.now = until
	timeout := 50 * time.Millisecond
	for i := range p.drives {
		if d := &p.drives[i]; d.mode.Passes() {
			d.position += d.speed * passed.Seconds()
		}
	}
	if p.expiresEarly {
		timeout = 10 * time.Millisecond
	}
	for i := range p.drives {
		d := &p.drives[i]
		switch {
		case d.failing:
			d.mode, d.fault = messages.ModeOff, 38
		case d.fault != 0 && p.faultHealsItself:
			d.fault, d.mode = 0, messages.ModeRun
		}
		if d.mode.Passes() && p.now.Sub(d.fed) > timeout && !p.neverExpires {
			d.mode = messages.ModeDamp
		}
		if d.mode == messages.ModeRampOff {
			d.mode = messages.ModeOff
		}
	}
}

func (p *plain) rig() Rig {
	return Rig{
		Driver: p, Wait: p.wait, Period: 2 * time.Millisecond, Settle: 20 * time.Millisecond, Motion: 0.1,
		Mute: func(drive int, muted bool) { p.drives[drive].muted = muted },
		Fail: func(drive int, failing bool) { p.drives[drive].failing = failing },
		Late: func(drive int, late bool) { p.drives[drive].late = late },
		Mode: func(drive int) messages.Mode { return p.drives[drive].mode },
	}
}
