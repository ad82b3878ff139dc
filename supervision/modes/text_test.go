package modes

import (
	"fmt"
	"strings"
)

// These texts are those of modes.md, which a test writes: no program prints them.

var effectNames = [...]string{"changed", "stop", "latched", "arm", "refused_running", "refused_incarnation", "refused_nonce",
	"refused_present", "refused_way"}

// String returns the names of the effects joined by "+", or "nothing".
func (e Effects) String() string {
	var names []string
	for i, name := range effectNames {
		if e&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, "+")
}

// ID returns the row of the catalogue of faults, F1 to F15, or D8 for Derated.
func (f FaultClass) ID() string {
	if f == Derated {
		return "D8"
	}
	return fmt.Sprintf("F%d", uint8(f))
}
