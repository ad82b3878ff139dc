package command

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// otherUnits are units that users write by habit, with the SI unit that is meant and its factor.
var otherUnits = []struct {
	name, si string
	factor   float64
}{{"deg", "rad", math.Pi / 180}, {"°", "rad", math.Pi / 180}, {"mm", "m", 1e-3}, {"cm", "m", 1e-2}, {"rad", "rad", 1}, {"m", "m", 1}}

// noNumber is the error for a value that is no plain number. Units are not converted; the error has
// the number that a known unit would give.
func noNumber(text string) error {
	for _, u := range otherUnits {
		number, is := strings.CutSuffix(text, u.name)
		if !is {
			continue
		}
		if x, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil {
			return fmt.Errorf("%q has a unit; expected a plain number in %s: %.4g", text, u.si, x*u.factor)
		}
	}
	return fmt.Errorf("%q is not a number; expected rad, m or another SI unit, without the unit, such as 0.3", text)
}
