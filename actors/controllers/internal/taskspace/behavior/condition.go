package behavior

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Condition is one comparison, as it is declared in a line of text.
type Condition struct {
	// Text is the line.
	Text string
	// Term is an index into the terms of the vocabulary.
	Term int
	// Above says that values greater than Threshold are meant, else those smaller than it.
	// Threshold is in the unit of the term.
	Above     bool
	Threshold float64
	// For is how long the comparison must hold without a break.
	For time.Duration
}

// Met reports whether a value meets the comparison. NaN does not.
func (c *Condition) Met(value float64) bool {
	if c.Above {
		return value > c.Threshold
	}
	return value < c.Threshold
}

const conditionForm = `"QUANTITY of NAME below|above NUMBER UNIT [for TIME]", such as "error of reach below 5 mm for 200 ms"`

// ParseCondition reads a condition about one of the terms.
func ParseCondition(text string, terms []Term) (Condition, error) {
	c := Condition{Text: text}
	words := strings.Fields(text)
	if i := slices.Index(words, "of"); i == 1 {
		words = slices.Delete(words, 1, 2)
	}
	if len(words) < 4 {
		return c, fmt.Errorf("the condition %q is not understood; expected %s", text, conditionForm)
	}
	var err error
	if c.Term, err = findTerm(words[0], words[1], terms); err != nil {
		return c, fmt.Errorf("the condition %q: %w", text, err)
	}
	switch words[2] {
	case "above":
		c.Above = true
	case "below":
	default:
		return c, fmt.Errorf("the condition %q says %q; expected below or above", text, words[2])
	}
	value, span := words[3:], []string(nil)
	if i := slices.Index(value, "for"); i >= 0 {
		value, span = value[:i], value[i+1:]
		if c.For, err = parseTime(span); err != nil {
			return c, fmt.Errorf("the condition %q: %w", text, err)
		}
	}
	if c.Threshold, err = parseQuantity(value, terms[c.Term].Unit); err != nil {
		return c, fmt.Errorf("the condition %q: %w", text, err)
	}
	return c, nil
}

func findTerm(quantity, of string, terms []Term) (int, error) {
	var quantities, names []string
	for i, t := range terms {
		if t.Quantity == quantity && t.Of == of {
			return i, nil
		}
		if !slices.Contains(quantities, t.Quantity) {
			quantities = append(quantities, t.Quantity)
		}
		if t.Quantity == quantity {
			names = append(names, t.Of)
		}
	}
	if len(names) == 0 {
		return 0, fmt.Errorf("quantity %q is unknown; known: %s", quantity, listed(quantities))
	}
	return 0, fmt.Errorf("nothing named %q has the quantity %s; known: %s", of, quantity, listed(names))
}

// units are what numbers may be given in: the SI unit, and how much of it one is.
var units = []struct {
	name, si string
	factor   float64
}{
	{"m", "m", 1}, {"cm", "m", 1e-2}, {"mm", "m", 1e-3}, {"um", "m", 1e-6},
	{"rad", "rad", 1}, {"mrad", "rad", 1e-3}, {"deg", "rad", math.Pi / 180},
	{"m/s", "m/s", 1}, {"cm/s", "m/s", 1e-2}, {"mm/s", "m/s", 1e-3},
	{"rad/s", "rad/s", 1}, {"mrad/s", "rad/s", 1e-3}, {"deg/s", "rad/s", math.Pi / 180},
	{"N", "N", 1}, {"kN", "N", 1e3}, {"N m", "N m", 1}, {"Nm", "N m", 1},
	{"kg m/s", "kg m/s", 1}, {"N/s", "N/s", 1}, {"N m/s", "N m/s", 1},
}

// parseQuantity reads a number with its unit, which must be one of those of the quantity.
func parseQuantity(words []string, unit string) (float64, error) {
	if len(words) == 0 {
		return 0, fmt.Errorf("the number is missing; expected %s", conditionForm)
	}
	v, err := strconv.ParseFloat(words[0], 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("invalid number %q; expected a finite one", words[0])
	}
	given := strings.Join(words[1:], " ")
	if unit == "" && given == "" {
		return v, nil
	}
	var known []string
	own := strings.Split(unit, "|")
	for _, u := range units {
		if !slices.Contains(own, u.si) {
			continue
		}
		if u.name == given {
			return v * u.factor, nil
		}
		known = append(known, u.name)
	}
	if unit != "" && len(known) == 0 { // of a signal, in a unit that no other quantity has
		if known = own; slices.Contains(own, given) {
			return v, nil
		}
	}
	if given == "" {
		return 0, fmt.Errorf("the number %s has no unit; expected one of %s", words[0], listed(known))
	}
	if len(known) == 0 {
		return 0, fmt.Errorf("the unit %q does not do; expected a plain number", given)
	}
	return 0, fmt.Errorf("the unit %q does not do; expected one of %s", given, listed(known))
}

var times = []struct {
	name string
	unit time.Duration
}{{"us", time.Microsecond}, {"ms", time.Millisecond}, {"s", time.Second}, {"min", time.Minute}}

func parseTime(words []string) (time.Duration, error) {
	text := strings.Join(words, "")
	for _, t := range times {
		number, ok := strings.CutSuffix(text, t.name)
		if v, err := strconv.ParseFloat(number, 64); ok && err == nil {
			if !(v >= 0 && v*float64(t.unit) <= float64(24*time.Hour)) {
				return 0, fmt.Errorf("the time %q is out of range; expected 0 to 24 h", text)
			}
			return time.Duration(math.Round(v * float64(t.unit))), nil
		}
	}
	return 0, fmt.Errorf("invalid time %q; expected a number with us, ms, s or min", strings.Join(words, " "))
}

// listed prints names, not too many.
func listed(names []string) string {
	const most = 40
	if len(names) == 0 {
		return "none"
	}
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
