package actortest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Inject plans faults and operator actions, one line per entry, in the form of package faults:
//
//	lab.Inject("at 2s for 300ms drop arm/holder.state p=0.5", "at 5s panic arm/holder", "at 6s acknowledge arm")
//
// The kinds and their parameters are in supervision/faults/kinds.md. An invalid line ends the test,
// and so does a target that the application does not have. Operators act in the worlds of the
// application file, or without one in those with a gate actor such as "arm/gate". Entries after the
// end of the run are reported at its end.
func (l *Lab) Inject(lines ...string) {
	l.t.Helper()
	plan, err := faults.ParseSchedule("the plan", strings.Join(lines, "\n"))
	if err != nil {
		l.t.Fatalf("%v", err)
		return
	}
	l.Apply(plan)
}

// Apply plans the entries of a schedule. Entries with a probability draw from the lab's seed. It
// may be called before and during a run.
func (l *Lab) Apply(plan faults.Schedule) {
	l.t.Helper()
	if err := plan.Check(); err != nil {
		l.t.Fatalf("%v", err)
		return
	}
	for _, e := range plan {
		if e.At < l.Now() {
			l.t.Fatalf("%q is in the past: it is %s", e, l.Now())
			return
		}
	}
	l.plan = append(l.plan, plan...)
	if l.sys != nil {
		if err := l.suits(plan, nil); err != nil {
			l.t.Fatalf("%v", err)
			return
		}
	}
	// These draws are apart from the streams of the actors and do not change them.
	r := faults.NewRun(plan, rand.New(rand.NewPCG(l.seed, 0x706c616e)).Float64)
	if l.sys == nil {
		l.starts = append(l.starts, func(*actors.System) error { l.follow(r); return nil })
		return
	}
	l.follow(r)
}

// follow waits for the next occurrence in a plan.
func (l *Lab) follow(r *faults.Run) {
	at, more := r.Next()
	if !more {
		return
	}
	l.sys.At(at, func() {
		for _, a := range r.Due(l.sys.Now(), nil) {
			l.perform(a)
		}
		l.follow(r)
	})
}

// perform carries out one entry. Rejections by a gate are printed with a failure.
func (l *Lab) perform(a faults.Action) {
	refused := func(err error) {
		if err != nil {
			l.refuse(a, err)
		}
	}
	switch a.Verb {
	case faults.Acknowledge, faults.Reset:
		l.rearm(a.World, rearmWay(a.Verb), refused)
	case faults.Stop:
		l.stop(a.World, a.Mode, refused)
	case faults.Report, faults.Clear:
		l.ask(a.World, a.Notice(), func(_ gate.Status, err error) {
			if refused(err); err == nil && l.watch != nil {
				l.watch.Reported(a.World, a.Joint, a.Class, a.Verb == faults.Clear)
			}
		})
	case faults.Open:
		l.parts.Open(a.Part).Request(refused)
	case faults.Close:
		l.parts.Close(a.Part).Request(refused)
	default:
		err := l.sys.Inject(a.Fault)
		switch {
		case err == nil:
		case l.forgiving:
			l.spared = append(l.spared, fmt.Sprintf("%s: %v", a, err))
		default:
			l.sys.Halt(fmt.Errorf("%s: %w", a, err))
		}
		refused(err)
	}
}

// refusal is a rejected entry of a plan with its reason, and how many like it followed.
type refusal struct {
	first, alike string
	more         int
}

// refuse notes a rejected entry. Entries that repeat, as the acknowledgements of an operator do,
// share a line.
func (l *Lab) refuse(a faults.Action, err error) {
	first := fmt.Sprintf("%s: %v", a, err)
	a.At = 0
	alike := fmt.Sprintf("%s: %v", a, err)
	if i := slices.IndexFunc(l.refused, func(r refusal) bool { return r.alike == alike }); i >= 0 {
		l.refused[i].more++
		return
	}
	l.refused = append(l.refused, refusal{first: first, alike: alike})
}

// rearmWay is the way of re-arm that a verb of a schedule requests.
func rearmWay(v faults.Verb) modes.Rearm {
	if v == faults.Reset {
		return modes.Reset
	}
	return modes.Acknowledge
}

