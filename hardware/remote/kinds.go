package remote

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/messages"
)

// Options are those of the kind remote of role driver, as application files name them.
type Options struct {
	Address    string        `option:"address" doc:"of the drives' process: unix:PATH, udp:HOST:PORT on the loopback interface, or tls:HOST:PORT; empty: the socket of robo-actors drives in this user's run directory"`
	Watchdog   time.Duration `option:"watchdog" doc:"that each drive must have; 0: 100ms" min:"0" max:"1"`
	Mode       string        `option:"timeout_mode" doc:"that each drive's watchdog must lead to; empty: ramp_hold" one_of:"ramp_hold,damp,ramp_off,brake,off"`
	Timeout    time.Duration `option:"timeout" doc:"longest time of an exchange; 0: 1ms" min:"0" max:"0.1"`
	Silence    time.Duration `option:"silence" doc:"for how long drives count as answering though no answer came; 0: 20ms" min:"0" max:"10"`
	GainScales bool          `option:"gain_scales" doc:"each drive must scale its gains by kp_scale and kd_scale"`
	EffortCap  bool          `option:"effort_cap" doc:"each drive must cap its effort at max_effort"`
	Measures   []string      `option:"measures" doc:"each drive must measure these: temperature, voltage, current, fault_word"`

	TLS Credentials `option:"tls" doc:"credentials for an address tls:HOST:PORT, on both ends"`

	SensorOptions []SensorOptions `option:"sensors" doc:"sensors that the bus must carry"`
}

// SensorOptions describe a sensor that the bus must carry.
type SensorOptions struct {
	Name        string     `option:"name" doc:"of the sensor, and of the output that publishes it" required:"true"`
	Kind        string     `option:"kind" doc:"what it measures" one_of:"inertial,wrench,switch,temperature" required:"true"`
	Link        string     `option:"link" doc:"link of the robot that carries it" required:"true"`
	Position    [3]float64 `option:"position" unit:"m" doc:"of the sensor's frame in the link's frame"`
	Orientation [4]float64 `option:"orientation" doc:"of the sensor's frame, quaternion w, x, y, z; zeros: that of the link"`
}

// DefaultAddress is where the drives of a bus are looked for, and where robo-actors drives answers:
// a socket in the run directory of this user, which nobody else can enter.
func DefaultAddress(bus string) (string, error) {
	dir, err := control.Directory()
	if err != nil {
		return "", err
	}
	return "unix:" + filepath.Join(dir, "drives-"+strings.ReplaceAll(bus, "/", ".")), nil // names have no dots
}

// MakeDriver implements hardware.DriverMaker.
func (o *Options) MakeDriver(c hardware.DriverContext) (func() (hardware.Driver, error), error) {
	config := Config{Name: c.Name, Address: o.Address, Timeout: o.Timeout, Silence: o.Silence, TLS: o.TLS}
	var err error
	if config.Address == "" {
		if config.Address, err = DefaultAddress(c.Name); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	watchdog := hardware.Watchdog{Timeout: o.Watchdog, Mode: messages.ModeRampHold}
	if watchdog.Timeout == 0 {
		watchdog.Timeout = 100 * time.Millisecond
	}
	if o.Mode != "" {
		if watchdog.Mode, err = messages.ParseMode(o.Mode); err != nil {
			return nil, messages.InOption("timeout_mode", err)
		}
	}
	measures, err := o.measurements()
	if err != nil {
		return nil, err
	}
	limits := c.World.Limits()
	for _, name := range c.Joints {
		i, err := c.World.JointIndex(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		l := limits[c.World.Slot(i).Velocity]
		config.Drives = append(config.Drives, hardware.DriveInfo{Name: name, Joint: name, Watchdog: watchdog, Controls: messages.ControlModes(),
			GainScales: o.GainScales, EffortCap: o.EffortCap, Measures: measures,
			Limits: hardware.Limits{Lower: l.Lower, Upper: l.Upper, Velocity: l.Velocity, Acceleration: l.Acceleration, Effort: l.Effort}})
	}
	if config.Sensors, err = o.Sensors(nil); err != nil {
		return nil, err
	}
	if _, err := New(config); err != nil {
		return nil, err
	}
	return func() (hardware.Driver, error) { return New(config) }, nil
}

// Sensors implements hardware.SensorLister.
func (o *Options) Sensors(any) (all hardware.SensorList, err error) {
	for i, s := range o.SensorOptions {
		kind, err := messages.ParseSensorKind(s.Kind)
		if err != nil {
			return nil, messages.InOption(fmt.Sprintf("sensors[%d].kind", i), err)
		}
		all = append(all, hardware.SensorInfo{Name: s.Name, Kind: kind, Link: s.Link,
			Pose: messages.Pose{Position: s.Position, Orientation: s.Orientation}})
	}
	return all, nil
}

// measurements returns what each drive must measure.
func (o *Options) measurements() (m hardware.Measurements, err error) {
	fields := map[string]*bool{"temperature": &m.Temperature, "voltage": &m.Voltage, "current": &m.Current, "fault_word": &m.FaultWord}
	for i, name := range o.Measures {
		field, known := fields[name]
		if !known {
			return m, &messages.OptionError{Path: fmt.Sprintf("measures[%d]", i), Err: fmt.Errorf("unknown measurement %q", name),
				Unknown: name, Known: abilityNames[3:]}
		}
		*field = true
	}
	return m, nil
}

// Register adds the kind remote to a registry.
func Register(r *actors.Registry) error {
	return errors.Join(actors.Register(r, "remote", actors.RoleDriver, "drives that hang on another process, over a socket", Options{}))
}
