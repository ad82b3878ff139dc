package messages

import (
	"slices"
	"testing"
)

func TestControlModesAreTheMixesOfTheQuantities(t *testing.T) {
	quantities, modes := ControlQuantities(), ControlModes()
	if len(modes) != 1<<len(quantities)-1 {
		t.Errorf("%d modes of %d quantities", len(modes), len(quantities))
	}
	every := ControlNone
	for i, q := range quantities {
		if every.Has(q) || q == ControlNone || i > 0 && q < quantities[i-1] {
			t.Errorf("%s is no bit of its own, or out of order", q)
		}
		every |= q
	}
	for _, c := range append(modes, ControlNone) {
		if got, err := ParseControlMode(c.String()); err != nil || got != c || !c.Valid() || !every.Has(c) {
			t.Errorf("%s is read as %s, %v", c, got, err)
		}
	}
	if beyond := modes[len(modes)-1] + 1; beyond.Valid() || slices.Contains(modes, beyond) {
		t.Errorf("%s is valid", beyond)
	}
}

func TestOtherWordsForEffortAreRead(t *testing.T) {
	for _, text := range []string{"torque", "force", " position + torque"} {
		if c, err := ParseControlMode(text); err != nil || !c.Has(ControlEffort) {
			t.Errorf("%q is %s, %v", text, c, err)
		}
	}
	for _, text := range []string{"", "speed", "position+", "none+effort"} {
		if c, err := ParseControlMode(text); err == nil {
			t.Errorf("%q is %s", text, c)
		}
	}
}
