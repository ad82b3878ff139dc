package moteus

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
	"github.com/robo-actors/robo-actors/messages"
)

const (
	// openServo is the longest time for which opening takes one servo that answers.
	openServo = 50 * time.Millisecond
	// answerAttempt bounds the wait for one answer while opening, and attempts how often a servo is
	// asked.
	answerAttempt = 100 * time.Millisecond
	attempts      = 3
	// maxPolls bounds how often a line of the diagnostic stream is asked for.
	maxPolls = 50
)

// mapVersions are the versions of the register map that the driver knows.
var mapVersions = []int{4, 5}

// Open implements hardware.Driver.
func (d *Driver) Open(_ messages.Instant, within time.Duration) error {
	_ = d.Close() // whatever came of it, the transport opens anew
	t := d.config.Transport
	if err := t.Open(within); err != nil {
		return d.openFailed(err)
	}
	c := conversation{transport: t, address: d.address, left: within}
	for i := range d.drives {
		if err := d.openServo(&c, i); err != nil {
			return d.openFailed(errors.Join(err, t.Close()))
		}
	}
	d.open.Store(true)
	for i := range d.drives {
		d.sendTo(i, d.drives[i].next(false))
	}
	return nil
}

func (d *Driver) openFailed(err error) error {
	return &hardware.BusError{Bus: d.config.Name, Op: "open", Err: err}
}

// openServo reads back the settings of one servo, rejects what differs, and finds out in which mode
// the servo is.
func (d *Driver) openServo(c *conversation, i int) error {
	dr := &d.drives[i]
	d.demands[i].Store(0)
	dr.silent, dr.answered, d.waiting[i] = 0, false, false
	version, err := c.register(dr.servo.ID, multiplex.Int32, multiplex.MapVersion)
	if err != nil {
		return d.servoError(i, err)
	}
	if !known(version) {
		return d.mismatch(i, "version of the register map", fmt.Sprint(version), fmt.Sprintf("one of %v", mapVersions))
	}
	if err := d.checkSettings(c, i); err != nil {
		return err
	}
	var r reply
	if err := c.ask(dr.servo.ID, appendQuery(nil), r.read); err != nil {
		return d.servoError(i, err)
	}
	dr.found(r)
	d.targets[i].Store(uint32(dr.target()))
	return nil
}

func known(version float64) bool {
	for _, v := range mapVersions {
		if float64(v) == version {
			return true
		}
	}
	return false
}

// checkSettings compares the settings of a servo with those that the application expects.
func (d *Driver) checkSettings(c *conversation, i int) error {
	s := &d.drives[i].servo
	mode, err := c.setting(s.ID, "servo.timeout_mode")
	if err != nil {
		return d.servoError(i, err)
	}
	if found := TimeoutMode(mode); float64(found) != mode || found != d.config.Timeout {
		return d.mismatch(i, "servo.timeout_mode", fmt.Sprintf("%g (%s)", mode, found), fmt.Sprintf("%d (%s)", d.config.Timeout, d.config.Timeout))
	}
	if math.IsInf(s.Lower, -1) && math.IsInf(s.Upper, 1) {
		return nil
	}
	low, err := c.setting(s.ID, "servopos.position_min")
	if err != nil {
		return d.servoError(i, err)
	}
	high, err := c.setting(s.ID, "servopos.position_max")
	if err != nil {
		return d.servoError(i, err)
	}
	lower, upper := s.joint(low), s.joint(high)
	if lower > upper {
		lower, upper = upper, lower
	}
	if !near(lower, s.Lower) || !near(upper, s.Upper) {
		return d.mismatch(i, "position bounds servopos.position_min and position_max, of the joint in rad or m",
			fmt.Sprintf("%.6g to %.6g", lower, upper), fmt.Sprintf("%.6g to %.6g", s.Lower, s.Upper))
	}
	return nil
}

// near reports whether two bounds are the same to the digits that a setting has.
func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-4*max(1, math.Abs(b)) }

func (d *Driver) servoError(i int, err error) error {
	s := &d.drives[i].servo
	return fmt.Errorf("servo %d of joint %q on %s: %w", s.ID, s.Joint, d.config.Transport, err)
}

func (d *Driver) mismatch(i int, setting, got, want string) error {
	info := &d.info[i]
	return &hardware.DriveMismatch{Bus: d.config.Name, Drive: info.Name, Joint: info.Joint, Setting: setting, Got: got, Want: want}
}

// halt puts a servo that runs into the mode of its watchdog.
func (d *Driver) halt(i int) error {
	return d.config.Transport.Send(d.stopFrame(i, d.config.Timeout.Safe()))
}
