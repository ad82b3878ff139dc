package campaign

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

func entry(t *testing.T, line string) faults.Entry {
	t.Helper()
	e, err := faults.ParseEntry(line)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestVariantsOfAnEntryAreSimplerAndCanBe(t *testing.T) {
	for line, want := range map[string][]string{
		"at 1s acknowledge arm":           nil,
		"at 1.2345s acknowledge arm":      {"at 1s acknowledge arm", "at 1.2s acknowledge arm", "at 1.23s acknowledge arm", "at 1.235s acknowledge arm"},
		"at 2s for 8ms drop a/b.c p=0.25": {"at 2s for 4ms drop a/b.c p=0.25", "at 2s for 10ms drop a/b.c p=0.25", "at 2s for 8ms drop a/b.c"},
		"at 2s drop a/b.c burst=8":        {"at 2s drop a/b.c burst=4", "at 2s drop a/b.c"},
		"at 2s panic a/b phase=fence":     {"at 2s panic a/b"},
		// Rounded to nothing, they would last to the end of the run, or for as long as by default.
		"at 2s for 4ms nan a/b.c":             {"at 2s for 2ms nan a/b.c"},
		"at 2s for 1ms delay a/b.c delay=3ms": {"at 2s for 1ms delay a/b.c delay=2ms"},
	} {
		var got []string
		for _, e := range variants(entry(t, line)) {
			got = append(got, e.String())
			if e == entry(t, line) {
				t.Errorf("%s is its own variant", line)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", line, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestWhatMustHealIsShrunkToFaultsThatEnd(t *testing.T) {
	p := Plan{Heals: true, Ends: 2 * time.Second}
	for lines, want := range map[string]bool{
		"at 1s for 10ms nan a/b.c\nat 3s reset a":                      true,
		"at 1s nan a/b.c":                                              false,
		"at 1995ms for 10ms nan a/b.c":                                 false,
		"at 1990ms for 10ms delay a/b.c delay=1ms":                     false,
		"at 1s panic a/b":                                              true,
		"at 2010ms panic a/b":                                          false,
		"at 1s for 10ms nan a/b.c\nat 1s for 2s overheats j trip=10ms": false,
	} {
		if got := p.endsAll(schedule(t, lines)); got != want {
			t.Errorf("%q: %t, want %t", lines, got, want)
		}
	}
}

func TestEntriesAreLeftOutAndReplacedInACopy(t *testing.T) {
	s := schedule(t, "at 1s panic a/b\nat 2s panic a/c\nat 3s panic a/d")
	before := s.String()
	if got := without(s, 1, 5); len(got) != 1 || got[0] != s[0] {
		t.Errorf("%s", got)
	}
	if got := without(s, 0, 2); len(got) != 1 || got[0] != s[2] {
		t.Errorf("%s", got)
	}
	if got := replaced(s, 1, s[0]); got[1] != s[0] || got[2] != s[2] {
		t.Errorf("%s", got)
	}
	if s.String() != before {
		t.Error("the schedule itself has changed")
	}
}

// Two invariants are broken, one after the other: shrinking must keep to the one that it is about.
func TestShrinkingKeepsTheInvariantThatWasBroken(t *testing.T) {
	wholeTestOnly(t)
	never := func(name, joint string) invariant.Check {
		return invariant.Always(name, func(v *invariant.View) error {
			if v.Now() > messages.Instant(510*time.Millisecond) && v.Mode(joint).Stops() {
				return errFull
			}
			return nil
		})
	}
	r := plannedRun{Config: config(t), Seed: 2, Duration: 700 * time.Millisecond, Checks: []invariant.Check{never("base", "mobile_front_left"), never("arm", "arm_joint_1")},
		Plan: Plan{Schedule: schedule(t, "at 521.7ms stop whole_body mode=damp\nat 612.3ms stop mobile_base mode=damp\nat 650ms reset mobile_base")}}
	o, err := r.Do(t.Context())
	if err != nil || o.Violation == nil || o.Violation.Invariant != "arm" {
		t.Fatalf("%v, %v", o.Violation, err)
	}
	s := shrinker{run: r, want: "arm", budget: 100}
	small, last, err := s.shrink(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(small.Schedule) != 1 || small.Schedule[0].World != "whole_body" || last.Violation.Invariant != "arm" || s.runs > 100 {
		t.Errorf("after %d runs:\n%s%v", s.runs, small.Schedule, last.Violation)
	}
	spent := shrinker{run: r, want: "arm", budget: 1}
	if small, _, err := spent.shrink(t.Context(), o); err != nil || spent.runs != 1 || len(small.Schedule) > 3 {
		t.Errorf("with a budget of one run it took %d: %v\n%s", spent.runs, err, small.Schedule)
	}
}

// A plan whose operator makes no more requests does not heal either, which shows nothing.
func TestShrinkingARunThatDoesNotHealLeavesItsOperatorAlone(t *testing.T) {
	p := Plan{Heals: true, Ends: 2 * time.Second, Schedule: schedule(t, "at 1s reset arm\nat 1.5s panic arm/gate\nat 2s reset arm\nat 3s acknowledge arm")}
	if got := p.requests(p.Schedule)["arm"]; len(got) != 2 {
		t.Fatalf("%v", got)
	}
	s := shrinker{run: plannedRun{Plan: p}, want: "V19", budget: 10}
	if ok, err := s.try(t.Context(), without(p.Schedule, 3, 1)); ok || err != nil || s.runs != 0 {
		t.Errorf("%v, %v after %d runs", ok, err, s.runs)
	}
}

// A plan that must heal asks each world four times a second; a few of these requests will do.
func TestAPlanThatDoesNotHealShrinksToAFewRequests(t *testing.T) {
	wholeTestOnly(t)
	p := Plan{Heals: true, Ends: 500 * time.Millisecond, Schedule: schedule(t, "at 100ms for 10ms drop whole_body/gate.arm->whole_body/arm.command\n"+
		"at 200ms for 10ms drop whole_body/gate.arm->whole_body/arm.command\nat 500ms stop mobile_base mode=damp")}
	for at := 550 * time.Millisecond; at < 4600*time.Millisecond; at += 250 * time.Millisecond {
		p.Schedule = append(p.Schedule, schedule(t, "at "+at.String()+" reset whole_body")...)
	}
	r := plannedRun{Config: config(t), Seed: 3, Duration: 4600 * time.Millisecond, Plan: p}
	o, err := r.Do(t.Context())
	if err != nil || o.Violation == nil || o.Violation.Invariant != "V19" {
		t.Fatalf("%v, %v", o.Violation, err)
	}
	s := shrinker{run: r, want: "V19", budget: 100}
	small, last, err := s.shrink(t.Context(), o)
	if err != nil || last.Violation.Invariant != "V19" {
		t.Fatalf("%v, %v", last.Violation, err)
	}
	if n := len(small.requests(small.Schedule)["whole_body"]); len(small.Schedule) > 8 || n < 5 {
		t.Errorf("after %d runs, from %d entries, with %d requests:\n%s", s.runs, len(p.Schedule), n, small.Schedule)
	}
}

func TestAShrunkPlanKeepsAskingForRearm(t *testing.T) {
	p := Plan{Heals: true, Ends: time.Second, Schedule: schedule(t, "at 1s reset a\nat 1250ms reset a\nat 1500ms reset a\nat 1750ms reset a\nat 2s reset a\nat 1500ms acknowledge b")}
	for text, want := range map[string]bool{
		"at 1s reset a\nat 1750ms reset a\nat 1500ms acknowledge b":    true,
		"at 1500ms reset a\nat 2s reset a\nat 1500ms acknowledge b":    true,
		"at 1s reset a\nat 2s reset a\nat 1500ms acknowledge b":        false, // a second of silence
		"at 1s reset a\nat 1s acknowledge b":                           false, // the last ones of a are gone
		"at 2s reset a\nat 1500ms acknowledge b":                       false, // the first ones of a are gone
		"at 1s reset a\nat 1750ms reset a":                             false, // nobody asks b
		"at 900ms reset a\nat 1750ms reset a\nat 1500ms acknowledge b": true,
	} {
		if got := p.tended(schedule(t, text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestTheRecordingOfAFailureHasItsFault(t *testing.T) {
	f := &Failure{Seed: 3, Plan: []string{"at 300ms panic mobile_base/wheels"}}
	var data bytes.Buffer
	w, err := record.NewWriter(&data, record.Options{Entries: record.RunEntries(f.Seed)})
	if err != nil {
		t.Fatal(err)
	}
	sink, err := record.NewSink(w, record.SinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Repeat(t.Context(), config(t), 400*time.Millisecond, f, sink); err != nil {
		t.Fatal(err)
	}
	if err := sink.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := record.NewReader(bytes.NewReader(data.Bytes()), int64(data.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	events, err := record.Series[messages.Event](r, record.EventsTopic)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(events, func(e record.Sample[messages.Event]) bool {
		return e.Value.Kind == messages.EventFaultInjected && e.Value.Source == "mobile_base/wheels"
	}) {
		t.Errorf("none of %d events reports the fault", len(events))
	}
	f.Plan = []string{"at noon explode"}
	if err := Repeat(t.Context(), config(t), time.Second, f, sink); err == nil {
		t.Error("a plan that cannot be read was repeated")
	}
}

func TestOnlyWhatOneRunShowsIsShrunk(t *testing.T) {
	for id, want := range map[string]bool{"V1": true, "V19": true, "mine": true, "V10": false, "V16": false, "V17": false, "V18": false, "V21": false} {
		if got := (&runOutcome{Violation: &invariant.Violation{Invariant: id}}).shrinks(); got != want {
			t.Errorf("%s: %v", id, got)
		}
	}
}
