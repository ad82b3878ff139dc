package messages

import (
	"fmt"
	"slices"
	"strings"
)

// ControlMode says which quantities of a command are meaningful for a joint. It is a set: a drive
// that takes a position with feed-forward velocity and effort, as moteus and CiA 402 drives do, has
// all three bits.
type ControlMode uint8

// The control modes and their usual mixes.
//
// A new quantity is a bit here with an entry in controlNames, a vector in JointCommand,
// DriveCommand and DriveState, its mixes in mode.proto, and code in each of these files. A test of
// internal/architecture compares the list with the program and names each file that lacks the new
// quantity; tests over ControlModes and ControlQuantities check names, wire format and units.
//
//	worlds/joint.go                               its unit
//	worlds/typed/command.go                       typed set-points of a target
//	worlds/generate/layout.go                     the methods of generated code
//	worlds/gate/internal/core/examine.go          which commands are within limits
//	worlds/gate/internal/core/move.go             ramps in safe modes and at re-arm
//	worlds/gate/internal/core/supervise.go        which deviations of a drive are faults
//	hardware/check.go                             which commands a driver rejects
//	hardware/sim/servo/law.go                     the law of a simulated drive
//	hardware/moteus/config.go                     the configuration of a moteus drive
//	hardware/moteus/servo.go                      the registers of a moteus drive
//	actors/controllers/jointspace/actor.go        its targets and outputs
//	actors/controllers/wholebody/targetkinds.go   what tasks use of a command
//	actors/spine/command.go                       what an agent demands of a joint
//	actors/planners/spineagent/actor.go           the action of a command
//	actors/view/draw/joints.go                    what viewers see of a command
//	supervision/faults/invariant/controller.go    bounds of a controller's output
//	supervision/faults/invariant/robot.go         bounds of what a drive receives
//	supervision/faults/invariant/steps.go         bounds of a re-arm
//	supervision/faults/literal/judge.go           which commands a gate accepts, once more
//
// These files treat some quantities; look whether the new one is like them:
//
//	actors/controllers/jointspace/goal.go              distances to goals; only position velocity
//	actors/controllers/jointspace/request.go           units of set-points; only position velocity
//	actors/controllers/wholebody/actor.go              its outputs; only velocity effort
//	actors/controllers/wholebody/axes.go               its outputs; only velocity effort
//	actors/controllers/wholebody/unmoved.go            its outputs; only velocity effort
//	actors/planners/wheelbalancer/joints.go            wheels and legs; only position velocity
//	actors/models/command.go                           commanded states; only position velocity
//	actors/controllers/wholebody/targetgoal.go         commands that become goals; only position velocity
//	hardware/drivertest/rig.go                         motion of a check; only position velocity
//	hardware/drivertest/motion_checks.go               distances of a check; only position velocity
//	hardware/standin.go                                motion of ideal drives; only position velocity
//	supervision/faults/invariant/coupling.go           velocities behind a coupling; only position velocity
//	supervision/faults/invariant/handedon.go           efforts behind a coupling; only position effort
//	supervision/faults/invariant/gate.go               steps between commands; only position velocity
//	supervision/faults/invariant/velocityhistory.go    hand-overs; only position velocity
//	supervision/faults/invariant/visited.go            motion at a stop; only position velocity
//	worlds/app/check.go                                limits of commands; only velocity effort
//	worlds/app/check_coupling.go                       on_stale of each mode; only position effort
//	worlds/coupling/law.go                             limits of a coupling; only position velocity
//	worlds/coupling/position.go                        holding a position; only position velocity
//	worlds/gate/internal/core/bounds.go                position limits of the others; only position velocity
//	worlds/gate/internal/core/output.go                zeros of absent values; only velocity effort
const (
	ControlNone     ControlMode = 0
	ControlPosition ControlMode = 1 << 0
	ControlVelocity ControlMode = 1 << 1
	ControlEffort   ControlMode = 1 << 2

	ControlPositionVelocity       = ControlPosition | ControlVelocity
	ControlPositionVelocityEffort = ControlPosition | ControlVelocity | ControlEffort
)

// controlNames are the quantities, each with its name and other words that ParseControlMode takes.
var controlNames = []struct {
	bit   ControlMode
	name  string
	alias []string
}{
	{ControlPosition, "position", nil},
	{ControlVelocity, "velocity", nil},
	{ControlEffort, "effort", []string{"torque", "force"}},
}

// ControlModes returns every control mode but ControlNone: each quantity, and each mix.
func ControlModes() []ControlMode {
	var all []ControlMode
	for c := ControlNone + 1; c.Valid(); c++ {
		all = append(all, c)
	}
	return all
}

// ControlQuantities returns the control modes of one quantity each, in the order in which lists and
// vectors of quantities have them.
func ControlQuantities() []ControlMode {
	var all []ControlMode
	for _, n := range controlNames {
		all = append(all, n.bit)
	}
	return all
}

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
func (c ControlMode) Valid() bool { return c < 1<<len(controlNames) }

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
		bit := controlNamed(strings.TrimSpace(part))
		if bit == ControlNone {
			return ControlNone, fmt.Errorf("control mode %q is unknown; expected position, velocity, effort, a mix such as position+velocity, or none", text)
		}
		c |= bit
	}
	return c, nil
}

// controlNamed returns the quantity with a name, or ControlNone.
func controlNamed(name string) ControlMode {
	for _, n := range controlNames {
		if name == n.name || slices.Contains(n.alias, name) {
			return n.bit
		}
	}
	return ControlNone
}

// MarshalText returns the text of String, for JSON.
func (c ControlMode) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what ParseControlMode does.
func (c *ControlMode) UnmarshalText(text []byte) (err error) {
	*c, err = ParseControlMode(string(text))
	return err
}
