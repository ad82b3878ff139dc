package literal

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/faults/fleet"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/coupling"
)

// misreadings are mistakes of a reader of files. Each reports whether an application can have it.
var misreadings = []struct {
	at      string // part of the path that is reported
	mistake func(c *app.Config) bool
}{
	{"app.duration", func(c *app.Config) bool { c.Duration /= 1000; return true }},
	{".rate", func(c *app.Config) bool { c.Worlds[0].Period *= 2; return true }},
	{".domain", func(c *app.Config) bool { c.Worlds[0].Domain = "other"; return true }},
	{".missed", func(c *app.Config) bool { c.Worlds[0].Tolerance.Missed++; return true }},
	{".recover_per", func(c *app.Config) bool { c.Worlds[0].Tolerance.RecoverPer = 100; return true }},
	{".hang_after", func(c *app.Config) bool { c.Worlds[0].HangAfter += time.Millisecond; return true }},
	{"supervision.application.within", func(c *app.Config) bool { c.Supervision.Within = 10 * time.Millisecond; return true }},
	{"supervision.home1.max", func(c *app.Config) bool { c.Worlds[0].Restart.Max++; return true }},
	{".strategy", func(c *app.Config) bool { c.Worlds[0].Restart.Strategy = supervision.Degrade; return true }},
	{".backoff.min", func(c *app.Config) bool { c.Worlds[0].Restart.BackoffMin *= 1000; return true }},
	{".backoff.max", func(c *app.Config) bool { c.Worlds[0].Restart.BackoffMax /= 2; return true }},
	{".backoff.factor", func(c *app.Config) bool { c.Worlds[0].Restart.BackoffFactor = 1; return true }},
	{".backoff.jitter", func(c *app.Config) bool { c.Worlds[0].Restart.BackoffJitter = 0; return true }},
	{".restart.escalate", func(c *app.Config) bool { c.Worlds[0].Drives[0].Restart.Escalate = "nobody"; return true }},
	{".processors.", func(c *app.Config) bool { c.Worlds[0].Actors[0].Period *= 2; return true }},
	{".drives.", func(c *app.Config) bool { c.Worlds[0].Drives[0].Period *= 2; return true }},
	{".max_age", func(c *app.Config) bool { c.Worlds[0].Drives[0].MaxAge /= 10; return true }},
	{".safe_mode", func(c *app.Config) bool { // the table of its kind has that of others
		kindless := false
		driven(c, func(j *app.Joint) {
			j.SafeMode, kindless = messages.ModeOff, j.Declared == nil || j.Declared.Kind == modes.AnyJoint
		})
		return kindless
	}},
	{".rearm", func(c *app.Config) bool { return driven(c, func(j *app.Joint) { j.Rearm = (j.Rearm + 1) % 3 }) }},
	{".start", func(c *app.Config) bool { return driven(c, func(j *app.Joint) { j.Start = modes.Reset }) }},
	{".settle", func(c *app.Config) bool { return driven(c, func(j *app.Joint) { j.Settle /= 1000 }) }},
	{".kind", func(c *app.Config) bool {
		return driven(c, func(j *app.Joint) {
			d := modes.Declared{Kind: modes.Balancing}
			if j.Declared != nil {
				d.Modes = j.Declared.Modes
			}
			j.Declared = &d
		})
	}},
	{".modes.derated", func(c *app.Config) bool {
		return driven(c, func(j *app.Joint) {
			d := modes.Declared{}
			if j.Declared != nil {
				d = *j.Declared
			}
			d.Modes[modes.Derated] = messages.ModeBrake
			j.Declared = &d
		})
	}},
	{".state.max_age", func(c *app.Config) bool { return coupled(c, func(k *app.Coupling) { k.State.MaxAge *= 2 }) }},
	{".joint", func(c *app.Config) bool { return coupled(c, func(k *app.Coupling) { k.Joint += "_" }) }},
	{".command.max_age", func(c *app.Config) bool { return commanded(c, func(k *app.CommandFlow) { k.MaxAge *= 2 }) }},
	{".command.on_stale", func(c *app.Config) bool {
		return commanded(c, func(k *app.CommandFlow) { k.OnStale = (k.OnStale + 1) % 3 })
	}},
	{".command.resample", func(c *app.Config) bool {
		return commanded(c, func(k *app.CommandFlow) { k.Resample = (k.Resample + 1) % (coupling.Cubic + 1) })
	}},
	{".command.mode", func(c *app.Config) bool {
		return commanded(c, func(k *app.CommandFlow) { k.Control ^= messages.ControlEffort })
	}},
}

func driven(c *app.Config, change func(*app.Joint)) bool {
	change(&c.Worlds[0].Joints[c.Worlds[0].Drives[0].Joints[0]])
	return true
}

func coupled(c *app.Config, change func(*app.Coupling)) bool {
	if len(c.Couplings) == 0 {
		return false
	}
	change(&c.Couplings[0])
	return true
}

func commanded(c *app.Config, change func(*app.CommandFlow)) bool {
	for i := range c.Couplings {
		if flow := c.Couplings[i].Command; flow != nil {
			change(flow)
			return true
		}
	}
	return false
}

func TestAMisreadFileIsFound(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	tried := make([]bool, len(misreadings))
	for seed := range uint64(24) {
		a, err := fleet.Draw(seed)
		if err != nil {
			t.Fatal(err)
		}
		load := func() *app.Config {
			config, err := app.Load(a.FS(), fleet.File, registry)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			return config
		}
		if difference := Misread(a.FS(), fleet.File, load()); difference != "" {
			t.Errorf("seed %d: %s", seed, difference)
		}
		if strings.Contains(a.Files[fleet.File], "robo-actors new") {
			continue // its worlds have other names
		}
		for i, m := range misreadings {
			if tried[i] {
				continue
			}
			config := load()
			if !m.mistake(config) {
				continue
			}
			if difference := Misread(a.FS(), fleet.File, config); difference == "" || !strings.Contains(difference, m.at) {
				t.Errorf("seed %d: got %q; expected a difference at %s", seed, difference, m.at)
			}
			tried[i] = true
		}
	}
	for i, m := range misreadings {
		if !tried[i] {
			t.Errorf("no application can have %s", m.at)
		}
	}
}

func TestAMisreadLimitIsFound(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	a, err := fleet.Draw(1) // an arm
	if err != nil {
		t.Fatal(err)
	}
	config, err := app.Load(a.FS(), fleet.File, registry)
	if err != nil {
		t.Fatal(err)
	}
	const description = "arm1.urdf.yaml"
	sound := a.Files[description]
	for _, limit := range []string{"lower", "upper", "velocity", "acceleration", "effort"} {
		a.Files[description] = regexp.MustCompile(limit+`: [-\d.]+`).ReplaceAllString(sound, limit+": 0.123")
		if a.Files[description] == sound {
			t.Fatalf("%s has no limit %s", description, limit)
		}
		if difference := Misread(a.FS(), fleet.File, config); !strings.Contains(difference, "."+limit+" is") {
			t.Errorf("got %q; expected a difference at %s", difference, limit)
		}
	}
}
