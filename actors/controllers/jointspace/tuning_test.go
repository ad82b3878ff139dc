package jointspace

import "testing"

func TestAControllerTunesWhatItsOptionsName(t *testing.T) {
	for _, c := range []struct {
		actor       Actor
		gains, caps bool
	}{
		{Actor{}, false, false},
		{Actor{Options: Options{DriveGains: DriveGainOptions{Kd: 0.5}}}, true, false},
		{Actor{Options: Options{MaxEffort: []float64{3}}}, false, true},
	} {
		if gains, caps := c.actor.TunesDrives(); gains != c.gains || caps != c.caps {
			t.Errorf("%+v: gains %v, caps %v", c.actor.Options, gains, caps)
		}
	}
}
