package literal

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Misread compares an application with what its files say, where they say it with single keys: the
// rates, ages, limits, policies, rules of re-arm and couplings that every other check relies on.
// Defaults are those of the documentation of the keys. It returns the first difference, or an empty
// string. The files must be in YAML, without includes.
func Misread(fsys fs.FS, name string, config *app.Config) string {
	r := &reading{config: config}
	if err := readYAML(fsys, name, &r.file); err != nil {
		return err.Error()
	}
	r.same("app.name", config.Name, r.file.App.Name)
	r.same("app.duration", config.Duration, r.file.App.Duration.time())
	r.policy("supervision.application", config.Supervision.Restart, r.named("application"), "application")
	for i := range config.Worlds {
		r.world(fsys, &config.Worlds[i])
	}
	r.couplings()
	return r.difference
}

// reading is a comparison.
type reading struct {
	file       file
	config     *app.Config
	difference string
}

// same compares what an application has at a path with what the file says.
func (r *reading) same(path string, has, says any) {
	if has != says && r.difference == "" {
		r.difference = fmt.Sprintf("%s is %v in the application, and %v by its file", path, has, says)
	}
}

// or returns a number of a file, or its default.
func or[T any](given *T, otherwise T) T {
	if given == nil {
		return otherwise
	}
	return *given
}

// word returns a word of a file, or its default.
func word(given, otherwise string) string {
	if given == "" {
		return otherwise
	}
	return given
}

// age returns an age of a file, or its default: three periods within bounds.
func age(given *quantity, period, shortest, longest time.Duration) time.Duration {
	if given != nil {
		return given.time()
	}
	return min(max(3*period, shortest), longest)
}

func (r *reading) world(fsys fs.FS, w *app.World) {
	path, says := "worlds."+w.Name, r.file.Worlds[w.Name]
	r.same(path+".rate", w.Period, says.Rate.period())
	r.same(path+".domain", w.Domain, word(says.Domain, "main"))
	missed := max(50, int(3*time.Second/says.Rate.period()))
	r.same(path+".on_overrun.missed", w.Tolerance.Missed, or(says.OnOverrun.Missed, missed))
	r.same(path+".on_overrun.recover_per", w.Tolerance.RecoverPer, or(says.OnOverrun.RecoverPer, 10))
	r.same(path+".on_overrun.hang_after", w.HangAfter, says.OnOverrun.HangAfter.time())
	r.policy("supervision."+w.Name, w.Restart.Restart, r.named(w.Name), "application")
	for i := range w.Actors {
		a := &w.Actors[i]
		path, said := path+".processors."+a.Name, says.Processors[a.Name]
		r.same(path+".rate", a.Period, or(said.Rate, says.Rate).period())
		r.same(path+".domain", a.Domain, word(said.Domain, w.Domain))
	}
	for i := range w.Drives {
		r.drive(path+".drives."+w.Drives[i].Name, w, &w.Drives[i], &says)
	}
	r.limits(fsys, path, w.Model, &says)
}

func (r *reading) drive(path string, w *app.World, d *app.Drive, of *fileWorld) {
	says := of.Drives[d.Name]
	r.same(path+".rate", d.Period, or(says.Rate, of.Rate).period())
	r.same(path+".max_age", d.MaxAge, age(says.MaxAge, w.Period, 10*time.Millisecond, 100*time.Millisecond))
	policy := or(says.Restart, filePolicy{})
	policy.Strategy = policy.Policy
	r.policy(path+".restart", d.Restart.Restart, policy, "world")
	for _, joint := range d.Joints {
		j := &w.Joints[joint]
		path := path + " of " + j.Name
		if says.Kind == "" {
			r.same(path+".safe_mode", j.SafeMode.String(), word(says.SafeMode, "ramp_hold"))
		}
		r.same(path+".rearm", j.Rearm.String(), word(says.Rearm, "acknowledge"))
		r.same(path+".start", j.Start.String(), word(says.Start, "acknowledge"))
		r.same(path+".settle", j.Settle, or(says.Settle, 0.5).time())
		kind := ""
		if j.Declared != nil {
			if j.Declared.Kind != modes.AnyJoint {
				kind = j.Declared.Kind.String()
			}
			for fault, mode := range j.Declared.Modes {
				name := modes.FaultClass(fault).String()
				r.same(path+".modes."+name, mode.String(), word(says.Modes[name], "run"))
			}
		}
		r.same(path+".kind", kind, says.Kind)
	}
}

// named returns the policy of a world, or of the application.
func (r *reading) named(name string) filePolicy { return r.file.Supervision[name] }

// policy compares a policy of restarts.
func (r *reading) policy(path string, has supervision.Restart, says filePolicy, escalates string) {
	r.same(path+".strategy", string(has.Strategy), word(says.Strategy, "one_for_one"))
	r.same(path+".escalate", has.Escalate, word(says.Escalate, escalates))
	r.same(path+".max", has.Max, or(says.Max, 3))
	r.same(path+".within", has.Within, or(says.Within, 10).time())
	r.same(path+".backoff.min", has.BackoffMin, or(says.Backoff.Min, 0.1).time())
	r.same(path+".backoff.max", has.BackoffMax, or(says.Backoff.Max, 5).time())
	r.same(path+".backoff.factor", has.BackoffFactor, or(says.Backoff.Factor, 2))
	r.same(path+".backoff.jitter", has.BackoffJitter, or(says.Backoff.Jitter, 0.1))
	r.same(path+".start_deadline", has.StartDeadline, 5*time.Second)
}

