package mutant

import (
	"fmt"
	"slices"
	"strings"
)

// Mutant describes one defect.
type Mutant struct {
	Name string
	// Wrong states the defect in words.
	Wrong string
	// Part is the part of the system that has the defect.
	Part Part
	// Breaks names the invariants that the defect violates. At least one of them must fail.
	Breaks []string
	// Application is the file that exercises the defect, relative to the folder of the first
	// example, or "fleet" for drawn applications. It is empty for the first example.
	Application string
	// Patches turn the sources into the defective ones.
	Patches []Patch
}

// Patch replaces one text of a source file.
type Patch struct {
	// File is the slash-separated path of the source file, relative to the root of the module.
	File string
	// Old is code that occurs exactly once in the file. It contains no comment, so that comments
	// can change.
	Old string
	// New replaces Old.
	New string
}

// Part is a part of the system.
type Part string

// The parts: the three layers of protection, the strategies of supervisors, and the connections of
// worlds and actors, spines, what shows only in the true state of the robot, planned motions, and
// the reader of application files.
const (
	Gate         Part = "gate"
	Supervision  Part = "supervision"
	DriveLayer   Part = "drive"
	Coupling     Part = "coupling"
	Runtime      Part = "runtime"
	StrategyPart Part = "strategy"
	Spine        Part = "spine"
	Truth        Part = "truth"
	Planner      Part = "planner"
	File         Part = "file"
)

// fleet stands for applications that are drawn: those of the examples do not exercise the defect.
const fleet = "fleet"

// All returns every defect, grouped by part.
func All() []Mutant {
	return slices.Concat(gateMutants, supervisionMutants, driveMutants, couplingMutants, runtimeMutants, spineMutants, truthMutants, plannerMutants, fileMutants)
}

// Find returns the defect with a name. The error lists the known names.
func Find(name string) (Mutant, error) {
	var known []string
	for _, m := range All() {
		if m.Name == name {
			return m, nil
		}
		known = append(known, m.Name)
	}
	return Mutant{}, fmt.Errorf("unknown defect %q; expected one of %s", name, strings.Join(known, ", "))
}
