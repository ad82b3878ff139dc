package session

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAFaultCodeIsTheNewestThatADriveShowedSinceAnInstant(t *testing.T) {
	d := &driveFaults{newest: make([]uint16, 2), shown: make([]messages.Instant, 2)}
	state := func(at messages.Instant, codes ...uint16) { d.note(at, &messages.DriveState{Fault: codes}) }
	want := func(from messages.Instant, first, second uint16) {
		t.Helper()
		if a, b := d.since(0, from), d.since(1, from); a != first || b != second {
			t.Errorf("since %d the drives showed %d and %d, want %d and %d", from, a, b, first, second)
		}
	}
	want(0, 0, 0)
	state(10, 0, 38)
	state(20, 34, 38)
	state(30, 35, 0)
	want(0, 35, 38)
	want(20, 35, 38)
	want(25, 35, 0)
	want(35, 35, 0) // the last that is known of it
	state(40, 0, 0)
	want(35, 0, 0)
	state(50, 1) // a state of another shape
	want(45, 1, 0)
}

// The drive's fault is over at 1.2 s and acknowledged at 1.5 s; at 2 s the joint is stopped for
// another reason.
func TestAnExplanationOfARecordingTellsTheFaultCodeOfTheDrive(t *testing.T) {
	wholeTestOnly(t)
	path := filepath.Join(t.TempDir(), "run.mcap")
	if _, _, err := simulate(t, example, []Option{WithDuration(2500 * time.Millisecond), WithRecording(path)}, "at 1s for 200ms fault_code mobile_rear_left code=38",
		"at 1500ms reset mobile_base", "at 2s stop mobile_base"); err != nil {
		t.Fatal(err)
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, c := range []struct {
		joint string
		at    time.Duration
		mode  messages.Mode
		want  string
	}{
		{"mobile_rear_left", 1100 * time.Millisecond, messages.ModeOff, "its newest fault code is 38, over-temperature"},
		{"mobile_rear_left", 1900 * time.Millisecond, messages.ModeRun, "its newest fault code is 38, over-temperature"}, // of the stop before
		{"mobile_rear_right", 1100 * time.Millisecond, messages.ModeDamp, ""},
		{"mobile_rear_left", 2400 * time.Millisecond, messages.ModeRampHold, ""},
		{"mobile_rear_left", 900 * time.Millisecond, messages.ModeRun, ""},
		{"whole_body/mobile_planar", 1100 * time.Millisecond, messages.ModeRampHold, ""}, // no drive of that world moves it
	} {
		all, err := ExplainRecording(r, registry, []string{c.joint}, messages.Instant(c.at))
		if err != nil || len(all) != 1 {
			t.Fatalf("%s at %v: %v, %v", c.joint, c.at, all, err)
		}
		if x := all[0]; x.DriveFault != c.want || x.Mode != c.mode {
			t.Errorf("%s at %v is in %s, and its drive: %q; want %s and %q\n%s", c.joint, c.at, x.Mode, x.DriveFault, c.mode, c.want, x)
		}
	}
}
