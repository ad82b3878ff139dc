package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// Open implements hardware.Driver.
func (d *driver) Open(_ messages.Instant, within time.Duration) error {
	_ = d.Close() // whatever came of it, the port opens anew
	d.rest, d.stops = nil, nil
	clear(d.readings)
	err := d.port.Open(within)
	if err == nil {
		if err = d.openDrives(within); err != nil {
			err = errors.Join(err, d.port.Close())
		}
	}
	if err != nil {
		return &hardware.BusError{Bus: d.name, Op: "open", Err: err}
	}
	return nil
}

// openDrives compares the settings of every drive, finds the modes in which they are, and prepares
// the frames of Stop.
func (d *driver) openDrives(within time.Duration) error {
	for i := range d.live {
		address := d.drives[i].address
		answer, err := d.ask(address, askSettings, settings, &within)
		if err != nil {
			return d.driveError(i, err)
		}
		if err := d.compare(i, answer); err != nil {
			return err
		}
		if answer, err = d.ask(address, askState, state, &within); err != nil {
			return d.driveError(i, err)
		}
		d.live[i] = drive{}
		d.live[i].last, _ = parseReport(answer)
		d.ratchet.Found(i, d.mode(i))
		for _, mode := range stopModes {
			d.stops = append(d.stops, appendFrame(nil, frame{address, 0, stop, []byte{uint8(mode)}}))
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = true
	for i := range d.live {
		if target := d.ratchet.Target(i); d.mode(i) < target {
			if err := d.port.Write(d.stopFrame(i, target)); err != nil {
				return d.driveError(i, err)
			}
		}
	}
	return nil
}

// attempts is how often Open asks a drive that does not answer.
const attempts = 3

// ask asks one drive while the bus is opened, and waits for the answer. It takes the time from
// within.
func (d *driver) ask(address uint8, question, wanted frameKind, within *time.Duration) (payload []byte, err error) {
	for range attempts {
		d.sequence++
		if err := d.port.Write(appendFrame(nil, frame{address: address, sequence: d.sequence, kind: question})); err != nil {
			return nil, err
		}
		attempt := min(d.openWithin/attempts, *within)
		*within -= attempt
		for more := true; more; {
			var n int
			n, attempt = d.read(attempt)
			for {
				f, rest, ok := nextFrame(d.rest)
				d.rest = rest
				if !ok {
					break
				}
				if f.address == address && f.sequence == d.sequence && f.kind == wanted {
					*within += attempt
					return slices.Clone(f.payload), nil
				}
			}
			more = n > 0
		}
	}
	return nil, errors.New("it does not answer; check its supply, its address and the cable")
}

func (d *driver) driveError(i int, err error) error {
	return fmt.Errorf("drive %d of joint %q on %s: %w", d.drives[i].address, d.info[i].Joint, d.port, err)
}

// compare rejects a drive whose own settings differ from what the application expects.
func (d *driver) compare(i int, payload []byte) error {
	s, ok := parseSettings(payload)
	if !ok {
		return d.driveError(i, errors.New("its settings cannot be read; check the version of its firmware"))
	}
	want, limits := &d.info[i], &d.info[i].Limits
	if mode := wireOf(want.Watchdog.Mode); s.watchdogMode != mode {
		return d.mismatch(i, "watchdog mode", fmt.Sprint(s.watchdogMode), fmt.Sprint(mode))
	}
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"watchdog in s", float64(s.watchdog) / 1000, want.Watchdog.Timeout.Seconds()},
		{"lower position limit in rad or m", s.lower, limits.Lower}, {"upper position limit in rad or m", s.upper, limits.Upper},
		{"velocity limit in rad/s or m/s", s.velocity, limits.Velocity},
		{"acceleration limit in rad/s^2 or m/s^2", s.acceleration, limits.Acceleration},
		{"effort limit in N m or N", s.force, limits.Effort},
	} {
		if !(x.got == x.want || math.Abs(x.got-x.want) <= 1e-5*math.Abs(x.want)) {
			return d.mismatch(i, x.name, fmt.Sprintf("%.6g", x.got), fmt.Sprintf("%.6g", x.want))
		}
	}
	return nil
}

func (d *driver) mismatch(i int, setting, got, want string) error {
	return &hardware.DriveMismatch{Bus: d.name, Drive: d.info[i].Name, Joint: d.info[i].Joint, Setting: setting, Got: got, Want: want}
}
