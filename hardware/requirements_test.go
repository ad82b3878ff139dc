package hardware

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

func TestADriveMustHaveWhatTheKindOfItsJointAsksFor(t *testing.T) {
	for name, c := range map[string]struct {
		required []DriveRequirements
		brake    bool
		mode     messages.Mode
		want     []string // none: it will do
	}{
		"nothing is asked for":      {nil, false, messages.ModeOff, nil},
		"nothing of these drives":   {make([]DriveRequirements, 2), false, messages.ModeOff, nil},
		"the mode":                  {[]DriveRequirements{{Watchdog: messages.ModeDamp}, {}}, false, messages.ModeDamp, nil},
		"another mode":              {[]DriveRequirements{{Watchdog: messages.ModeDamp, Setting: "kind", Value: "wheel"}, {}}, false, messages.ModeRampHold, []string{`leads to ramp_hold, but kind wheel requires damp`, "modes: {bus_lost: ramp_hold}"}},
		"a harder one drops an arm": {[]DriveRequirements{{Watchdog: messages.ModeRampHold, Setting: "kind", Value: "gravity"}, {}}, true, messages.ModeOff, []string{"leads to off"}},
		"a brake and a harder mode": {[]DriveRequirements{{Brake: true, Watchdog: messages.ModeRampOff}, {}}, true, messages.ModeBrake, nil},
		"a brake and a milder one":  {[]DriveRequirements{{Brake: true, Watchdog: messages.ModeRampOff, Setting: "kind", Value: "vertical"}, {}}, true, messages.ModeDamp, []string{"leads to damp, but kind vertical requires ramp_off"}},
		"no brake":                  {[]DriveRequirements{{Brake: true, Watchdog: messages.ModeRampOff, Setting: "kind", Value: "vertical"}, {}}, false, messages.ModeRampOff, []string{"has no spring brake, but kind vertical requires one"}},
		"two things":                {[]DriveRequirements{{Brake: true, Watchdog: messages.ModeRampOff, Setting: "kind", Value: "vertical"}, {}}, false, messages.ModeDamp, []string{"has no spring brake", "leads to damp"}},
		"gain scales":               {[]DriveRequirements{{GainScales: true, Controller: "arm/c"}, {}}, false, messages.ModeOff, []string{"does not scale its gains, but controller arm/c scales them"}},
		"another control":           {[]DriveRequirements{{Control: messages.ControlVelocity, Controller: "arm/c"}, {}}, false, messages.ModeOff, []string{"takes position, position+velocity+effort, effort, but controller arm/c commands velocity: the joint could never run"}},
		"a control":                 {[]DriveRequirements{{Control: messages.ControlEffort, Controller: "arm/c"}, {}}, false, messages.ModeOff, nil},
		"effort cap":                {[]DriveRequirements{{EffortCap: true, Controller: "arm/c"}, {}}, false, messages.ModeOff, []string{"does not cap its effort, but controller arm/c caps it"}},
		"too few":                   {[]DriveRequirements{{}}, false, messages.ModeOff, []string{"but the bus has 2; expected one entry for each drive"}},
	} {
		drives := twoDrives()
		drives[0].Brake, drives[0].Watchdog.Mode = c.brake, c.mode
		err := checkRequirements("arm/bus", drives, c.required)
		if (err == nil) != (c.want == nil) {
			t.Errorf("%s: %v", name, err)
		}
		for _, part := range c.want {
			if err == nil || !strings.Contains(err.Error(), part) || !strings.Contains(err.Error(), "bus arm/bus") {
				t.Errorf("%s: %v, want %q", name, err, part)
			}
		}
	}
}

func TestAWatchdogThatCommandsCannotFeedInTimeIsRefused(t *testing.T) {
	drives := twoDrives()
	drives[0].Watchdog.Timeout, drives[1].Watchdog.Timeout = 5*time.Millisecond, 4999*time.Microsecond
	err := checkWatchdogs("arm/bus", drives, 5*time.Millisecond)
	if err == nil || strings.Contains(err.Error(), drives[0].Name) || !strings.Contains(err.Error(), drives[1].Name) || !strings.Contains(err.Error(), "after 4.999ms without a command, but commands come every 5ms") {
		t.Errorf("got %v", err)
	}
	if err := checkWatchdogs("arm/bus", drives, 0); err != nil {
		t.Errorf("where nobody says how often commands come: %v", err)
	}
	b := &Bus{SafeModes: safeModes, CommandPeriod: time.Second, Make: func() (Driver, error) { return newFake(), nil }}
	_, err = actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "arm/bus", Period: time.Millisecond, New: func() any { return b }}}}, actors.WithVirtualTime())
	if err == nil || !strings.Contains(err.Error(), "commands come every 1s") {
		t.Errorf("the bus says %v", err)
	}
}

func TestABusIsNotBuiltWithoutWhatItsJointsAskFor(t *testing.T) {
	for brake, want := range map[bool]string{true: "", false: "kind vertical requires one"} {
		d := newFake()
		d.drives[0].Brake = brake
		b := &Bus{SafeModes: safeModes, Requirements: []DriveRequirements{{Brake: true, Setting: "kind", Value: "vertical"}, {}}, Make: func() (Driver, error) { return d, nil }}
		_, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "arm/bus", Period: time.Millisecond, New: func() any { return b }}}}, actors.WithVirtualTime())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("brake %t: %v", brake, err)
		}
	}
}

// A gate writes commands in the order of the file. A driver with another order would turn one joint
// by what is meant for another, and nothing on the way has names to see it by.
func TestADriverThatDescribesOtherJointsThanTheApplicationHasIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		joints []string
		want   []string // none: it will do
	}{
		"the same":          {[]string{"left", "right"}, nil},
		"nobody says":       {nil, nil},
		"swapped":           {[]string{"right", "left"}, []string{"drives of the joints left, right, but the application has right, left", "same order"}},
		"another":           {[]string{"left", "middle"}, []string{"left, right", "left, middle"}},
		"one more":          {[]string{"left", "right", "middle"}, []string{"left, right, middle"}},
		"none are expected": {[]string{}, []string{"left, right"}},
	} {
		d := newFake()
		d.drives[0].Joint, d.drives[1].Joint = "left", "right"
		b := &Bus{SafeModes: safeModes, Joints: c.joints, Make: func() (Driver, error) { return d, nil }}
		_, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "arm/bus", Period: time.Millisecond, New: func() any { return b }}}}, actors.WithVirtualTime())
		if (err == nil) != (c.want == nil) {
			t.Errorf("%s: %v", name, err)
		}
		for _, part := range c.want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v, want %q", name, err, part)
			}
		}
	}
}

func TestADriverThatIsNotMadeIsReportedInWords(t *testing.T) {
	for want, make := range map[string]func() (Driver, error){
		"no function makes it":          nil,
		"neither a driver nor an error": func() (Driver, error) { return nil, nil },
		"neither a driver nor":          func() (Driver, error) { return (*fakeDriver)(nil), nil },
	} {
		b := &Bus{SafeModes: safeModes, Make: make}
		_, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{{Name: "arm/bus", Period: time.Millisecond, New: func() any { return b }}}}, actors.WithVirtualTime())
		if err == nil || !strings.Contains(err.Error(), "arm/bus: the driver could not be made: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, expected %q", err, want)
		}
	}
}
