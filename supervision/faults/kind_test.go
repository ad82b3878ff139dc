package faults

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// catalogue counts the kinds of each letter of the catalogue.
var catalogue = map[byte]int{'D': 18, 'S': 13, 'N': 14, 'A': 13, 'C': 7, 'P': 9, 'L': 7}

func TestTheTableHasEveryKindOfTheCatalogue(t *testing.T) {
	ids, virtual := map[string]bool{}, map[string]bool{}
	for _, k := range Kinds() {
		if k.ID == "" {
			continue
		}
		n := 0
		for _, digit := range k.ID[1:] {
			n = 10*n + int(digit-'0')
		}
		if n < 1 || n > catalogue[k.ID[0]] {
			t.Errorf("%s has the number %s, which the catalogue does not have", k.Name, k.ID)
		}
		ids[k.ID] = true
		if k.Virtual {
			virtual[k.ID] = true
		}
	}
	if len(ids) != 81 {
		t.Errorf("%d of the 81 kinds of the catalogue", len(ids))
	}
	if len(virtual) < 55 {
		t.Errorf("%d of them in virtual time", len(virtual))
	}
}

func TestEveryKindIsReported(t *testing.T) {
	names, titles := map[string]bool{}, map[string]bool{}
	for _, k := range Kinds() {
		if names[k.Name] || titles[k.ID+k.Title] || k.Title == "" || k.Doc == "" || k.Acts == "" || k.Lasts == "" {
			t.Errorf("%+v", k)
		}
		names[k.Name], titles[k.ID+k.Title] = true, true
		if k.Verb == Inject && k.Detection.By == "" {
			t.Errorf("%s does not say by what it is seen", k.Name)
		}
		for _, p := range k.Parameters {
			if p.Name == "" || p.Doc == "" || p.Field != actors.FieldChoice && (p.Unit == "" || !(p.Min < p.Max)) || p.Range() == "" {
				t.Errorf("%s: %+v", k.Name, p)
			}
			if p.Field == actors.FieldChoice {
				continue
			}
			if !p.Required && p.Default != 0 && (p.Default < p.Min || p.Default > p.Max) {
				t.Errorf("%s: the default %g of %s is not in its range", k.Name, p.Default, p.Name)
			}
		}
	}
	if len(names) != len(actors.FaultKinds())+7 || len(descriptions) != len(actors.FaultKinds()) {
		t.Errorf("%d kinds, %d descriptions, %d known to the runtime", len(names), len(descriptions), len(actors.FaultKinds()))
	}
	changed := Kinds()
	changed[0].Name, changed[0].Parameters[0].Name = "changed", "changed"
	if kinds[0].Name != "drop" || kinds[0].Parameters[0].Name != "p" {
		t.Error("the table can be changed from outside")
	}
}

func TestAKindIsFoundByItsName(t *testing.T) {
	k, ok := KindOf("reorder")
	if p := k.Parameter("window"); !ok || k.ID != "N3" || p == nil || p.Max != 100 || k.Parameter("frame") != nil {
		t.Errorf("%v %+v", ok, k)
	}
	if _, ok := KindOf("burn"); ok {
		t.Error("there is no such kind")
	}
	if k, _ := KindOf("sigkill"); !k.Child() || k.Virtual || k.Real {
		t.Errorf("%+v runs beside other things", k)
	}
	if k, _ := KindOf("starvation"); k.Child() || k.Virtual || !k.Real {
		t.Errorf("%+v", k)
	}
}

func TestTheBoundOfADetectionFollowsFromTheTimesOfTheApplication(t *testing.T) {
	at := Timing{Period: 10 * time.Millisecond, Source: time.Millisecond, MaxAge: 30 * time.Millisecond, Silence: 20 * time.Millisecond,
		Watchdog: 100 * time.Millisecond, Hang: 200 * time.Millisecond, Tolerated: 5}
	for name, want := range map[string]time.Duration{"drop": 41 * time.Millisecond, "nan": 11 * time.Millisecond, "panic": 10 * time.Millisecond,
		"hang": 210 * time.Millisecond, "tick_missed": 50 * time.Millisecond, "no_reply": 31 * time.Millisecond, "fault_code": 12 * time.Millisecond,
		"sigkill": 101 * time.Millisecond} {
		k, _ := KindOf(name)
		if got, ok := k.Detection.Bound(at); !ok || got != want || !k.Detection.Detected() {
			t.Errorf("%s is seen within %v, want %v", name, got, want)
		}
	}
	if k, _ := KindOf("duplicate"); k.Detection.Detected() {
		t.Error("a duplicate need not be seen")
	} else if _, ok := k.Detection.Bound(at); ok {
		t.Error("and so has no bound")
	}
}

