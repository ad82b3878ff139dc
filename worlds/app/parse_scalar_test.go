package app

import (
	"strings"
	"testing"
	"time"
)

func TestAStringIsOneToEveryReaderOfYAML(t *testing.T) {
	for _, text := range []string{"arm", "'no'", `"1.10"`, "a: b"[:1], "arm_1", "10ms", "null_space", "2nd", "x:y"} {
		c, list := read(t, text)
		got, ok := c.str("a string")
		if want := strings.Trim(text, `'"`); !ok || got != want {
			t.Errorf("%s is read as %q: %s", text, got, list.Error())
		}
	}
	for _, text := range []string{"no", "Yes", "ON", "true", "1", "1.10", "1e3", "0777", "22:22:22", ".inf", ".NaN", "0x1f", "0o17",
		"1_000", "-3", "+.5", "2024-01-01", "~"} {
		c, list := read(t, text)
		if got, ok := c.str("a string"); ok {
			t.Errorf("%s is read as the string %q", text, got)
		}
		if list.Len() != 1 {
			t.Errorf("%s has %d errors", text, list.Len())
		}
	}
}

func TestNumbersAreDecimalAndFinite(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "1": 1, "-2.5": -2.5, "+3": 3, "1e3": 1000, "2.5E-3": 0.0025, "10": 10, "0.5": 0.5} {
		c, list := read(t, text)
		if got, ok := c.number("a number"); !ok || got != want {
			t.Errorf("%s is read as %v: %s", text, got, list.Error())
		}
	}
	for text, want := range map[string]string{
		".inf": "numbers are finite", "-.INF": "numbers are finite", ".nan": "numbers are finite", "1e400": "beyond the range",
		"0777": "without leading zeros", "1_000": "without underscores", "0x10": "decimal digits", ".5": "both sides", "5.": "both sides",
		"'5'": "leave the quotes away", "five": "not a number", "1,5": "not a number", "NaN": "not a number", "inf": "not a number", "22:22": "not a number",
	} {
		c, list := read(t, text)
		if got, ok := c.number("a number"); ok {
			t.Errorf("%s is read as %v", text, got)
		}
		wantErrors(t, &list.Diagnostics, want)
	}
}

func TestIntegersAreWhole(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "-7": -7, "+3": 3, "9223372036854775807": 1<<63 - 1} {
		c, list := read(t, text)
		if got, ok := c.integer("a whole number"); !ok || got != want {
			t.Errorf("%s is read as %d: %s", text, got, list.Error())
		}
	}
	for _, text := range []string{"1.0", "1e3", "010", "0x10", "1_0", "'1'", "one", "1Hz"} {
		c, list := read(t, text)
		if got, ok := c.integer("a whole number"); ok {
			t.Errorf("%s is read as %d", text, got)
		}
		wantErrors(t, &list.Diagnostics, "is no whole number")
	}
	c, list := read(t, "99999999999999999999999")
	if got, ok := c.integer("a whole number"); ok {
		t.Errorf("a number of 77 bits is read as %d", got)
	}
	wantErrors(t, &list.Diagnostics, "is out of range")
	c, list = read(t, "99")
	if _, ok := c.integerFrom(1, 98); ok {
		t.Error("99 is taken for a number from 1 to 98")
	}
	wantErrors(t, &list.Diagnostics, "a whole number from 1 to 98")
}

func TestBooleansHaveTwoWords(t *testing.T) {
	for text, want := range map[string]bool{"true": true, "false": false} {
		c, _ := read(t, text)
		if got, ok := c.boolean(); !ok || got != want {
			t.Errorf("%s is read as %v", text, got)
		}
	}
	for _, text := range []string{"yes", "on", "True", "1", "'true'"} {
		c, list := read(t, text)
		if _, ok := c.boolean(); ok {
			t.Errorf("%s is taken for a boolean", text)
		}
		wantErrors(t, &list.Diagnostics, "true or false")
	}
}

func TestDurationsHaveUnits(t *testing.T) {
	for text, want := range map[string]time.Duration{"10ms": 10 * time.Millisecond, "2.5s": 2500 * time.Millisecond, "200us": 200 * time.Microsecond,
		"200µs": 200 * time.Microsecond, "1m30s": 90 * time.Second, "10 ms": 10 * time.Millisecond, "'5s'": 5 * time.Second, "0s": 0} {
		c, list := read(t, text)
		if got, ok := c.duration(0); !ok || got != want {
			t.Errorf("%s is read as %v: %s", text, got, list.Error())
		}
	}
	for text, want := range map[string]string{
		"10": "it has no unit", "0": "it has no unit", "1.5": "it has no unit", "10 parsecs": "one of the units ns, us, ms, s, m, h",
		"fast": "it has no unit", "-1ms": "too short", ".inf": "not a time", "1e3s": "its number has an exponent; write it out", "1e3": "it has no unit", "1e3x": "one of the units", "99999999999h": "it is out of range; expected at most 2562047h",
	} {
		c, list := read(t, text)
		if got, ok := c.duration(0); ok {
			t.Errorf("%s is read as %v", text, got)
		}
		wantErrors(t, &list.Diagnostics, want)
	}
}

