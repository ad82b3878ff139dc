package modes

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// cells reads the table that was carried over by hand: "F1 gravity" -> its columns.
func cells(t *testing.T) map[string][]string {
	t.Helper()
	f, err := os.Open("testdata/reactions.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[string][]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		columns := strings.Split(lines.Text(), ",")
		if len(columns) != 6 {
			t.Fatalf("%q has %d columns, want 6", lines.Text(), len(columns))
		}
		all[columns[0]+" "+columns[1]] = columns[2:]
	}
	return all
}

var conditions = map[When]string{AtRest: "rest", AfterTime: "time", StillThere: "still", BrakeClosed: "closed", NoFeedback: "blind", Falling: "falling", HardLimit: "hard", Fallen: "fallen"}

// short writes a reaction as the file has it.
func short(r *Reaction) (stages, class, times string) {
	if !r.Concerns() {
		return "-", "", ""
	}
	var parts []string
	if r.Keeps {
		parts = append(parts, "keep")
	}
	for _, s := range r.Stages {
		part := s.Mode.String()
		if s.When != AtOnce {
			part += " " + conditions[s.When]
		}
		if s.After > 0 {
			part += fmt.Sprintf("=%g", s.After.Seconds())
		}
		parts = append(parts, part)
	}
	if r.Neighbours != messages.ModeRun {
		parts = append(parts, "neighbours "+r.Neighbours.String())
	}
	switch {
	case r.Alone:
		parts = append(parts, "alone "+r.Drive.String())
	case r.Drive != messages.ModeRun:
		parts = append(parts, "drive "+r.Drive.String())
	}
	if r.Grace > 0 {
		parts = append(parts, fmt.Sprintf("grace %d", r.Grace))
	}
	if r.Requires.Clean > 0 {
		times = fmt.Sprintf("clean=%g", r.Requires.Clean.Seconds())
	}
	if r.AutoWithin > 0 {
		times += fmt.Sprintf("gap=%g", r.AutoWithin.Seconds())
	}
	return strings.Join(parts, "; "), string(" RAXN"[r.Requires.Level]), times
}

func TestEveryCellOfTheTableIsThatOfTheReference(t *testing.T) {
	all := cells(t)
	if want := len(FaultClasses()) * len(JointKinds()); len(all) != want {
		t.Fatalf("%d cells were carried over, the table has %d", len(all), want)
	}
	for _, f := range FaultClasses() {
		for _, k := range JointKinds() {
			want, there := all[f.ID()+" "+k.String()]
			if !there {
				t.Errorf("%s of %s was not carried over", f.ID(), k)
				continue
			}
			r := Resolve(f, &Declared{Kind: k})
			stages, class, times := short(&r)
			if stages != want[0] || class != want[1] || times != want[2] || !strings.Contains(r.Notes, want[3]) {
				t.Errorf("%s (%s) of %s is %q, %q, %q, beside %q; want %q", f.ID(), f, k, stages, class, times, r.Notes, want)
			}
		}
	}
}

// reference reads the rows F1 to F15 of the published table, where it is at hand.
func reference(t *testing.T) map[string][]string {
	t.Helper()
	root, err := os.Getwd()
	for ; err == nil; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			t.Fatal("no go.mod above the test")
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "../shared/references/safety-and-faults.md"))
	if err != nil {
		t.Skip("the reference itself is not at hand; its cells were carried over into testdata, and are compared with that")
	}
	rows := map[string][]string{}
	line := regexp.MustCompile(`(?m)^\| (F\d+) [^|]*\|(.*)\|$`)
	for _, m := range line.FindAllStringSubmatch(string(text), -1) {
		// The bars of an absolute value do not separate cells.
		rows[m[1]] = strings.Split(strings.ReplaceAll(m[2], "|pitch|", "pitch"), "|")
	}
	return rows
}

