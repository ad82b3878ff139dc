package main

import (
	"math"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// emulator is a line with emulated drives and switches. Its time passes only when somebody calls
// advance, so it serves virtual time, and tests that a busy machine does not disturb. Any goroutine
// may call its methods.
type emulator struct {
	mu       sync.Mutex
	now      messages.Instant
	drives   []*emulatedDrive
	switches []*emulatedSwitch
	faults   []*actors.FaultSwitch // injected ones of each drive, nil without any

	rest    []byte // of frames that have not arrived in full
	payload [maxPayload]byte
}

// emulatedDrive is the firmware of a drive, and the joint that it moves: a velocity loop below a
// position loop, without gravity.
type emulatedDrive struct {
	address  uint8
	settings driveSettings
	muted    bool // it neither listens nor answers: a test cut its line
	mute     bool // the same, as an injected fault
	stuck    bool // its joint does not move, as an injected fault
	failing  bool // the cause of a fault is present
	late     bool // each answer comes with the next request
	delayed  []byte

	mode               wireMode
	latched            bool // it stopped by itself, and follows again only after a reset
	expired            bool
	fault              uint16
	unfed              time.Duration // since the newest set-point
	goal               setPoint
	held               float64 // where it holds
	position, velocity float64
}

// emulatedSwitch is a switch that is closed while a drive is beyond a position.
type emulatedSwitch struct {
	address uint8
	drive   *emulatedDrive
	beyond  float64
	sampled messages.Instant
	closed  bool
}

const (
	loopGain      = 30               // 1/s, of the position loop
	damping       = 50               // 1/s, at which mode damp slows a joint
	friction      = 5                // 1/s, at which the joint slows without torque
	effortOf      = 0.2              // N m s/rad or N s/m, that motion needs
	emulationStep = time.Millisecond // longest step of the drives
	samplePeriod  = 5 * time.Millisecond
	overheated    = 3 // fault code
)

// newEmulatedDrive returns a drive that was just powered up.
func newEmulatedDrive(address uint8, s driveSettings) *emulatedDrive {
	return &emulatedDrive{address: address, settings: s, latched: true}
}

// advance lets the drives live until an instant.
func (e *emulator) advance(until messages.Instant) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, s := range e.faults {
		f := s.Present()
		e.drives[i].mute = f != nil && f.Kind == actors.FaultMute
		e.drives[i].stuck = f != nil && f.Kind == actors.FaultStuckJoint
	}
	for e.now < until {
		step := min(emulationStep, until.Sub(e.now))
		e.now = e.now.Add(step)
		for _, d := range e.drives {
			d.advance(step)
		}
		for _, s := range e.switches {
			if e.now.Sub(s.sampled) >= samplePeriod {
				s.sampled, s.closed = e.now, s.drive.position > s.beyond
			}
		}
	}
}

// do calls f while the emulator is at rest.
func (e *emulator) do(f func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f()
}

// answer takes bytes from the line and appends the answers to them.
func (e *emulator) answer(answers, received []byte) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rest = append(e.rest, received...)
	for rest := e.rest; ; {
		f, after, ok := nextFrame(rest)
		if !ok {
			e.rest = e.rest[:copy(e.rest, after)]
			return answers
		}
		rest = after
		answers = e.answerFrame(answers, f)
	}
}

func (e *emulator) answerFrame(answers []byte, f frame) []byte {
	for _, d := range e.drives {
		if d.address != f.address || d.muted || d.mute {
			continue
		}
		reply := frame{address: f.address, sequence: f.sequence, kind: state}
		switch f.kind {
		case askSettings:
			reply.kind, reply.payload = settings, d.settings.append(e.payload[:0])
			return appendFrame(answers, reply)
		case stop:
			if len(f.payload) == 1 && wireMode(f.payload[0]) < wireFollow {
				d.enter(wireMode(f.payload[0]))
			}
			return answers
		case follow:
			if s, ok := parseSetPoint(f.payload); ok {
				d.follow(s)
			}
		case askState:
		default:
			return answers
		}
		r := d.report()
		reply.payload = r.append(e.payload[:0])
		if !d.late {
			return appendFrame(answers, reply)
		}
		answers = append(answers, d.delayed...)
		d.delayed = appendFrame(d.delayed[:0], reply)
		return answers
	}
	for _, s := range e.switches {
		if s.address == f.address && f.kind == askSwitch {
			age := uint16(e.now.Sub(s.sampled) / time.Millisecond)
			return appendFrame(answers, frame{f.address, f.sequence, switched, switchReport{s.closed, age}.append(e.payload[:0])})
		}
	}
	return answers
}

// follow takes a set-point. A drive that stopped by itself obeys only with a reset, and a failing
// one never. Only set-points that are obeyed feed the watchdog.
func (d *emulatedDrive) follow(s setPoint) {
	if s.flags&flagReset != 0 && !d.failing {
		d.latched, d.expired, d.fault = false, false, 0
	}
	if !d.latched {
		d.mode, d.goal, d.unfed = wireFollow, s, 0
	}
}

// enter enters a mode that stops.
func (d *emulatedDrive) enter(mode wireMode) {
	if mode == wireHold && d.mode != wireHold {
		d.held = d.position
	}
	d.mode = mode
}

func (d *emulatedDrive) advance(step time.Duration) {
	if d.failing {
		d.enter(wireOff)
		d.latched, d.fault = true, overheated
	}
	if d.mode == wireFollow {
		if d.unfed += step; d.unfed > time.Duration(d.settings.watchdog)*time.Millisecond {
			d.enter(d.settings.watchdogMode)
			d.latched, d.expired = true, true
		}
	}
	h := step.Seconds()
	switch d.mode {
	case wireFollow:
		wanted := 0.0
		if d.goal.flags&flagVelocity != 0 {
			wanted = d.goal.velocity
		}
		if d.goal.flags&flagPosition != 0 {
			wanted += loopGain * (d.goal.position - d.position)
		}
		d.accelerate(wanted, h)
	case wireHold:
		d.accelerate(loopGain*(d.held-d.position), h)
	case wireDamp:
		d.velocity /= 1 + damping*h
	default:
		d.velocity /= 1 + friction*h
	}
	if d.stuck {
		d.velocity = 0
	}
	d.position += d.velocity * h
}

// accelerate brings the velocity toward a wanted one, within the limits of the drive.
func (d *emulatedDrive) accelerate(wanted, h float64) {
	wanted = min(max(wanted, -d.settings.velocity), d.settings.velocity)
	change := d.settings.acceleration * h
	d.velocity += min(max(wanted-d.velocity, -change), change)
}

func (d *emulatedDrive) report() report {
	r := report{mode: d.mode, fault: d.fault, position: d.position, velocity: d.velocity, temperature: 30}
	if d.mode != wireOff {
		r.effort = effortOf * d.velocity
	}
	if math.Abs(d.velocity) > 1e-3 {
		r.status |= statusMoving
	}
	if d.expired {
		r.status |= statusExpired
	}
	if d.failing {
		r.status |= statusFailing
		r.temperature = 95
	}
	return r
}