// limits compares the limits of joints that the descriptions and the world have. The tightest ones
// count.
func (r *reading) limits(fsys fs.FS, path string, model *worlds.World, says *fileWorld) {
	for _, m := range says.Models {
		var d description
		if err := readYAML(fsys, m.Path, &d); err != nil {
			r.same(path+".models", err.Error(), "a description")
			continue
		}
		for _, joint := range d.Robot.Joints {
			i := slices.Index(model.JointNames(), joint.Name)
			if i < 0 {
				r.same(path+".models", "without "+joint.Name, "a joint of "+m.Path)
				continue
			}
			for k, has := range model.Joint(i).Limits {
				said := joint.Limits[min(k, len(joint.Limits)-1)]
				r.limit(fmt.Sprintf("%s: limits[%d] of %s", path, k, joint.Name), has, said, says.Limits[joint.Name])
			}
		}
	}
}

func (r *reading) limit(path string, has worlds.Limit, said, tighter fileLimit) {
	inf := math.Inf(1)
	r.same(path+".lower", has.Lower, max(or(said.Lower, -inf), or(tighter.Lower, -inf)))
	r.same(path+".upper", has.Upper, min(or(said.Upper, inf), or(tighter.Upper, inf)))
	r.same(path+".velocity", has.Velocity, min(or(said.Velocity, inf), or(tighter.Velocity, inf)))
	r.same(path+".acceleration", has.Acceleration, min(or(said.Acceleration, inf), or(tighter.Acceleration, inf)))
	r.same(path+".effort", has.Effort, min(or(said.Effort, inf), or(tighter.Effort, inf)))
}

// couplings compares the couplings, joint by joint.
func (r *reading) couplings() {
	var has int
	for i := range r.file.Couplings {
		says := &r.file.Couplings[i]
		for _, joint := range says.Joints {
			if has < len(r.config.Couplings) {
				r.coupling(fmt.Sprintf("couplings[%d] of %s", i, joint), &r.config.Couplings[has], joint, says)
			}
			has++
		}
	}
	r.same("the number of coupled joints", len(r.config.Couplings), has)
}

func (r *reading) coupling(path string, has *app.Coupling, joint string, says *fileCoupling) {
	state := &has.State
	r.same(path+".joint", has.Joint, joint)
	r.same(path+".state.to", r.config.Worlds[state.To.World].Name, says.State.To)
	r.same(path+".state.max_age", state.MaxAge, r.stateAge(joint, says))
	r.same(path+".command", has.Command != nil, says.Command != nil)
	if has.Command == nil || says.Command == nil {
		return
	}
	c, said := has.Command, says.Command
	stale := map[string]string{"velocity": "ramp_to_zero", "effort": "ramp_to_zero", "position": "decelerate_and_hold", "position+velocity": "decelerate_and_hold"}
	r.same(path+".command.from", r.config.Worlds[c.From.World].Name, said.From)
	r.same(path+".command.mode", c.Control.String(), said.Mode)
	r.same(path+".command.max_age", c.MaxAge, exchangeAge(said.MaxAge, max(r.period(said.From), r.period(worldOf(said.To)))))
	r.same(path+".command.on_stale", c.OnStale.String(), word(said.OnStale, stale[said.Mode]))
	r.same(path+".command.resample", c.Resample.String(), word(said.Resample, "hold"))
}

// stateAge is the greatest age of a state. One that a world has from another world is as old as it
// may be there beside.
func (r *reading) stateAge(joint string, says *fileCoupling) time.Duration {
	if says.State.MaxAge != nil {
		return says.State.MaxAge.time()
	}
	from := worldOf(says.State.From)
	whole := exchangeAge(nil, max(r.period(says.State.From), r.period(says.State.To)))
	for i := range r.file.Couplings {
		if before := &r.file.Couplings[i]; before.State.To == from && slices.Contains(before.Joints, joint) {
			whole += r.stateAge(joint, before)
		}
	}
	return whole
}

// exchangeAge is the greatest age of what two worlds exchange, of which one has the longer period.
func exchangeAge(given *quantity, longer time.Duration) time.Duration {
	return age(given, longer, 30*time.Millisecond, 250*time.Millisecond)
}

// period is the period of a world, or of an actor with its port.
func (r *reading) period(of string) time.Duration {
	w := r.file.Worlds[worldOf(of)]
	_, name, _ := strings.Cut(of, "/")
	name, _, _ = strings.Cut(name, ".")
	return or(w.Processors[name].Rate, w.Rate).period()
}

// worldOf is the world of an actor.
func worldOf(actor string) string {
	world, _, _ := strings.Cut(actor, "/")
	return world
}
