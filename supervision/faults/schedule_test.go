package faults

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

func seconds(s float64) messages.Instant { return messages.Instant(s * float64(time.Second)) }

func TestAScheduleIsReadAndPrintedAlike(t *testing.T) {
	hold := messages.ModeRampHold
	for line, want := range map[string]Entry{
		"at 4s panic mobile_base/wheels": {Action: Action{At: seconds(4), Verb: Inject, Mode: hold,
			Fault: actors.Fault{Kind: actors.FaultPanic, Target: "mobile_base/wheels"}}},
		"at 2.8s for 273ms drop a/b.c->d/e.f": {Action: Action{At: seconds(2.8), Verb: Inject, Mode: hold,
			Fault: actors.Fault{Kind: actors.FaultDrop, Target: "a/b.c->d/e.f", Duration: 273 * time.Millisecond}}},
		"at 3s for 1s delay *.state delay=40ms": {Action: Action{At: seconds(3), Verb: Inject, Mode: hold,
			Fault: actors.Fault{Kind: actors.FaultDelay, Target: "*.state", Duration: time.Second, Delay: 40 * time.Millisecond}}},
		"every 1s p 0.2 delay *.state->* delay=40ms": {Every: time.Second, Probability: 0.2, Action: Action{At: seconds(1), Verb: Inject, Mode: hold,
			Fault: actors.Fault{Kind: actors.FaultDelay, Target: "*.state->*", Delay: 40 * time.Millisecond}}},
		"every 500ms from 0s until 1m30s for 20ms nan a/b.c": {Every: 500 * time.Millisecond, Until: seconds(90), Action: Action{Verb: Inject, Mode: hold,
			Fault: actors.Fault{Kind: actors.FaultNaN, Target: "a/b.c", Duration: 20 * time.Millisecond}}},
		"at 5s acknowledge mobile_base":                        {Action: Action{At: seconds(5), Verb: Acknowledge, World: "mobile_base", Mode: hold}},
		"at 5s reset mobile_base":                              {Action: Action{At: seconds(5), Verb: Reset, World: "mobile_base", Mode: hold}},
		"at 6s report base fault=supply_voltage":               {Action: Action{At: seconds(6), Verb: Report, World: "base", Mode: messages.ModeRampHold, Class: "supply_voltage"}},
		"at 7s clear base/wheel_left fault=sensor_implausible": {Action: Action{At: seconds(7), Verb: Clear, World: "base", Joint: "wheel_left", Mode: messages.ModeRampHold, Class: "sensor_implausible"}},
		"at 6s stop whole_body mode=off":                       {Action: Action{At: seconds(6), Verb: Stop, World: "whole_body", Mode: messages.ModeOff}},
		"at 7s open arms/second.yaml":                          {Action: Action{At: seconds(7), Verb: Open, Part: "arms/second.yaml", Mode: hold}},
		"every 9s close second":                                {Every: 9 * time.Second, Action: Action{At: seconds(9), Verb: Close, Part: "second", Mode: hold}},
		"every 10s p 1 acknowledge arm":                        {Every: 10 * time.Second, Probability: 1, Action: Action{At: seconds(10), Verb: Acknowledge, World: "arm", Mode: hold}},
	} {
		got, err := ParseEntry(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got != want {
			t.Errorf("%s: got %+v, expected %+v", line, got, want)
		}
		if got.String() != line {
			t.Errorf("%s is printed as %s", line, got)
		}
	}
}

func TestOtherFormsOfALineMeanTheSame(t *testing.T) {
	for line, want := range map[string]string{
		"every 1s p 0.2 delay ms=40 *.state->*":          "every 1s p 0.2 delay *.state->* delay=40ms",
		"at 3s delay *.state ms=0.5":                     "at 3s delay *.state delay=500µs",
		"at 3s p .5 for 1s drop a/b.c":                   "at 3s for 1s p 0.5 drop a/b.c",
		"  at\t3000ms   panic a/b   # the wheels go":     "at 3s panic a/b",
		"at 6s stop whole_body":                          "at 6s stop whole_body mode=ramp_hold",
		"at 6s stop mode=damp whole_body":                "at 6s stop whole_body mode=damp",
		"every 2s until 9s from 4s error a/b":            "every 2s from 4s until 9s error a/b",
		"at 90s hang a/b#and a remark behind the target": "at 1m30s hang a/b",
	} {
		if got, err := ParseEntry(line); err != nil || got.String() != want {
			t.Errorf("%q is printed as %q, expected %q; %v", line, got, want, err)
		}
	}
}

func TestABadLineIsRefusedWithItsReasonAndItsColumn(t *testing.T) {
	for line, want := range map[string]struct {
		problem string
		column  int
	}{
		"":                                       {"it is not", 1},
		"in 4s panic a/b":                        {"it is not", 1},
		"at four panic a/b":                      {`time "four"`, 4},
		"at -1s panic a/b":                       {`time "-1s"`, 4},
		"at 4s for 0s drop a/b":                  {"not a positive duration", 11},
		"at 4s for 1s drop":                      {"not a positive duration", 7},
		"at 4s burn a/b":                         {`unknown kind "burn"; known: drop, duplicate`, 7},
		"at 4s delay a/b delay=x":                {"is not a duration; expected zero or more", 23},
		"at 4s delay a/b delay=0s":               {"lacks its delay", 23},
		"at 4s delay ms=x a/b":                   {`"x" is not a positive number of milliseconds`, 16},
		"at 4s delay a/b p":                      {"not a parameter such as", 17},
		"at 4s delay a/b":                        {"delay lacks its delay", 16},
		"at 4s delay a/b # late":                 {"delay lacks its delay", 16},
		"at 4s slow  ärger/b  ":                  {"slow needs a delay or a factor", 1},
		"at 4s panic a/b mode=off":               {`panic has no parameter "mode"`, 17},
		"at 4s stop a mode=asleep":               {`unknown mode "asleep"`, 19},
		"at 4s for 1s acknowledge a/b":           {"takes neither", 14},
		"at 4s panic a/b c/d":                    {`"c/d" is not a parameter`, 17},
		"at 4s panic delay=3s":                   {`panic has no parameter "delay"`, 13},
		"at 4s drop for=3s":                      {`drop has no parameter "for"`, 12},
		"at 4s panic a/b.c->d/e.f":               {"is a link; expected an actor", 13},
		"at 4s stop a->b":                        {"is a link; expected a world", 12},
		"at 4s p 0 panic a/b":                    {`"0" is not a probability`, 9},
		"at 4s p 1.5 panic a/b":                  {`"1.5" is not a probability`, 9},
		"at 4s p NaN panic a/b":                  {`"NaN" is not a probability`, 9},
		"every 999us panic a/b":                  {"is too short", 7},
		"every 1s from 3s until 2s panic a/b":    {"it ends at 2s, before it starts at 3s", 1},
		"every 1s until 0s panic a/b":            {"invalid end", 16},
		"every 1s from 3s panic":                 {`target "" of panic`, 23},
		"at 4s for 1s for 2s":                    {"not a positive duration", 14},
		"at 4s for 1s for 2s drop a/b":           {"for is given twice", 14},
		"at 4s p 0.1 for 1s p 0.9 drop a/b":      {"p is given twice", 20},
		"every 1s from 1s from 2s panic a/b":     {"from is given twice", 18},
		"every 1s until 4s until 2s panic a":     {"until is given twice", 19},
		"at 4s delay a/b delay=1s delay=2s":      {"delay is given twice", 26},
		"at 4s delay a/b ms=20 delay=2s":         {"delay is given twice", 23},
		"at 4s report a":                         {"report lacks its fault", 15},
		"at 4s report a fault=bus_lost":          {`unknown fault "bus_lost"`, 22},
		"at 4s for 1s clear a fault=brake_slips": {"clear takes neither a duration nor a delay", 14},
		"at 4s report a mode=off":                {`report has no parameter "mode"`, 16},
		"at 4s stop a mode=off mode=damp":        {"mode is given twice", 23},
	} {
		_, err := ParseEntry(line)
		var wrong *Error
		if !errors.As(err, &wrong) {
			t.Errorf("%q: %v", line, err)
			continue
		}
		if !strings.Contains(wrong.Problem, want.problem) || wrong.Column != want.column || wrong.Text != line || wrong.Expected == "" {
			t.Errorf("%q: got %q at column %d, expected %q at column %d", line, wrong.Problem, wrong.Column, want.problem, want.column)
		}
	}
}

func TestOneLineForTheCommandHappensOnce(t *testing.T) {
	if a, err := Parse("at 4s panic a/b"); err != nil || a.String() != "at 4s panic a/b" {
		t.Error(a, err)
	}
	for _, line := range []string{"every 1s panic a/b", "at 1s p 0.5 panic a/b"} {
		if _, err := Parse(line); err == nil || !strings.Contains(err.Error(), "repeats or has a probability") {
			t.Errorf("%s: %v", line, err)
		}
	}
	if _, err := Parse("panic everything"); err == nil || !strings.HasPrefix(err.Error(), `"panic everything": it is not "at TIME KIND TARGET"`) {
		t.Error(err)
	}
}

const story = `# the base is lost, and comes back
at 2s for 300ms drop whole_body/gate.base->mobile_base/controller.command   # a dead radio

at 4s panic mobile_base/wheels
at 5s acknowledge mobile_base
`

func TestAScheduleIsReadLineByLine(t *testing.T) {
	s, err := ParseSchedule("story.txt", strings.ReplaceAll(story, "\n", "\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := "at 2s for 300ms drop whole_body/gate.base->mobile_base/controller.command\nat 4s panic mobile_base/wheels\nat 5s acknowledge mobile_base\n"
	if s.String() != want || !s.Faulty() || s[2:].Faulty() || s.Check() != nil {
		t.Errorf("%s", s)
	}
}

func TestEveryBadLineOfAScheduleIsReported(t *testing.T) {
	_, err := ParseSchedule("story.txt", story+"at 6s burn a/b\nat 7s panic a/b\nat x panic a/b\n")
	if err == nil {
		t.Fatal("nothing was found")
	}
	for _, want := range []string{`story.txt:6:7: "at 6s burn a/b": unknown kind "burn"`, `story.txt:8:4: "at x panic a/b": time "x" is not a duration of zero or more, at column 4; expected a duration, such as 2.8s`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q:\n%v", want, err)
		}
	}
	if strings.Count(err.Error(), "story.txt") != 2 {
		t.Error(err)
	}
}

func parse(t testing.TB, text string) Schedule {
	t.Helper()
	s, err := ParseSchedule("test", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWhatIsDueComesInTheOrderOfTimeAndOfLines(t *testing.T) {
	s := parse(t, "at 3s panic a/late\nevery 1s until 3s panic a/again\nat 1s panic a/first\n")
	r := NewRun(s, nil)
	var got []string
	for _, now := range []float64{0, 0.5, 1, 1, 2.9, 10, 20} {
		for _, a := range r.Due(seconds(now), nil) {
			got = append(got, a.String())
		}
		got = append(got, "-")
	}
	want := []string{"-", "-", "at 1s panic a/again", "at 1s panic a/first", "-", "-", "at 2s panic a/again", "-", "at 3s panic a/late", "at 3s panic a/again", "-", "-"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if at, more := r.Next(); more {
		t.Errorf("there is more at %s", at)
	}
}

func TestNextSaysWhenSomethingMayHappen(t *testing.T) {
	r := NewRun(parse(t, "every 2s from 1s panic a/b\nat 2s panic c/d\n"), nil)
	for _, want := range []float64{1, 2, 3, 5} {
		at, more := r.Next()
		if !more || at != seconds(want) {
			t.Fatalf("next at %s %v, want %v", at, more, want)
		}
		if got := r.Due(at-1, nil); got != nil {
			t.Fatalf("before %s: %v", at, got)
		}
		if got := r.Due(at, nil); len(got) != 1 || got[0].At != at {
			t.Fatalf("at %s: %v", at, got)
		}
	}
}

func TestChanceIsDrawnOnceForEachOccurrence(t *testing.T) {
	s := parse(t, "every 100ms p 0.25 panic a/b\nevery 100ms panic c/d\n")
	draws := 0
	rnd := rand.New(rand.NewPCG(1, 2))
	got := s.Actions(seconds(100), func() float64 { draws++; return rnd.Float64() })
	chance := 0
	for _, a := range got {
		if a.Fault.Target == "a/b" {
			chance++
		}
	}
	if draws != 1000 || len(got)-chance != 1000 || chance < 200 || chance > 300 {
		t.Errorf("%d draws, %d by chance, %d in all", draws, chance, len(got))
	}
	rnd = rand.New(rand.NewPCG(1, 2))
	if again := s.Actions(seconds(100), rnd.Float64); !slices.Equal(got, again) {
		t.Error("the same draws gave another run")
	}
}

func TestStepsOfAnyLengthGiveTheSameRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Schedule
		for range rapid.IntRange(0, 6).Draw(t, "entries") {
			s = append(s, drawEntry(t))
		}
		seed := rapid.Uint64().Draw(t, "seed")
		rnd := rand.New(rand.NewPCG(seed, 1))
		whole := s.Actions(seconds(30), rnd.Float64)
		rnd = rand.New(rand.NewPCG(seed, 1))
		r, now := NewRun(s, rnd.Float64), messages.Instant(0)
		var parts []Action
		for now < seconds(30) {
			now = min(now.Add(time.Duration(rapid.Int64Range(0, int64(7*time.Second)).Draw(t, "step"))), seconds(30))
			parts = r.Due(now, parts)
		}
		if !slices.Equal(whole, parts) {
			t.Fatalf("%v\nin parts %v", whole, parts)
		}
		if !slices.IsSortedFunc(whole, func(a, b Action) int { return int(a.At - b.At) }) {
			t.Fatalf("out of order: %v", whole)
		}
	})
}

// drawEntry draws an entry that Check finds nothing wrong with.
func drawEntry(t *rapid.T) Entry {
	k := rapid.SampledFrom(Kinds()).Draw(t, "kind")
	target := rapid.SampledFrom([]string{"a/b", "world/actor.port", "*", "ä/ö", "x", "a/b.c"}).Draw(t, "target")
	if k.Acts == "process" || k.Acts == "recording" {
		target = k.Acts
	}
	e := Entry{Action: Action{At: messages.Instant(rapid.Int64Range(0, 20e9).Draw(t, "at")), Verb: k.Verb, Mode: messages.ModeRampHold}}
	if rapid.Bool().Draw(t, "repeats") {
		e.Every = time.Duration(rapid.Int64Range(50e6, 5e9).Draw(t, "every"))
		if rapid.Bool().Draw(t, "ends") {
			e.Until = e.At.Add(time.Duration(rapid.Int64Range(1, 20e9).Draw(t, "length")))
		}
	}
	if rapid.Bool().Draw(t, "chance") {
		e.Probability = rapid.Float64Range(1e-9, 1).Draw(t, "p")
	}
	if k.Verb != Inject {
		e.aim(target)
		if k.Verb == Stop {
			e.Mode = rapid.SampledFrom(messages.Modes()[2:]).Draw(t, "mode")
		}
		if k.reports() {
			e.Class = rapid.SampledFrom(k.Parameters[0].Choices).Draw(t, "fault")
		}
		return e
	}
	e.Fault = actors.Fault{Kind: actors.FaultKind(k.Name), Target: target}
	if k.Acts == "link" && rapid.Bool().Draw(t, "both ends") {
		e.Fault.Target += "->c/d.e"
	}
	if k.Lasts != Instant && rapid.Bool().Draw(t, "lasts") {
		e.Fault.Duration = time.Duration(rapid.Int64Range(1, 1e12).Draw(t, "for"))
	}
	drawParameters(t, k, &e.Fault)
	return e
}

// drawParameters sets some of a kind's parameters, and all that it must have.
func drawParameters(t *rapid.T, k Kind, f *actors.Fault) {
	for i := range k.Parameters {
		p := &k.Parameters[i]
		switch {
		case !p.Required && f.Kind != actors.FaultSlow && f.Kind != actors.FaultJobSlow && !rapid.Bool().Draw(t, p.Name):
		case p.Field == actors.FieldChoice:
			f.Choice = rapid.SampledFrom(p.Choices).Draw(t, p.Name)
		case p.MinExcluded:
			p.SetNumber(f, rapid.Float64Range(p.Min+1e-6, p.Max).Draw(t, p.Name))
		default:
			p.SetNumber(f, rapid.Float64Range(p.Min, p.Max).Draw(t, p.Name))
		}
	}
	if f.Kind == actors.FaultSlow && f.Delay == 0 {
		f.Delay = 1
	}
}

func TestWhatIsPrintedReadsAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEntry(t)
		if err := e.Check(); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
		if got, err := ParseEntry(e.String()); err != nil || got != e {
			t.Fatalf("%+v is printed as %q, which reads as %+v, %v", e, e, got, err)
		}
		if got, err := e.Record().Entry(); err != nil || got != e {
			t.Fatalf("%+v as a mapping is %+v, which reads as %+v, %v", e, e.Record(), got, err)
		}
	})
}