func TestParametersOutOfRangeAreRefusedWithTheirRange(t *testing.T) {
	for line, want := range map[string]string{
		"at 1s drop a/b p=1.5":                "p of drop is 1.5; expected above 0, at most 1",
		"at 1s drop a/b p=0":                  "p of drop is 0; expected above 0, at most 1",
		"at 1s flood a/b messages=0":          "messages of flood is 0 messages; expected 100 to 1000000 messages",
		"at 1s torque j loss=0":               "loss of torque is 0, which stands for its default, 1; expected -0.5 to 2, and not 0",
		"at 1s clock_step a/b by=-0":          "by of clock_step is 0 s, which stands for its default, 3600 s; expected -3600 to 3600 s, and not 0",
		"at 1s stamp a/b by=0s":               "by of stamp is 0s, which stands for its default, 1s",
		"at 1s delay a/b delay=0s":            "delay lacks its delay",
		"at 1s drop a/b burst=501":            "burst of drop is 501 cycles; expected 1 to 500 cycles",
		"at 1s drop a/b burst=x":              `burst "x" is not a whole number`,
		"at 1s drop a/b p=NaN":                "p of drop is NaN",
		"at 1s delay_random a/b mean=2s":      "mean of delay_random is 2s; expected above 0s, at most 1s",
		"at 1s panic a/b phase=lunch":         `phase "lunch" is unknown; known: tick, start, receive, fence, stop, restart`,
		"at 1s torque j loss=x":               `loss "x" is not a number`,
		"at 1s reorder a/b frame=3":           `reorder has no parameter "frame"`,
		"at 1s sigkill a/b":                   "expected the word process",
		"at 1s no_reply a->b":                 "is a link; expected a joint",
		"at 1s for 3s flood a/b messages=200": "flood happens at once and takes no duration",
		"at 1s slow a/b":                      "slow needs a delay or a factor",
	} {
		if _, err := ParseEntry(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", line, err, want)
		}
	}
}

// Where zero is the default, it may be given.
func TestZeroIsReadWhereItStandsForItself(t *testing.T) {
	for _, line := range []string{"at 1s hang a/b time=0s", "at 1s duplicate a/b delay=0s", "at 1s watch_late a/b delay=0s"} {
		if _, err := ParseEntry(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// What was expected is said once, also where the problem says it.
func TestAMistakeIsReportedOnce(t *testing.T) {
	for line, want := range map[string]string{
		"at 1s drop a/b p=1.5":     `"at 1s drop a/b p=1.5": at column 18, p of drop is 1.5; expected above 0, at most 1`,
		"at 1s no_reply a->b":      `"at 1s no_reply a->b": at column 16, target "a->b" of no_reply is a link; expected a joint, such as wheel_left`,
		"at 1s panic a/b phase=no": `"at 1s panic a/b phase=no": at column 23, phase "no" is unknown; known: tick, start, receive, fence, stop, restart`,
		"at x panic a/b":           `"at x panic a/b": time "x" is not a duration of zero or more, at column 4; expected a duration, such as 2.8s`,
	} {
		if _, err := ParseEntry(line); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestEveryParameterIsReadFromALineAndFromAMapping(t *testing.T) {
	for _, k := range Kinds() {
		if k.Verb != Inject {
			continue
		}
		target := map[string]string{"process": "process", "recording": "recording"}[k.Acts]
		if target == "" {
			target = "a"
		}
		line := "at 1s " + k.Name + " " + target
		for i := range k.Parameters {
			p := &k.Parameters[i]
			var f actors.Fault
			text := ""
			if p.Field == actors.FieldChoice {
				text = p.Choices[len(p.Choices)-1]
			} else {
				p.SetNumber(&f, p.Max)
				switch p.Field {
				case actors.FieldDelay:
					text = f.Delay.String()
				default:
					text = (actors.Fault{Kind: actors.FaultKind(k.Name), Probability: f.Probability, Count: f.Count, Amount: f.Amount}).Settings()
					text = text[strings.LastIndex(text, "=")+1:]
				}
			}
			line += " " + p.Name + "=" + text
		}
		e, err := ParseEntry(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if e.String() != line {
			t.Errorf("%s is printed as %s", line, e)
		}
		if got, err := e.Record().Entry(); err != nil || got != e {
			t.Errorf("%s as a mapping is %+v: %v", line, e.Record(), err)
		}
		if len(e.Record().With) != len(k.Parameters) {
			t.Errorf("%s: %+v", line, e.Record())
		}
	}
}

func TestNamesOfKindsAreWordsOfALine(t *testing.T) {
	for _, k := range Kinds() {
		if strings.ToLower(k.Name) != k.Name || strings.ContainsAny(k.Name, " =#->") || slices.Contains([]string{"at", "every", "for", "p", "from", "until"}, k.Name) {
			t.Errorf("%q cannot be in a line", k.Name)
		}
	}
}
