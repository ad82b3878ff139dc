//go:build mutants

package mutant

import (
	"fmt"
	"os"
)

// Built tells whether this program has the defects in it.
const Built = true

// active is the defect that is switched on, 0 for none. It is written before main begins, and never again.
var active = chosen(os.Getenv(Variable))

// chosen finds the defect with a name. A name that there is not ends the program, which would seem to be sound otherwise.
func chosen(name string) ID {
	if name == "" {
		return 0
	}
	m, err := Find(name)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", Variable, err)
		os.Exit(2)
	}
	return m.ID
}

// On reports whether a defect is switched on.
func On(id ID) bool { return id == active }

// Active is the defect that is switched on, and false for none.
func Active() (Mutant, bool) { return Of(active) }