func TestAMappingGoesThroughYAMLAndJSON(t *testing.T) {
	s := parse(t, story+"every 1s from 500ms p 0.2 delay *.state ms=40\nat 6s stop arm mode=damp\n")
	for _, e := range s {
		text, err := yaml.Marshal(e.Record())
		if err != nil {
			t.Fatal(err)
		}
		var r Record
		if err := yaml.Unmarshal(text, &r); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got, err := r.Entry(); err != nil || got != e {
			t.Errorf("%s\nreads as %s, %v", text, got, err)
		}
		if text, err = json.Marshal(e.Record()); err != nil {
			t.Fatal(err)
		}
		r = Record{}
		if err := json.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Entry(); err != nil || got != e {
			t.Errorf("%s\nreads as %s, %v", text, got, err)
		}
	}
	text, err := yaml.Marshal(s[0].Record())
	if want := "at: 2s\nfor: 300ms\nkind: drop\ntarget: whole_body/gate.base->mobile_base/controller.command\n"; err != nil || string(text) != want {
		t.Errorf("%s%v", text, err)
	}
}

func TestABadMappingIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		record Record
		want   string
	}{
		"kind":       {Record{Kind: "burn"}, `unknown kind "burn"`},
		"both times": {Record{Kind: "panic", Target: "a/b", At: 1, Every: time.Second}, "expected one of them"},
		"from":       {Record{Kind: "panic", Target: "a/b", From: new(time.Duration)}, "does not repeat; expected every"},
		"until":      {Record{Kind: "panic", Target: "a/b", Until: 1}, "does not repeat"},
		"ends early": {Record{Kind: "panic", Target: "a/b", Every: time.Second, Until: 1}, "before it starts"},
		"mode":       {Record{Kind: "panic", Target: "a/b", Mode: "off"}, "expected none"},
		"no mode":    {Record{Kind: "stop", Target: "a", Mode: "sleep"}, `mode "sleep" is unknown`},
		"no target":  {Record{Kind: "panic"}, `target "" of panic`},
		"a link":     {Record{Kind: "panic", Target: "a->b"}, "is a link"},
		"spaces":     {Record{Kind: "drop", Target: "a b"}, "without spaces"},
		"before":     {Record{Kind: "panic", Target: "a/b", At: -1}, "zero or more"},
		"lasts less": {Record{Kind: "panic", Target: "a/b", For: -1}, "expected a positive one, or none"},
		"a delay":    {Record{Kind: "panic", Target: "a/b", Delay: 1}, "has no parameter in the field Delay"},
		"no delay":   {Record{Kind: "slow", Target: "a/b"}, "needs a delay or a factor"},
		"with":       {Record{Kind: "drop", Target: "a/b", With: map[string]any{"q": 1}}, `drop has no parameter "q"; expected p=above 0`},
		"with x":     {Record{Kind: "drop", Target: "a/b", With: map[string]any{"p": "x"}}, `p "x" is not a number`},
		"lacks":      {Record{Kind: "delay", Target: "a/b"}, "delay lacks its delay"},
		"too often":  {Record{Kind: "panic", Target: "a/b", Every: 5}, "expected at least 1ms"},
		"p":          {Record{Kind: "panic", Target: "a/b", P: 2}, "its probability is 2"},
		"operator":   {Record{Kind: "reset", Target: "a", For: 3}, "takes neither"},
	} {
		if _, err := c.record.Entry(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
}

func TestACheckOfAScheduleNamesItsEntries(t *testing.T) {
	s := parse(t, "at 1s panic a/b\nat 2s panic a/b\n")
	s[0].Probability, s[1].Fault.Kind, s[1].Verb = 3, "burn", Inject
	err := s.Check()
	if err == nil || !strings.Contains(err.Error(), "entry 1: its probability is 3") || !strings.Contains(err.Error(), `entry 2: unknown kind "burn"`) {
		t.Error(err)
	}
	s[0] = Entry{Action: Action{Verb: Stop, World: "w", Mode: 30}}
	if err := s[0].Check(); err == nil || !strings.Contains(err.Error(), "unknown mode mode(30)") {
		t.Error(err)
	}
	for want, a := range map[string]Action{"expected a part": {Verb: Open, Part: "p", World: "w"}, "expected a world": {Verb: Reset, World: "w", Part: "p"}, "has a joint": {Verb: Reset, World: "w", Joint: "j"}, `has the fault "bus_lost"`: {Verb: Clear, World: "w", Class: "bus_lost"}, "neither a duration": {Verb: Close, Part: "p", Fault: actors.Fault{Duration: 1}}} {
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", a, err)
		}
	}
	s[1].Fault.Kind, s[1].World = actors.FaultPanic, "w"
	if err := s[1].Check(); err == nil || !strings.Contains(err.Error(), "has a world, a joint, a reported fault, a mode or a part") {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("at 4s for 10ms panic a/b delay=1s")
	f.Add("at 5s acknowledge w")
	f.Add("at 7s open arms/second.yaml")
	f.Add("every 1s from 3s until 20s p 0.2 for 500ms delay *.state delay=40ms")
	f.Add("every 1s p 0.2 delay ms=40 *.state->*")
	f.Add("at 6s stop whole_body mode=off # so be it")
	f.Add("at 6s report base/wheel_left fault=emergency_stop")
	f.Fuzz(func(t *testing.T, line string) {
		e, err := ParseEntry(line)
		if err != nil {
			var wrong *Error
			if !errors.As(err, &wrong) || wrong.Column < 1 || wrong.Column > len([]rune(line))+1 {
				t.Fatalf("%q: %+v", line, err)
			}
			return
		}
		if again, err := ParseEntry(e.String()); err != nil || again != e {
			t.Fatalf("%q was printed as %q, which reads as %+v, %v", line, e, again, err)
		}
		if again, err := e.Record().Entry(); err != nil || again != e {
			t.Fatalf("%q as a mapping is %+v, which reads as %+v, %v", line, e.Record(), again, err)
		}
	})
}
