package audit

import (
	"errors"
	"flag"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

var (
	firstSeed = flag.Uint64("gate.seed", 1, "seed of the first world; each further world has the next number")
	decisions = flag.Uint64("gate.decisions", 1_000_000, "number of decisions to audit, one for each joint and cycle")
)

func TestEveryDecisionAgreesWithAnIndependentAuditor(t *testing.T) {
	wanted := *decisions
	if testing.Short() {
		wanted /= 20 // the race detector takes ten times as long
	}
	t.Logf("-gate.seed=%d -gate.decisions=%d", *firstSeed, *decisions)
	c, err := run(*firstSeed, wanted, runtime.GOMAXPROCS(0))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", c)
	n := c.Decisions
	if n < wanted || c.Good < n/10 || c.Refused < n/1000 || c.Unclaimed < n/10_000 || c.Armed < n/500 || c.Stopped < n/500 || c.Moved < n/4 ||
		!testing.Short() && (c.Limited < n/500 || c.Braked < n/500 || c.Lives == 0) { // a short run has three worlds
		t.Errorf("it has become too tame to say anything: %+v", c)
	}
}

// Worlds in which gate and auditor did not agree once, and what one of them had done.
func TestWorldsThatBrokeARuleOnceBreakNoneNow(t *testing.T) {
	for seed, why := range map[uint64]string{
		702724:   "in limited, a velocity that was named anew began at the measured one, beyond its share of the limit",
		3013846:  "in limited, a joint that still slowed down went from positions to velocities after cycles in which its drive was not heard; the auditor forgot its motion with them",
		714455:   "in limited, a joint that still slowed down was commanded by velocities instead of positions; the auditor took its motion for a new one",
		20000095: "a joint whose drive was not heard yet, and whose command named its velocity anew, began it at a velocity of before",
		20001230: "a joint in limited that stopped and came back between two cycles began with the velocity that it had under its former number",
		3016931:  "a floating joint that was measured at the farthest place there is moved along that bound faster than its own axes allow",
		3025471:  "a floating joint moved along that bound, with its own velocities sent beside it",
	} {
		if _, err := playWorld(seed); err != nil {
			t.Errorf("seed %d, %s: %v", seed, why, err)
		}
	}
}

func TestARunIsAFunctionOfItsSeed(t *testing.T) {
	var all [2]Counts
	for i, workers := range []int{1, 2} {
		var err error
		if all[i], err = run(9, 2*perWorld, workers); err != nil {
			t.Fatal(err)
		}
	}
	if all[0] != all[1] || all[0].Worlds != 2 {
		t.Errorf("one worker counts %+v, two %+v", all[0], all[1])
	}
	other, err := run(10, 2*perWorld, 1)
	if err != nil || other == all[0] {
		t.Errorf("another seed counts the same: %+v, %v", other, err)
	}
}

func TestAllSortsOfWorldsAreDrawn(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(400) {
		c := Draw(rand.New(rand.NewPCG(seed, 1)))
		if err := c.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		claimed := 0
		for _, k := range c.Controllers {
			claimed += len(k.Joints)
			if k.Strict {
				seen["strict"]++
			}
		}
		for i, j := range c.Joints {
			seen[j.Type.String()]++
			seen[j.Role.String()]++
			seen[j.SafeMode.String()]++
			seen[c.Kinds[i].String()]++
			if j.Role != core.Passive {
				claimed--
			}
		}
		if claimed < 0 {
			seen["unclaimed"]++
		}
	}
	for _, what := range []string{"revolute", "continuous", "prismatic", "planar", "floating", "driven", "virtual", "passive", "ramp_hold", "damp", "ramp_off",
		"brake", "off", "any", "gravity", "vertical", "wheel", "balancing", "strict", "unclaimed"} {
		if seen[what] < 10 {
			t.Errorf("%d of %s", seen[what], what)
		}
	}
}

// play plays worlds until the auditor complains, and returns what of.
func play(t *testing.T, prepare func(*player)) string {
	t.Helper()
	for seed := range uint64(60) {
		p, err := newPlayer(1 + seed)
		if err != nil {
			t.Fatal(err)
		}
		prepare(p)
		for p.counts.Decisions < perWorld {
			var v *Violation
			if err := p.cycle(); errors.As(err, &v) {
				if v.Seed != 1+seed || v.Of == "" || !strings.Contains(v.Error(), v.What) {
					t.Errorf("it does not tell where: %+v", v)
				}
				return v.What
			}
		}
	}
	return "nothing"
}

// Whatever is changed in what the gate sends, the auditor says so, and by name.
func TestTheAuditorSeesWhatIsSentWrongly(t *testing.T) {
	once := func(when func(j *core.Joint, l *ledger, o *Output) bool, spoil func(j *core.Joint, o *Output)) func(*player) {
		return func(p *player) {
			p.tamper = func(joint int, o *Output) {
				j := &p.config.Joints[joint]
				if p.counts.Cycles > 200 && when(j, &p.auditor.joints[joint], o) {
					o.P, o.W, o.E = append([]float64{}, o.P...), append([]float64{}, o.W...), append([]float64{}, o.E...)
					spoil(j, o)
				}
			}
		}
	}
	moves := func(_ *core.Joint, l *ledger, o *Output) bool {
		return o.Mode.Passes() && o.Sent && l.mode.Passes() && !l.waits
	}
	by := func(c messages.ControlMode) func(*core.Joint, *ledger, *Output) bool {
		return func(j *core.Joint, l *ledger, o *Output) bool {
			return moves(j, l, o) && o.Control.Has(c) && l.lastControl.Has(c)
		}
	}
	nan := odd[0]
	for what, c := range map[string]struct {
		prepare func(*player)
		want    string
	}{
		"a position of NaN":          {once(moves, func(_ *core.Joint, o *Output) { o.P[0] = nan }), "position[0] is NaN"},
		"a velocity of NaN":          {once(moves, func(_ *core.Joint, o *Output) { o.W[0] = nan }), "velocity[0] is NaN"},
		"an effort that is infinite": {once(moves, func(_ *core.Joint, o *Output) { o.E[0] = odd[1] }), "effort[0] +Inf"},
		"a position beyond its bound": {once(by(messages.ControlPosition), func(j *core.Joint, o *Output) {
			o.P[0] = min(1e10, j.Limits[0].Upper+1e-9)
		}), "position[0] is"},
		"a velocity beyond its limit": {once(moves, func(j *core.Joint, o *Output) { o.W[0] = min(1e10, j.Limits[0].Velocity*(1+1e-12)) }), "velocity[0] is"},
		"a step of velocity": {once(by(messages.ControlVelocity), func(j *core.Joint, o *Output) {
			o.W[0] = -o.W[0] + min(0.5, j.Limits[0].Velocity/2)
		}), "velocity[0] went from"},
		"a step of position": {once(by(messages.ControlPosition), func(j *core.Joint, o *Output) { o.P[0] = o.P[0]*0.99 + 1e-3 }), "position moved by"},
		"a mode that comes down by itself": {once(func(_ *core.Joint, l *ledger, o *Output) bool { return l.adopted && o.Mode.Stops() && l.mode == o.Mode },
			func(_ *core.Joint, o *Output) { o.Mode-- }), "the mode fell from"},
		"a joint that runs without a re-arm": {once(func(_ *core.Joint, l *ledger, o *Output) bool { return o.Mode.Stops() && l.mode.Stops() },
			func(_ *core.Joint, o *Output) { o.Mode = messages.ModeRun; o.Arm++ }), "it"},
		"an undeclared mode": {once(moves, func(_ *core.Joint, o *Output) { o.Mode = 77 }), "it sends mode 77"},
		"a control mode that nobody commanded": {once(func(j *core.Joint, l *ledger, o *Output) bool { return moves(j, l, o) && o.Driven },
			func(_ *core.Joint, o *Output) { o.Control ^= messages.ControlVelocity }), "it sends"},
		"a drive that moves while it stops": {once(func(j *core.Joint, l *ledger, o *Output) bool { return o.Mode.Stops() && o.Driven },
			func(_ *core.Joint, o *Output) { o.Control = messages.ControlVelocity }), "and sends velocity"},
		"a joint that moves before its brake is open": {once(func(j *core.Joint, l *ledger, o *Output) bool {
			return l.waits && o.Mode.Passes() && o.Sent && o.Control.Has(messages.ControlPosition) && o.DriveMode.Stops() && o.Arm == l.arm && !l.released
		}, func(j *core.Joint, o *Output) {
			o.P[0] = max(j.Limits[0].Lower, min(j.Limits[0].Upper, -o.P[0]+1e-3))
		}), "its drive does not follow yet, and position[0] begins at"},
		"a joint that gets too fast in mode limited": {once(func(j *core.Joint, l *ledger, o *Output) bool {
			return moves(j, l, o) && o.Mode == messages.ModeLimited && l.mode == o.Mode && o.Control.Has(messages.ControlVelocity) && j.LimitedShare < 0.9 && l.lastPassed && o.Arm == l.arm
		}, func(j *core.Joint, o *Output) { o.W[0] = min(j.Limits[0].Velocity, 1e9) }), "in limited velocity[0] grew"},
		"a joint with a brake that is let go": {once(func(j *core.Joint, l *ledger, o *Output) bool {
			return j.Brake && l.kind != modes.AnyJoint && l.wasOn && !l.mayOff && o.Mode == messages.ModeRampHold && l.mode == o.Mode && o.DriveMode != messages.ModeOff
		}, func(_ *core.Joint, o *Output) { o.Mode = messages.ModeOff }), "to off, and nobody asked for it"},
	} {
		if got := play(t, c.prepare); !strings.Contains(got, c.want) {
			t.Errorf("%s: the auditor says %q, want %q", what, got, c.want)
		}
	}
}

// rarest is what takes most worlds to be found out.
const rarest = "a softer way of re-arm"

// A gate that is built with other bounds than those that the auditor knows must be found out: it
// lets pass what is too old, too fast, too often bad, or of a joint that nobody claims.
func TestTheAuditorFindsOutAGateWithOtherBounds(t *testing.T) {
	for what, c := range map[string]struct {
		change func(*core.Config)
		want   string
	}{
		"commands that are too old": {func(c *core.Config) {
			for i := range c.Controllers {
				c.Controllers[i].MaxAge *= 3
			}
		}, ""},
		"states that are too old": {func(c *core.Config) {
			for i := range c.Joints {
				c.Joints[i].StateMaxAge *= 20
			}
		}, "without a state"},
		"wider limits": {func(c *core.Config) {
			for i := range c.Joints {
				for d := range c.Joints[i].Limits {
					c.Joints[i].Limits[d].Velocity *= 2
				}
			}
		}, ""},
		"a wider bound of effort": {func(c *core.Config) {
			for i := range c.Joints {
				for d := range c.Joints[i].Limits {
					c.Joints[i].Limits[d].Effort *= 1 + 1e-8
				}
			}
		}, ""},
		"more patience with bad commands": {func(c *core.Config) {
			for i := range c.Controllers {
				c.Controllers[i].Faults = 16
			}
		}, "though its controller is at fault"},
		"no eye for jumps": {func(c *core.Config) {
			for i := range c.Controllers {
				c.Controllers[i].Strict = false
			}
		}, "the gate refuses: false"},
		"re-arm by itself": {func(c *core.Config) {
			for i := range c.Joints {
				c.Joints[i].Rearm = modes.NewRules(modes.Auto, modes.Auto, 0)
			}
		}, "though nobody asked"},
		"milder reactions": {func(c *core.Config) {
			for i := range c.Joints {
				if c.Joints[i].Reactions != nil {
					c.Joints[i].Reactions = modes.ResolveAll(&modes.Declared{Kind: modes.Gravity})
				}
			}
		}, "a joint of kind"},
		"reactions that ask for less": {func(c *core.Config) {
			for i := range c.Joints {
				if r := c.Joints[i].Reactions; r != nil {
					milder := *r
					for f := range milder {
						milder[f].Requires.Level = modes.LevelAuto
					}
					c.Joints[i].Reactions = &milder
				}
			}
		}, "was armed though nobody had asked"},
		rarest: {func(c *core.Config) {
			for i := range c.Joints {
				for k := range c.Joints[i].Rearm.By {
					c.Joints[i].Rearm.By[k] = modes.Acknowledge
				}
			}
		}, "no more than an acknowledgement"},
		"faster hand-overs": {func(c *core.Config) {
			for i := range c.Joints {
				for d := range c.Joints[i].Limits {
					c.Joints[i].Limits[d].RearmEffortRate *= 4
				}
			}
		}, "on its way to"},
	} {
		if testing.Short() && what == rarest {
			t.Logf("%s is left out: it takes tens of worlds, too long under the race detector; it runs without -short", what)
			continue
		}
		got := play(t, func(p *player) {
			config := Draw(rand.New(rand.NewPCG(p.seed, 0x9e3779b97f4a7c15)))
			c.change(&config.Config)
			gate, err := core.New(config.Config)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			p.gate = gate
		})
		if got == "nothing" || !strings.Contains(got, c.want) {
			t.Errorf("%s: the auditor says %q, want %q", what, got, c.want)
		}
	}
}

// The auditor's books follow what happens beside commands.
func TestTheAuditorKnowsWhoMayNotMove(t *testing.T) {
	for what, c := range map[string]struct {
		forget func(p *player)
		want   string
	}{
		"an incarnation that was fenced off": {func(p *player) { p.auditor.Fence(0, p.lives[0], messages.CauseHang, p.now) }, ""},
		"a bus that failed": {func(p *player) {
			for b := range p.config.Buses {
				p.auditor.Bus(b, true, messages.CausePanic)
			}
		}, "though its bus has failed"},
		"joints that are stopped": {func(p *player) {
			for i := range p.config.Joints {
				p.auditor.Demand(i, true)
			}
		}, "though somebody has it stopped"},
	} {
		got := play(t, func(p *player) {
			p.tamper = func(_ int, o *Output) {
				if p.counts.Cycles > 300 && o.Mode.Passes() {
					c.forget(p) // the auditor hears of what the gate does not
				}
			}
		})
		if got == "nothing" || !strings.Contains(got, c.want) {
			t.Errorf("%s: the auditor says %q, want %q", what, got, c.want)
		}
	}
}
