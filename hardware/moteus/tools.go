package moteus

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
)

// Found is what a servo says when a tool asks it.
type Found struct {
	// ID is the servo's identifier on the bus.
	ID   uint8
	Mode ServoMode
	// Position is in rev, Velocity in rev/s, Torque in N m, Voltage in V, and Temperature, that of
	// the board, in degC.
	Position, Velocity, Torque, Voltage, Temperature float64
	// Fault is the code of a fault, see FaultText; zero means none.
	Fault uint16
}

// Tool talks to the servos of a bus that no driver uses. One goroutine at a time calls its methods.
type Tool struct {
	// ScanWithin is how long a scan waits for each identifier.
	ScanWithin time.Duration

	c conversation
}

// defaultScanWithin is the ScanWithin of a new Tool.
const defaultScanWithin = 5 * time.Millisecond

// NewTool opens the transport.
func NewTool(t Transport, prefix uint16, hostID uint8) (*Tool, error) {
	if err := (address{prefix: prefix, host: hostID}).check(); err != nil {
		return nil, err
	}
	if err := t.Open(time.Second); err != nil {
		return nil, fmt.Errorf("%s: %w", t, err)
	}
	return &Tool{ScanWithin: defaultScanWithin, c: conversation{transport: t, address: address{prefix: prefix, host: hostID}}}, nil
}

// Close closes the transport.
func (t *Tool) Close() error { return t.c.transport.Close() }

// Scan asks every identifier and returns the servos that answer, in the order of their identifiers.
func (t *Tool) Scan() (all []Found, err error) {
	for id := uint8(1); id < broadcast; id++ {
		if id == t.c.address.host {
			continue
		}
		found, err := t.query(id, appendQuery(nil), t.ScanWithin)
		switch {
		case err == nil:
			all = append(all, found)
		case !errors.Is(err, errSilent):
			return all, err
		}
	}
	return all, nil
}

// Query asks one servo.
func (t *Tool) Query(id uint8) (Found, error) {
	return t.query(id, appendQuery(nil), attempts*answerAttempt)
}

// Stop stops one servo, which removes its torque and clears its fault. It returns an error unless
// the servo confirms that it has stopped.
func (t *Tool) Stop(id uint8) (Found, error) {
	found, err := t.query(id, appendQuery(appendMode(nil, ServoStopped)), attempts*answerAttempt)
	if err == nil && found.Mode != ServoStopped {
		err = fmt.Errorf("servo %d is in %s after a stop; cut the power", id, found.Mode)
	}
	return found, err
}

func (t *Tool) query(id uint8, payload []byte, within time.Duration) (Found, error) {
	var r reply
	t.c.left = within
	if err := t.c.ask(id, payload, r.read); err != nil {
		return Found{}, fmt.Errorf("servo %d on %s: %w", id, t.c.transport, err)
	}
	return Found{ID: id, Mode: r.mode, Position: r.position, Velocity: r.velocity, Torque: r.torque, Voltage: r.voltage,
		Temperature: r.temperature, Fault: r.fault}, nil
}

// Setting returns a number of the servo's configuration, such as "servo.timeout_mode".
func (t *Tool) Setting(id uint8, name string) (float64, error) {
	t.c.left = time.Second
	x, err := t.c.setting(id, name)
	if err != nil {
		return 0, fmt.Errorf("servo %d on %s: %w", id, t.c.transport, err)
	}
	return x, nil
}

// Versions returns the servo's model number, firmware version and version of the register map.
func (t *Tool) Versions(id uint8) (model, firmware, registerMap int, err error) {
	var values [3]int
	for i := range values {
		t.c.left = time.Second
		v, err := t.c.register(id, multiplex.Int32, multiplex.ModelNumber+multiplex.Register(i))
		if err != nil {
			return 0, 0, 0, fmt.Errorf("servo %d on %s: %w", id, t.c.transport, err)
		}
		values[i] = int(v)
	}
	return values[0], values[1], values[2], nil
}

// RegisterValue is what a servo has in one of its registers.
type RegisterValue struct {
	// Number is that of the register, and Name the one in the reference of the moteus protocol.
	Number uint32
	Name   string
	// Value is in the Unit, which is empty for integers and ratios. It is NaN where the servo has no
	// number, for example in a limit that no command has set.
	Value float64
	Unit  string
}

// Registers reads every register of the reference that can be read, in the order of their numbers.
// Those that the servo's firmware lacks are left out.
func (t *Tool) Registers(id uint8) (all []RegisterValue, err error) {
	for _, info := range multiplex.Readable() {
		t.c.left = time.Second
		value, err := t.c.register(id, info.Type, info.Register)
		switch {
		case err == nil:
			all = append(all, RegisterValue{Number: uint32(info.Register), Name: info.Name, Value: value, Unit: info.Unit})
		case !errors.As(err, new(noRegister)):
			return all, fmt.Errorf("servo %d on %s: %w", id, t.c.transport, err)
		}
	}
	return all, nil
}