// TestTheReferenceHasTheSameClassesAndTimes reads the letters and the times of the reference's own
// cells.
func TestTheReferenceHasTheSameClassesAndTimes(t *testing.T) {
	rows := reference(t)
	if len(rows) != 15 {
		t.Fatalf("the reference has %d rows, want 15", len(rows))
	}
	letter := regexp.MustCompile(`\(([RAXN])[;) ,]`)
	for _, f := range FaultClasses()[:15] {
		row := rows[f.ID()]
		if len(row) != 4 {
			t.Errorf("%s has %d cells", f.ID(), len(row))
			continue
		}
		for i, k := range JointKinds() {
			text := row[i]
			r := Resolve(f, &Declared{Kind: k})
			_, class, _ := short(&r)
			if m := letter.FindAllStringSubmatch(text, -1); m != nil && !slices.ContainsFunc(m, func(m []string) bool { return m[1] == class }) {
				t.Errorf("%s of %s is left by %q, the reference says %q", f.ID(), k, class, text)
			}
			for number, has := range map[string]bool{
				"2 s":       slices.ContainsFunc(r.Stages, func(s Stage) bool { return s.After == 2*time.Second }),
				"< 0.5 s":   r.AutoWithin == 500*time.Millisecond,
				"after 5 s": r.Requires.Clean == 5*time.Second,
				"≤ 0.5 s":   strings.Contains(r.Notes, "500ms"),
				"5 N·m":     strings.Contains(r.Notes, "5 N m"),
			} {
				if says := strings.Contains(text, number); says && !has {
					t.Errorf("%s of %s: the reference says %s in %q, which %s does not", f.ID(), k, number, text, r.String())
				}
			}
		}
	}
}