// rearm reads the status of a world's joints and requests their re-arm.
func (l *Lab) rearm(world string, way modes.Rearm, refused func(error)) {
	l.ask(world, gate.StatusRequest{}, func(seen gate.Status, err error) {
		if err != nil {
			refused(err)
			return
		}
		if l.watch != nil {
			l.watch.Asked(world, way == modes.Reset)
		}
		l.ask(world, gate.RearmRequest{Way: way, Nonce: seen.Nonce, Incarnation: seen.Incarnation}, func(_ gate.Status, err error) {
			if l.watch != nil {
				l.watch.Answered(world)
			}
			refused(err)
		})
	})
}

func (l *Lab) stop(world string, mode messages.Mode, refused func(error)) {
	number := 0
	if l.watch != nil {
		number = l.watch.StopAsked(world, mode)
	}
	l.ask(world, gate.StopRequest{Mode: mode}, func(_ gate.Status, err error) {
		if refused(err); l.watch == nil {
			return
		}
		switch _, taken := errors.AsType[*gate.UnconfirmedError](err); {
		case err == nil:
			l.watch.Stopped(world, number)
		case taken:
			l.watch.StopTaken(world, number)
		default:
			l.watch.StopLost(world, number)
		}
	})
}

// ask sends a request to the gate of a world. then is always called.
func (l *Lab) ask(world string, what any, then func(gate.Status, error)) {
	err := l.sys.Request(world+"/"+app.GateActor, what, func(reply any, err error) {
		if failed, is := reply.(error); is {
			err = failed
		}
		status, _ := reply.(gate.Status)
		then(status, err)
	})
	if err != nil {
		then(gate.Status{}, err)
	}
}

// settled returns when the last planned fault ends. If one never ends, or leaves something
// permanently stopped or wrong, it describes it instead, and Recovers cannot be checked.
func (l *Lab) settled() (last messages.Instant, lasting string) {
	if n := 1 + len(l.planned) + len(l.plan); l.settlement.of != n { // it only grows
		l.settlement.of = n
		l.settlement.last, l.settlement.lasting = l.settles()
	}
	return l.settlement.last, l.settlement.lasting
}

func (l *Lab) settles() (last messages.Instant, lasting string) {
	for _, p := range l.planned {
		if p.fault != nil {
			end, lasting := endOf(faults.Entry{Action: faults.Action{At: messages.Instant(p.at), Verb: faults.Inject, Fault: *p.fault}})
			if lasting != "" {
				return 0, lasting
			}
			last = max(last, end)
		}
	}
	for _, e := range l.plan {
		end, lasting := endOf(e)
		if lasting != "" {
			return 0, lasting
		}
		last = max(last, end)
	}
	return last, ""
}

// deserted reports whether no operator acknowledges repeatedly in a run of a search in which joints
// wait for it.
func (l *Lab) deserted() bool {
	return l.searching && l.config != nil && !slices.ContainsFunc(l.plan, func(e faults.Entry) bool { return e.Verb == faults.Reset && e.Every != 0 })
}

// endOf returns when the last occurrence of an entry ends, or why it never does.
func endOf(e faults.Entry) (end messages.Instant, lasting string) {
	if e.Every != 0 && e.Until == 0 {
		return 0, fmt.Sprintf("%q never ends: it has no until", e)
	}
	end = max(e.At, e.Until)
	if e.Verb != faults.Inject {
		if e.Verb != faults.Stop && e.Verb != faults.Report && e.Verb != faults.Clear {
			end = 0 // acknowledgements disturb nothing
		}
		return end, ""
	}
	k, known := faults.KindOf(string(e.Fault.Kind))
	switch {
	case !known || !k.Heals:
		return 0, fmt.Sprintf("%q leaves something permanently stopped, lost or wrong", e)
	case k.Lasts == faults.UntilEnd && e.Fault.Duration == 0:
		return 0, fmt.Sprintf("%q never ends: it has no duration, as in \"for 300ms\"", e)
	}
	return end.Add(e.Fault.Duration + lingers(&k, &e.Fault)), ""
}

// lingers is how long the effect of a fault persists after its end: delayed values arrive later.
func lingers(k *faults.Kind, f *actors.Fault) time.Duration {
	for i := range k.Parameters {
		p := &k.Parameters[i]
		if p.Field != actors.FieldDelay {
			continue
		}
		d := f.Delay
		if d == 0 {
			d = time.Duration(p.Default * float64(time.Second))
		}
		if f.Kind == actors.FaultDelayRandom {
			d *= 10 // exponentially distributed: one in 20 000 takes longer
		}
		return d
	}
	return 0
}
