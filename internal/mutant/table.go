package mutant

import (
	"fmt"
	"strings"
)

// Variable is the environment variable that names the defect that is switched on.
const Variable = "ROBO_ACTORS_MUTANT"

// ID numbers a defect.
type ID uint8

// Mutant describes one defect.
type Mutant struct {
	ID   ID
	Name string
	// Wrong says what is wrong, in words.
	Wrong string
	// Part is the part of the system that has the defect.
	Part Part
	// Breaks are the invariants one of which has to fail.
	Breaks []string
}

// Part is a part of the system.
type Part string

// The parts: the three layers of protection, the strategies of supervisors, and what joins worlds and actors.
const (
	Gate         Part = "gate"
	Supervision  Part = "supervision"
	DriveLayer   Part = "drive"
	Coupling     Part = "coupling"
	Runtime      Part = "runtime"
	StrategyPart Part = "strategy"
)

// All lists every defect, in the order of their numbers.
func All() []Mutant { return append([]Mutant{}, table[:]...) }

// Of returns a defect by its number, and false where there is none.
func Of(id ID) (Mutant, bool) {
	if id == 0 || int(id) > len(table) {
		return Mutant{}, false
	}
	return table[id-1], true
}

// Find returns the defect with a name. The error lists the names.
func Find(name string) (Mutant, error) {
	var known []string
	for _, m := range table {
		if m.Name == name {
			return m, nil
		}
		known = append(known, m.Name)
	}
	return Mutant{}, fmt.Errorf("no defect is named %q; expected one of %s", name, strings.Join(known, ", "))
}

// The defects. Their numbers are their places in the table.
const (
	_ ID = iota
	NaNPasses
	RefusedRefreshesAge
	NonceIgnored
	RestartsMiscounted
	FenceSilent
	BrakeOrderSwapped
)

var table = [...]Mutant{
	{NaNPasses, "nan_passes", "the gate does not look whether a velocity is a number", Gate, []string{"V1"}},
	{RefusedRefreshesAge, "refused_refreshes_age", "a command that the gate refuses makes the one before it young again", Gate, []string{"V4"}},
	{NonceIgnored, "nonce_ignored", "the gate takes an acknowledgement of a condition that has changed since", Gate, []string{"V7"}},
	{RestartsMiscounted, "restarts_miscounted", "a supervisor allows one restart more than its policy", Supervision, []string{"V11"}},
	{FenceSilent, "fence_silent", "a bus that fails does not stop its drives", DriveLayer, []string{"V5"}},
	{BrakeOrderSwapped, "brake_order_swapped", "a drive gives torque up before its brake has closed", DriveLayer, []string{"V14"}},
}