func TestWhatIsDeclaredChangesACell(t *testing.T) {
	for name, c := range map[string]struct {
		fault    FaultClass
		declared Declared
		want     string
	}{
		"no kind":                            {StateStale, Declared{}, "ramp_hold (by rules)"},
		"no kind, a safe mode":               {EmergencyStop, Declared{SafeMode: damp}, "damp (by rules)"},
		"no kind, one mode":                  {BusLost, Declared{SafeMode: damp, Modes: [numFaults]messages.Mode{BusLost: off}}, "off (by rules)"},
		"no kind and an overrun":             {Overrun, Declared{SafeMode: damp}, "-"},
		"a safe mode is the least":           {CommandLate, Declared{Kind: Wheel, SafeMode: rampOff}, "ramp_off (acknowledge; auto where declared, after at most 500ms)"},
		"and limits nothing that passes":     {Overrun, Declared{Kind: Wheel, SafeMode: damp}, "limited; damp if that does not help (acknowledge)"},
		"what is more severe stays":          {StateStale, Declared{Kind: Vertical, SafeMode: damp}, "ramp_off (reset)"},
		"another mode":                       {Overrun, Declared{Kind: Gravity, Modes: [numFaults]messages.Mode{Overrun: hold}}, "ramp_hold (acknowledge)"},
		"another mode before what follows":   {BoundsExceeded, Declared{Kind: Gravity, Modes: [numFaults]messages.Mode{BoundsExceeded: damp}}, "damp; off if that does not help (reset)"},
		"a kept joint that is to stop":       {CommandLate, Declared{Kind: Balancing, Modes: [numFaults]messages.Mode{CommandLate: damp}}, "damp (auto)"},
		"a reset is declared":                {CommandLate, Declared{Kind: Gravity, Rearm: Reset, RearmGiven: true}, "ramp_hold (reset)"},
		"an acknowledgement is declared":     {Overrun, Declared{Kind: Balancing, Rearm: Acknowledge, RearmGiven: true}, "limited (acknowledge after 5s without it)"},
		"auto is declared":                   {CommandLate, Declared{Kind: Wheel, Rearm: Auto, RearmGiven: true}, "ramp_hold (auto; auto where declared, after at most 500ms)"},
		"auto where the table has none":      {CommandLate, Declared{Kind: Gravity, Rearm: Auto, RearmGiven: true}, "ramp_hold (acknowledge)"},
		"a redundant sensor":                 {SensorImplausible, Declared{Kind: Gravity, Redundant: true}, "ramp_hold (reset)"},
		"an arm with brakes":                 {EmergencyStop, Declared{Kind: Gravity, Brake: true}, "ramp_off (reset)"},
		"an emergency stop of category zero": {EmergencyStop, Declared{Kind: Balancing, CategoryZero: true}, "off (reset)"},
		"no fault":                           {NoFault, Declared{Kind: Gravity}, "-"},
		"an unknown fault":                   {99, Declared{Kind: Gravity}, "-"},
		"an unknown kind":                    {CommandLate, Declared{Kind: 9}, "-"},
	} {
		r := Resolve(c.fault, &c.declared)
		if got := r.String(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	before := Resolve(CommandLate, &Declared{Kind: Wheel})
	if before.First() != hold {
		t.Errorf("what was declared for one joint has changed the table: %s", before.String())
	}
}

// TestNoFaultDropsAJointThatWeighs finds that every reaction of every joint that carries weight
// without a brake begins with torque on, whatever a file may declare for it.
func TestADeclaredModeReplacesTheFirstOneAndNoStageThatComesLater(t *testing.T) {
	for _, k := range JointKinds() {
		for _, f := range FaultClasses() {
			plain := Resolve(f, &Declared{Kind: k})
			for _, mode := range (&Declared{Kind: k}).Allowed(f) {
				d := Declared{Kind: k}
				d.Modes[f] = mode
				want := []Stage{{Mode: mode}}
				for i, s := range plain.Stages {
					if i > 0 && s.Mode > mode {
						want = append(want, s)
					}
				}
				if got := Resolve(f, &d).Stages; !slices.Equal(got, want) {
					t.Errorf("%s of %s with %s: %v; expected %v", f, k, mode, got, want)
				}
			}
		}
	}
}

func TestNoFaultDropsAJointThatWeighs(t *testing.T) {
	for _, k := range []JointKind{Gravity, Balancing} {
		d := Declared{Kind: k}
		for _, f := range FaultClasses() {
			if r := Resolve(f, &d); f != StartupCheck && r.First() >= rampOff {
				t.Errorf("%s of %s begins with %s", f, k, r.First())
			}
			for _, m := range d.Allowed(f) {
				if m >= rampOff {
					t.Errorf("a file may declare %s after %s for a joint of kind %s", m, f, k)
				}
			}
		}
	}
}

func TestEveryReactionClimbs(t *testing.T) {
	for _, k := range JointKinds() {
		all := ResolveAll(&Declared{Kind: k})
		for _, f := range FaultClasses() {
			r := all[f]
			for i := 1; i < len(r.Stages); i++ {
				s := r.Stages[i]
				if s.Mode <= r.Stages[i-1].Mode || s.When == AtOnce || (s.When == AtRest || s.When == AfterTime) != (s.After > 0) {
					t.Errorf("%s of %s: stage %d of %s", f, k, i, r.String())
				}
				if next, there := r.Next(s.When, r.Stages[i-1].Mode); !there || next != s {
					t.Errorf("%s of %s: behind %s comes %v", f, k, r.Stages[i-1].Mode, next)
				}
			}
			if _, there := r.Next(StillThere, off); there {
				t.Errorf("%s of %s goes on behind off", f, k)
			}
			if mode := r.Stopping(); mode != messages.ModeRun && mode.Passes() {
				t.Errorf("%s of %s stops with %s", f, k, mode)
			}
		}
	}
}

func TestWhatDoesNotSuitAJointIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		declared Declared
		want     string
	}{
		"good":              {Declared{Kind: Vertical, SafeMode: brake, Modes: [numFaults]messages.Mode{Derated: limited}}, ""},
		"kind":              {Declared{Kind: 7}, "kind of joint kind(7) is unknown"},
		"dropped":           {Declared{Kind: Gravity, SafeMode: off}, "safe mode off does not suit a joint of kind gravity; expected one of [ramp_hold damp]"},
		"one mode dropped":  {Declared{Kind: Balancing, Modes: [numFaults]messages.Mode{BusLost: rampOff}}, "mode ramp_off after bus_lost does not suit a joint of kind balancing"},
		"no brake":          {Declared{Kind: Wheel, Modes: [numFaults]messages.Mode{BusLost: brake}}, "mode brake after bus_lost"},
		"limited for a bus": {Declared{Kind: Wheel, Modes: [numFaults]messages.Mode{BusLost: limited}}, "mode limited after bus_lost"},
	} {
		err := c.declared.Check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestFaultsAndKindsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range FaultClasses() {
		if seen[f.String()] || seen[f.ID()] || f.Meaning() == "" {
			t.Errorf("fault %d: %q, %q, %q", f, f, f.ID(), f.Meaning())
		}
		seen[f.String()], seen[f.ID()] = true, true
	}
	for _, k := range JointKinds() {
		if got, err := ParseJointKind(k.String()); err != nil || got != k {
			t.Errorf("%s is read as %s, %v", k, got, err)
		}
	}
	for _, f := range FaultClasses() {
		if got, err := ParseFaultClass(f.String()); err != nil || got != f {
			t.Errorf("%s is read as %s, %v", f, got, err)
		}
	}
	if _, err := ParseFaultClass("none"); err == nil || !strings.Contains(err.Error(), "expected one of command_late, ") {
		t.Error(err)
	}
	if _, err := ParseJointKind("any"); err == nil || !strings.Contains(err.Error(), "expected one of gravity, vertical, wheel, balancing") {
		t.Error(err)
	}
	if FaultClass(99).String() != "fault(99)" || FaultClass(99).Meaning() != "" || JointKind(9).String() != "kind(9)" || Level(9).String() != "undeclared" {
		t.Error("undeclared values have no names of their own")
	}
}

func TestKindsOfJointsCarryWeightAndHaveBrakesAsTheirNamesSay(t *testing.T) {
	for kind := range JointKind(numKinds) {
		for _, declared := range []bool{false, true} {
			d := Declared{Kind: kind, Brake: declared}
			if want := declared || kind == Vertical; d.HasBrake() != want {
				t.Errorf("%s with brake: %v declared: has a brake: %v", kind, declared, d.HasBrake())
			}
			if want := kind == Gravity || kind == Vertical || kind == Balancing; d.CarriesWeight() != want {
				t.Errorf("%s carries weight: %v", kind, d.CarriesWeight())
			}
		}
	}
}

// Only a balancing joint may lose its torque at once when somebody presses the emergency stop.
func TestStopCategoryZeroIsThatOfABalancingJoint(t *testing.T) {
	for kind := range JointKind(numKinds) {
		for _, f := range []FaultClass{EmergencyStop, StopChannelLost} {
			with, without := Resolve(f, &Declared{Kind: kind, CategoryZero: true}), Resolve(f, &Declared{Kind: kind})
			if differs := (&with).String() != (&without).String(); differs != (kind == Balancing) {
				t.Errorf("%s after %s: %s with category 0, %s without", kind, f, &with, &without)
			}
		}
	}
}

func TestAKindBeyondTheLastHasNoReactionAndNoLimitedMode(t *testing.T) {
	d := Declared{Kind: numKinds}
	for _, f := range FaultClasses() {
		if r := Resolve(f, &d); len(r.Stages) != 0 {
			t.Errorf("after %s: %s", f, &r)
		}
		if got := d.Allowed(f); len(got) == 0 || got[0] == limited {
			t.Errorf("after %s it may declare %v", f, got)
		}
	}
}
