package messages

import (
	"fmt"
	"strings"
)

// ControlMode says which quantities of a command are meaningful for a joint. It is a set: a drive
// that takes a position with feed-forward velocity and effort, as moteus and CiA 402 drives do, has
// all three bits.
type ControlMode uint8

// The control modes and their usual mixes.
const (
	ControlNone     ControlMode = 0
	ControlPosition ControlMode = 1 << 0
	ControlVelocity ControlMode = 1 << 1
	ControlEffort   ControlMode = 1 << 2

	ControlPositionVelocity       = ControlPosition | ControlVelocity
	ControlPositionVelocityEffort = ControlPosition | ControlVelocity | ControlEffort
)

var controlNames = []struct {
	bit  ControlMode
	name string
}{{ControlPosition, "position"}, {ControlVelocity, "velocity"}, {ControlEffort, "effort"}}

// String returns the names of the quantities joined by "+", or "none".
func (c ControlMode) String() string {
	if c == ControlNone {
		return "none"
	}
	var parts []string
	for _, n := range controlNames {
		if c&n.bit != 0 {
			parts = append(parts, n.name)
		}
	}
	if !c.Valid() {
		parts = append(parts, fmt.Sprintf("control(%#x)", uint8(c)))
	}
	return strings.Join(parts, "+")
}

// Valid reports whether c has only declared bits.
func (c ControlMode) Valid() bool { return c <= ControlPositionVelocityEffort }

// Has reports whether every quantity of other is in c.
func (c ControlMode) Has(other ControlMode) bool { return c&other == other }

// ParseControlMode reads "position", "velocity", "effort", "none" or a mix such as
// "position+velocity". The words torque and force are taken for effort.
func ParseControlMode(text string) (ControlMode, error) {
	if text == "none" {
		return ControlNone, nil
	}
	var c ControlMode
	for _, part := range strings.Split(text, "+") {
		switch strings.TrimSpace(part) {
		case "position":
			c |= ControlPosition
		case "velocity":
			c |= ControlVelocity
		case "effort", "torque", "force":
			c |= ControlEffort
		default:
			return ControlNone, fmt.Errorf("control mode %q is unknown; expected position, velocity, effort, a mix such as position+velocity, or none", text)
		}
	}
	return c, nil
}

// MarshalText returns the text of String, for JSON.
func (c ControlMode) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what ParseControlMode does.
func (c *ControlMode) UnmarshalText(text []byte) (err error) {
	*c, err = ParseControlMode(string(text))
	return err
}
