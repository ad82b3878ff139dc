package sim_test

import (
	"strings"
	"testing"
)

func TestTheFormerNameOfTheKindsLeadsToThePresentOnes(t *testing.T) {
	for edit, want := range map[[2]string]string{
		{"motors: {type: simulated", "motors: {type: sim"}:    `simulated`,
		{"plant:\n  type: rigid_body", "plant:\n  type: sim"}: `rigid_body`,
	} {
		if _, err := changed(t, edit[0], edit[1]); err == nil || !strings.Contains(err.Error(), `"sim"`) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\n\twant the name %s", err, want)
		}
	}
}
