package app_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
)

const (
	example     = "../../examples/mobile_manipulator/app.yaml"
	exampleAuto = "../../examples/mobile_manipulator/app_auto.yaml"
)

// standard is the registry of all kinds of the module.
func standard(t *testing.T) *actors.Registry {
	t.Helper()
	r, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func loadExample(t *testing.T, name string) *app.Config {
	t.Helper()
	c, err := app.LoadFile(name, standard(t))
	if err != nil {
		t.Fatalf("\n%v", err)
	}
	return c
}

func TestTheMobileManipulatorLoads(t *testing.T) {
	c := loadExample(t, example)
	for _, n := range c.Notes {
		t.Errorf("a note: %v", n)
	}
	if len(c.Worlds) != 2 || c.Plants[0] == nil || len(c.Couplings) != 1 {
		t.Fatalf("there are %d worlds and %d couplings", len(c.Worlds), len(c.Couplings))
	}
	whole, base := c.World("whole_body"), c.World("mobile_base")
	if k := c.Couplings[0]; k.Joint != "mobile_planar" || k.Command == nil || k.Command.MaxAge < whole.Period || k.State.MaxAge < base.Period {
		t.Errorf("the coupling is %+v", k)
	}
	if got := whole.Actor("controller").Group.NumVelocities(); got != 10 {
		t.Errorf("the whole-body controller commands %d axes, want 10", got)
	}
	if got := len(base.Drive("wheels").Joints); got != 4 {
		t.Errorf("there are %d wheels", got)
	}
	if got := c.Plants[0].Model.NumJoints(); got != 12 {
		t.Errorf("the plant has %d joints, want 12", got)
	}
}

func TestTheVariantsOfTheMobileManipulatorDifferInTheirRearm(t *testing.T) {
	one, other := loadExample(t, example), loadExample(t, exampleAuto)
	rearms := func(c *app.Config) (found []modes.Rearm) {
		for _, w := range c.Worlds {
			for _, j := range w.Joints {
				if j.Drive >= 0 {
					found = append(found, j.Rearm)
				}
			}
		}
		return found
	}
	for _, given := range []struct {
		c    *app.Config
		want modes.Rearm
	}{{one, modes.Acknowledge}, {other, modes.Auto}} {
		got := rearms(given.c)
		if len(got) != 11 {
			t.Errorf("there are %d driven joints, want 11", len(got))
		}
		for _, r := range got {
			if r != given.want {
				t.Errorf("a joint re-arms by %s, want %s", r, given.want)
			}
		}
	}
	if one.Mermaid() != other.Mermaid() {
		t.Error("the two have different graphs")
	}
	strip := func(file string) string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var kept []string
		for line := range strings.Lines(string(data)) {
			if !strings.HasPrefix(line, "#") && !strings.Contains(line, "rearm:") {
				kept = append(kept, line)
			}
		}
		return strings.Join(kept, "")
	}
	if diff := cmp.Diff(strip(example), strip(exampleAuto)); diff != "" {
		t.Error("they differ in more than rearm: " + diff)
	}
}

func TestTheMobileManipulatorKeepsToTheSchema(t *testing.T) {
	schema, err := app.Schema(standard(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{example, exampleAuto} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range app.SchemaProblems(t, schema, string(data)) {
			t.Errorf("%s: %s", file, problem)
		}
	}
}

func BenchmarkLoadTheMobileManipulator(b *testing.B) {
	r, err := kinds.Standard()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := app.LoadFile(example, r); err != nil {
			b.Fatal(err)
		}
	}
}
