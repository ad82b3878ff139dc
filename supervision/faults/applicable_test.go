package faults

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// sender and receiver are two ends of a link that nothing is sent over.
type sender struct {
	Out actors.Out[messages.JointState] `port:"out"`
}

func (*sender) Tick(*actors.Tick) error { return nil }

type receiver struct {
	In actors.In[messages.JointState] `port:"in" max_age:"30ms"`
}

func (*receiver) Tick(*actors.Tick) error { return nil }

// linked is an application of two actors and a link, which is not started.
func linked(t *testing.T, options ...actors.Option) *actors.System {
	t.Helper()
	one := actors.Sizes{"positions": 1, "velocities": 1}
	system, err := actors.New(actors.Application{
		Actors: []actors.Spec{
			{Name: "arm/sender", Period: 5 * time.Millisecond, Sizes: one, New: func() any { return &sender{} }},
			{Name: "arm/receiver", Period: 5 * time.Millisecond, Sizes: one, New: func() any { return &receiver{} }},
		},
		Links: []actors.Link{{From: "arm/sender.out", To: "arm/receiver.in"}},
	}, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = system.Stop(context.Background()) })
	return system
}

func TestAReportIsAboutJointsWithADrive(t *testing.T) {
	scope := Scope{Worlds: []string{"arm", "plan"}, Driven: map[string][]string{"arm": {"elbow", "wrist"}}}
	if err := schedule(t, "at 1s report arm fault=emergency_stop", "at 2s clear arm/wrist fault=emergency_stop").CheckApplicable(linked(t), scope, 0); err != nil {
		t.Error(err)
	}
	for line, want := range map[string]string{
		"at 1s report leg fault=startup_check":       `unknown world "leg"; known: arm, plan`,
		"at 1s report plan fault=startup_check":      "no joint of world plan has a drive; expected one of arm",
		"at 1s clear arm/shoulder fault=brake_slips": `joint "shoulder" has no drive in world arm; known: elbow, wrist`,
	} {
		if err := schedule(t, line).CheckApplicable(linked(t), scope, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// What a part adds is known once it is open.
func TestAScheduleOpensPartsOfItsApplication(t *testing.T) {
	system, scope := linked(t, actors.WithFaults()), Scope{Worlds: []string{"arm"}, Parts: map[string][]string{"leg.yaml": {"leg"}}}
	if err := schedule(t, "at 1s open leg.yaml", "at 2s reset leg", "at 3s panic leg/controller", "at 4s close leg.yaml", "at 5s close arm/sender").CheckApplicable(system, scope, 0); err != nil {
		t.Error(err)
	}
	for line, want := range map[string]string{"at 1s open arm.yaml": `unknown part "arm.yaml"; known: leg.yaml`, "at 1s reset hand": `unknown world "hand"; known: arm, leg`, "at 1s panic leg/controller": "leg/controller"} {
		if err := schedule(t, line).CheckApplicable(system, scope, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if err := schedule(t, "at 1s open leg.yaml").CheckApplicable(system, Scope{}, 0); err == nil || !strings.Contains(err.Error(), "app.parts") {
		t.Error(err)
	}
}

func schedule(t *testing.T, lines ...string) Schedule {
	t.Helper()
	s, err := ParseSchedule("plan", strings.Join(lines, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// suitable are entries for which the application has everything.
var suitable = []string{
	"at 1s panic arm/sender", "at 0s drop arm/sender.out", "at 2s for 1s delay arm/receiver.in delay=5ms", "every 1s p 0.5 nan arm/sender.out->arm/receiver.in",
	"at 1s error *", "at 1s drop arm/*", "every 500ms from 0s until 20s slow arm/receiver delay=1ms",
	"at 1s acknowledge arm", "every 1s from 2s until 9s reset leg", "at 10s stop arm mode=damp",
}

func TestAScheduleOfWhatThereIsSuits(t *testing.T) {
	system := linked(t, actors.WithVirtualTime(), actors.WithFaults())
	for _, end := range []messages.Instant{0, seconds(10)} {
		if err := schedule(t, suitable...).CheckApplicable(system, Scope{Worlds: []string{"arm", "leg"}}, end); err != nil {
			t.Errorf("end %s: %v", end, err)
		}
	}
	if err := (Schedule)(nil).CheckApplicable(system, Scope{}, seconds(1)); err != nil {
		t.Errorf("nothing suits everything, and got %v", err)
	}
}

func TestWhatNeverCanBeCarriedOutDoesNotSuit(t *testing.T) {
	system := linked(t, actors.WithVirtualTime(), actors.WithFaults())
	for line, want := range map[string]string{
		"at 1s panic arm/nobody":                  `actor "arm/nobody" is unknown; known: arm/receiver, arm/sender`,
		"at 1s p 0.001 panic leg/*":               `actor "leg/*" is unknown; known: `,
		"at 1s drop arm/sender":                   `link "arm/sender" is unknown; known: arm/sender.out->arm/receiver.in`,
		"at 1s quaternion arm/sender.out":         "no matching link carries a quaternion",
		"at 1s misdirect arm/sender.out":          "no other link carries messages.JointState",
		"at 1s no_reply elbow":                    "nothing in this application carries it out; it needs simulated drives, emulated servos, or a kind of drives that implements hardware.FaultyDrives",
		"at 1s sigkill process":                   "it needs a process of its own",
		"at 1s acknowledge base":                  `unknown world "base"; known: arm, leg`,
		"at 1s stop arm/sender mode=off":          `unknown world "arm/sender"; known: arm, leg`,
		"every 1s reset LEG":                      `unknown world "LEG"; known: arm, leg`,
		"at 10.000000001s panic arm/sender":       "it comes after the end of the run at 10s; expected an earlier time or a longer run",
		"every 1s from 11s until 20s error arm/*": "it comes after the end of the run at 10s",
		"at 20s acknowledge arm":                  "it comes after the end of the run at 10s",
	} {
		err := schedule(t, line).CheckApplicable(system, Scope{Worlds: []string{"leg", "arm"}}, seconds(10)) // the known worlds are listed in order
		if err == nil || !strings.HasPrefix(err.Error(), line+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v\nwant %s", line, err, want)
		}
	}
}

// All errors are reported at once, in the order of the lines, and nothing else.
func TestOfAScheduleEveryEntryIsReported(t *testing.T) {
	system := linked(t, actors.WithVirtualTime(), actors.WithFaults())
	lines := append([]string{"at 1s panic nobody"}, suitable...)
	lines = append(lines, "at 2s reset base", "at 30s panic arm/sender")
	err := schedule(t, lines...).CheckApplicable(system, Scope{Worlds: []string{"arm", "leg"}}, seconds(10))
	if err == nil {
		t.Fatal("it suits")
	}
	told := strings.Split(err.Error(), "\n")
	if len(told) != 3 {
		t.Fatalf("%d entries are reported:\n%v", len(told), err)
	}
	for i, want := range []string{"at 1s panic nobody: ", "at 2s reset base: ", "at 30s panic arm/sender: it comes after"} {
		if !strings.HasPrefix(told[i], want) {
			t.Errorf("line %d is %q, want %s...", i+1, told[i], want)
		}
	}
}

func TestAMistypedTargetOfAFaultIsNamed(t *testing.T) {
	system := linked(t, actors.WithVirtualTime(), actors.WithFaults())
	for line, want := range map[string]string{
		"at 1s panic arm/sendr":                     "arm/sender",
		"at 1s drop arm/sender.uot":                 "arm/sender.out",
		"at 1s drop arm/reciever.in":                "arm/receiver.in",
		"at 1s drop arm/sender.out->arm/reciver.in": "arm/sender.out->arm/receiver.in",
	} {
		if err := schedule(t, line).CheckApplicable(system, Scope{}, 0); err == nil || !strings.HasSuffix(err.Error(), `; did you mean "`+want+`"?`) {
			t.Errorf("%s: got %v, want a hint with %s", line, err, want)
		}
	}
}

func TestAnEndOfZeroIsNone(t *testing.T) {
	system := linked(t, actors.WithVirtualTime(), actors.WithFaults())
	if err := schedule(t, "at 1000h panic arm/sender").CheckApplicable(system, Scope{}, 0); err != nil {
		t.Error(err)
	}
}

func TestAnApplicationWithoutWorldsHasNoOperators(t *testing.T) {
	system := linked(t, actors.WithVirtualTime(), actors.WithFaults())
	err := schedule(t, "at 1s acknowledge arm").CheckApplicable(system, Scope{}, 0)
	if err == nil || !strings.Contains(err.Error(), "known: none: the application has no worlds") {
		t.Errorf("got %v", err)
	}
}

func TestWhereFaultsAreNotAllowedOnlyOperatorsSuit(t *testing.T) {
	system := linked(t, actors.WithVirtualTime())
	if err := schedule(t, "at 1s acknowledge arm", "at 2s stop arm").CheckApplicable(system, Scope{Worlds: []string{"arm"}}, 0); err != nil {
		t.Error(err)
	}
	if err := schedule(t, "at 1s panic arm/sender").CheckApplicable(system, Scope{Worlds: []string{"arm"}}, 0); !errors.Is(err, actors.ErrFaultsNotAllowed) {
		t.Errorf("got %v", err)
	}
}

// Asking changes nothing: the same system still takes what it was asked about.
func TestASystemThatWasAskedRunsAsBefore(t *testing.T) {
	system := linked(t, actors.WithVirtualTime(), actors.WithFaults())
	plan := schedule(t, "at 1s panic arm/sender", "at 1s drop arm/nobody.out")
	for range 3 {
		if err := plan.CheckApplicable(system, Scope{}, 0); err == nil {
			t.Fatal("an unknown link is accepted")
		}
	}
	if err := system.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := system.Advance(time.Second); err != nil {
		t.Fatal(err)
	}
	for _, h := range system.Health() {
		if h.Incarnation != 1 || h.LastError != "" {
			t.Errorf("%s is incarnation %d, with the error %q", h.Actor, h.Incarnation, h.LastError)
		}
	}
}
