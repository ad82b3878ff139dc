package app

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Bounds of periods. The runtime keeps whole nanoseconds; a faster grid than the shortest period is
// no work for it.
const (
	shortestPeriod = 10 * time.Microsecond
	longestPeriod  = time.Hour
)

// Durations and rates are expected in these forms.
const (
	durationForm = "a time with its unit, as 10ms, 2.5s or 200us"
	rateForm     = "a rate with its unit, as 100Hz or 1kHz"
)

// duration returns a time of at least least. A bare number is refused: nobody knows its unit.
func (c cursor) duration(least time.Duration) (time.Duration, bool) {
	if !c.is(strictyaml.Scalar, durationForm) {
		return 0, false
	}
	d, err := parseDuration(c.Value)
	if err != nil {
		c.refuse("the value "+source.Quote(c.Value)+" is not a time: "+err.Error(), durationForm, "")
		return 0, false
	}
	if d < least {
		c.refuse(fmt.Sprintf("the time %v is too short", d), fmt.Sprintf("at least %v", least), "")
		return 0, false
	}
	return d, true
}

// parseDuration reads a duration as time.ParseDuration does, with a unit in every case, and with or
// without a space before it.
func parseDuration(text string) (time.Duration, error) {
	number, unit := splitUnit(text)
	if unit == "" {
		return 0, fmt.Errorf("it has no unit")
	}
	d, err := time.ParseDuration(number + unit)
	units := []string{"ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h"}
	known := decimal.MatchString(number) && slices.Contains(units, unit)
	if err != nil && known && strings.ContainsAny(number, "eE") {
		return 0, fmt.Errorf("its number has an exponent; write it out, or choose another unit")
	}
	if err != nil && known {
		return 0, fmt.Errorf("it is out of range; expected at most %dh, some 292 years", int(time.Duration(math.MaxInt64).Hours()))
	}
	if err != nil {
		return 0, fmt.Errorf("expected a number and one of the units ns, us, ms, s, m, h")
	}
	if d == 0 && strings.ContainsAny(number, "123456789") {
		return 0, fmt.Errorf("it is shorter than a nanosecond; zero, where it is meant, is 0s")
	}
	return d, nil
}

// rate reads a rate, and returns the time of one cycle, rounded to nanoseconds.
func (c cursor) rate() (time.Duration, bool) {
	if !c.is(strictyaml.Scalar, rateForm) {
		return 0, false
	}
	number, unit := splitUnit(c.Value)
	scale, known := map[string]float64{"Hz": 1, "kHz": 1e3, "MHz": 1e6, "mHz": 1e-3}[unit]
	switch {
	case unit == "":
		c.refuse("the value "+source.Quote(c.Value)+" is not a rate: it has no unit", rateForm, "")
		return 0, false
	case !known:
		c.refuse("the value "+source.Quote(c.Value)+" is not a rate: its unit is "+source.Quote(unit), "one of the units Hz, kHz, MHz, mHz", "")
		return 0, false
	}
	hertz, ok := c.decimal(number, rateForm)
	if !ok {
		return 0, false
	}
	seconds := 1 / (hertz * scale)
	if !(hertz > 0) || seconds > longestPeriod.Seconds() || seconds < shortestPeriod.Seconds() {
		c.refuse("the rate "+source.Quote(c.Value)+" is out of range",
			fmt.Sprintf("a rate from 1 in %v to %g kHz", longestPeriod, 1e-3/shortestPeriod.Seconds()), "")
		return 0, false
	}
	return time.Duration(math.Round(seconds * 1e9)), true
}

// period returns the period behind the keys rate and period, of which exactly one stands.
func (f fields) period() (time.Duration, bool) {
	if !f.has("rate") && !f.has("period") {
		if f.ok {
			f.refuse("neither a rate nor a period is given", "rate: 100Hz, or period: 10ms", "")
		}
		return 0, false
	}
	return f.periodOr(0)
}

// periodOr returns the period behind the keys rate and period, of which at most one stands, or
// otherwise.
func (f fields) periodOr(otherwise time.Duration) (time.Duration, bool) {
	rate, haveRate := f.get("rate")
	period, havePeriod := f.get("period")
	switch {
	case haveRate && havePeriod:
		period.refuse("both a rate and a period are given", "one of the two", "")
		return 0, false
	case haveRate:
		return rate.rate()
	case havePeriod:
		d, ok := period.duration(shortestPeriod)
		if ok && d > longestPeriod {
			period.refuse(fmt.Sprintf("the period %v is too long", d), fmt.Sprintf("at most %v", longestPeriod), "")
			return 0, false
		}
		return d, ok
	}
	return otherwise, true
}

// quantity returns a finite number of a unit; the number may have that unit or none. A unit
// of two words, as "rad/s|m/s", is one of a joint that turns or of one that slides. Without a unit
// it is a bare number.
func (c cursor) quantity(unit string) (float64, bool) {
	if unit == "" {
		return c.number("a number")
	}
	units := strings.Split(unit, "|")
	expected := "a number, with or without the unit " + strings.Join(units, " or ") + ", as " + source.Quote("0.5 "+units[0])
	if !c.is(strictyaml.Scalar, expected) {
		return 0, false
	}
	number, given := splitUnit(c.Value)
	if given == "" || slices.ContainsFunc(units, func(u string) bool { return plainUnit(u) == plainUnit(given) }) {
		return c.decimal(number, expected)
	}
	if !decimal.MatchString(number) {
		return c.decimal(c.Value, expected) // no number at all: that is the better complaint
	}
	c.refuse("the unit of "+source.Quote(c.Value)+" is "+source.Quote(given), expected, "units are not converted")
	return 0, false
}

// splitUnit parts "0.5 m/s" into "0.5" and "m/s". The number ends before the first letter or per
// cent sign that does not belong to an exponent; "1/s" is the one unit that begins with a digit,
// and must be set off by a space.
func splitUnit(text string) (number, unit string) {
	text = strings.TrimSpace(text)
	if before, after, found := strings.Cut(text, " "); found && decimal.MatchString(before) {
		return before, strings.TrimSpace(after)
	}
	for i, r := range text {
		if i > 0 && (r == 'e' || r == 'E') && exponentAt(text[i+1:]) {
			continue
		}
		if !strings.ContainsRune("0123456789.+-_", r) {
			if i == 0 {
				break
			}
			return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i:])
		}
	}
	return text, ""
}

// exponentAt reports whether text begins as the exponent of a number does, behind the e.
func exponentAt(text string) bool {
	text = strings.TrimLeft(text, "+-")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// plainUnit writes the usual spellings of a unit in one way: "N·m", "N*m", "Nm" as "Nm", "m/s²" and
// "m/s2" as "m/s^2".
func plainUnit(unit string) string {
	return strings.NewReplacer(" ", "", "·", "", "*", "", "²", "2", "³", "3", "^", "").Replace(unit)
}