func TestARateOrAPeriodIsGiven(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"rate: 100Hz": 10 * time.Millisecond, "rate: 1kHz": time.Millisecond, "period: 10ms": 10 * time.Millisecond,
		"rate: 0.5 Hz": 2 * time.Second, "rate: 3Hz": 333333333, "rate: 100kHz": 10 * time.Microsecond, "rate: 400mHz": 2500 * time.Millisecond,
		"rate: 1e2Hz": 10 * time.Millisecond,
	} {
		c, list := read(t, text)
		if got, ok := c.fields("rate", "period").period(); !ok || got != want {
			t.Errorf("%s is read as %v: %s", text, got, list.Error())
		}
	}
	for text, want := range map[string]string{
		"{}": "neither a rate nor a period", "{rate: 100Hz, period: 10ms}": "both a rate and a period", "rate: 100": "it has no unit",
		"rate: 100rpm": `its unit is "rpm"`, "rate: 0Hz": "out of range", "rate: -5Hz": "out of range", "rate: 2MHz": "out of range",
		"rate: 1e-9Hz": "out of range", "period: 0s": "too short", "period: 0": "no unit", "period: -1ms": "too short", "period: 2h": "too long",
		"rate: infHz": "not a rate", "rate: 1_0Hz": "without underscores", "rate: 1e999Hz": "beyond the range", "period: .inf": "not a time",
	} {
		c, list := read(t, text)
		if got, ok := c.fields("rate", "period").period(); ok {
			t.Errorf("%s is read as %v", text, got)
		}
		wantErrors(t, &list.Diagnostics, want)
	}
	c, list := read(t, "{}")
	if got, ok := c.fields("rate", "period").periodOr(time.Second); !ok || got != time.Second {
		t.Errorf("the default is %v: %s", got, list.Error())
	}
}

func TestAQuantityHasItsOwnUnitOrNone(t *testing.T) {
	for _, given := range []struct {
		text, unit string
		want       float64
	}{
		{"0.5", "m/s", 0.5}, {"0.5 m/s", "m/s", 0.5}, {"0.5m/s", "m/s", 0.5}, {"10 rad/s^2", "rad/s^2", 10}, {"10 rad/s2", "rad/s^2", 10},
		{"10rad/s²", "rad/s^2", 10}, {"3 Nm", "N m", 3}, {"3 N m", "N m", 3}, {"3 N*m", "N m", 3}, {"4 1/s", "1/s", 4}, {"1e3 N", "N", 1000},
		{"1e-3m", "m", 0.001}, {"-2 rad", "rad", -2}, {"'2 rad'", "rad", 2}, {"7", "", 7}, {"2 N m s/rad", "N m s/rad", 2},
		{"2 m/s", "rad/s|m/s", 2}, {"2 rad/s", "rad/s|m/s", 2}, {"2", "rad/s|m/s", 2}, {"3 kg m^2", "kg m^2|kg", 3},
	} {
		c, list := read(t, given.text)
		if got, ok := c.quantity(given.unit); !ok || got != given.want {
			t.Errorf("%s is read as %v %s: %s", given.text, got, given.unit, list.Error())
		}
	}
	for _, given := range []struct{ text, unit, want string }{
		{"0.5 m", "m/s", `the unit of "0.5 m" is "m"`}, {"30 deg", "rad", "units are not converted"}, {"3 mm", "m", `is "mm"`},
		{".inf m", "m", "not a number"}, {"fast m", "m", "not a number"}, {"m", "m", "not a number"}, {"1 m", "", "not a number"}, {"1e400 m", "m", "beyond the range"},
		{"1_0 m", "m", "without underscores"}, {"010 m", "m", "without leading zeros"},
		{"1 km/s", "rad/s|m/s", "without the unit rad/s or m/s"},
	} {
		c, list := read(t, given.text)
		if got, ok := c.quantity(given.unit); ok {
			t.Errorf("%s is read as %v %s", given.text, got, given.unit)
		}
		wantErrors(t, &list.Diagnostics, given.want)
	}
}
