package plotting

import "math"

// Factors from SI units to those of pictures.
const (
	millimetres = 1e3
	degrees     = 180 / math.Pi
)

// display returns the factor and the name of the unit in which pictures show an SI unit.
func display(unit string) (factor float64, shown string) {
	switch unit {
	case "m", "m/s", "m/s^2":
		return millimetres, "m" + unit
	case "rad":
		return degrees, "deg"
	case "rad/s":
		return degrees, "deg/s"
	}
	return 1, unit
}

// inBrackets returns a unit in brackets, or nothing for no unit.
func inBrackets(unit string) string {
	if unit == "" {
		return ""
	}
	return "(" + unit + ")"
}
