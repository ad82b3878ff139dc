package actortest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Close stops the application and checks the end of the run: every declared check was evaluated,
// and every planned action came due. The kit calls it at the end of the test; a test may call it
// earlier.
func (l *Lab) Close() {
	l.t.Helper()
	if l.closed {
		return
	}
	l.closed = true
	l.checkRun()
	if l.sys == nil {
		return
	}
	halted := l.sys.HaltReason() != nil
	end := l.moment() // before everything stops and withdraws its values
	if l.watch != nil {
		l.watch.Halting()
	}
	if err := l.stopped(l.sys.Stop(context.Background())); err != nil && !halted && !l.hung() {
		l.t.Errorf("%v", l.broken(&Broken{Check: "the application stops", Err: err}))
	}
	if l.ran && !halted && !l.broke { // a run that ends early does not reach planned actions
		l.checkEnd(end)
	}
	if t, knows := l.t.(interface{ Failed() bool }); knows && t.Failed() && l.recording.unkept() && (l.ran || l.Now() > 0) {
		l.t.Logf("recording of the run: %s\nseed %d; to see it again: %s", hint(l.recording.keep(l.t.Name(), l.seed)), l.seed, l.reproduction())
	}
}

// stopped returns the error of a stop. A driver may be unable to confirm a stop under injected
// faults.
func (l *Lab) stopped(err error) error {
	var e *actors.StopError
	if errors.As(err, &e) && slices.ContainsFunc(l.events, func(e messages.Event) bool { return e.Kind == messages.EventFaultInjected }) {
		return e.Left
	}
	return err
}

// checkRun fails a test that declares or plans something and runs nothing.
func (l *Lab) checkRun() {
	l.t.Helper()
	faults := len(l.plan)
	for _, p := range l.planned {
		if p.fault != nil {
			faults++
		}
	}
	idle := faults > 0 && l.Now() == 0 // a test may advance time by itself, with System
	if l.ran || l.searching || l.givenUp() || l.declared == 0 && !idle {
		return
	}
	l.t.Errorf("nothing was run: %d checks were declared and %d faults planned, but Run was not called", l.declared, faults)
}

// givenUp reports whether the test has already failed or was skipped. Rapid may skip a case
// silently and would attribute later messages to the next one.
func (l *Lab) givenUp() bool {
	if _, is := l.t.(*rapid.T); is && !l.ran {
		return true
	}
	failed, knows := l.t.(interface{ Failed() bool })
	if knows && failed.Failed() {
		return true
	}
	skipped, knows := l.t.(interface{ Skipped() bool })
	return knows && skipped.Skipped()
}

// checkEnd checks the deadlines at the end of a run.
func (l *Lab) checkEnd(end moment) {
	l.t.Helper()
	for _, c := range l.checks {
		if b := c.end(end.now); b != nil {
			l.t.Errorf("%v", l.tell(b, end))
		}
	}
	if n := len(l.checks) - l.looked; n > 0 {
		l.t.Errorf("%d of %d checks were declared after the last Run and were not evaluated; declare them before it", n, len(l.checks))
	}
	l.checkWatch(end)
	if missed := l.missed(end.now); len(missed) > 0 && !l.givenUp() {
		l.t.Errorf("%v", l.tell(&Broken{Check: "everything that was planned comes due", Err: fmt.Errorf("the run ended before:\n%s\nexpected an earlier time or a longer run", strings.Join(missed, "\n"))}, end))
	}
}

// checkWatch evaluates the checks of a campaign for this run alone.
func (l *Lab) checkWatch(end moment) {
	l.t.Helper()
	if l.watch == nil || l.searching {
		return
	}
	for _, all := range []struct {
		is   map[string]bool
		text string
	}{
		{l.watch.Reached(), "the situation was not reached before the end of the run at %s"},
		{l.watch.Due(), "it was not checked: the run ended at %s, too early after the last fault"},
	} {
		for _, name := range slices.Sorted(maps.Keys(all.is)) {
			if !all.is[name] {
				l.t.Errorf("%v", l.tell(&Broken{Check: name, Err: fmt.Errorf(all.text, end.now)}, end))
			}
		}
	}
}

// missed lists the actions that were planned for after the end.
func (l *Lab) missed(end messages.Instant) (all []string) {
	for _, p := range l.planned {
		if p.what != "" && messages.Instant(p.at) > end {
			all = append(all, fmt.Sprintf("at %v %s", p.at, p.what))
		}
	}
	for _, e := range l.plan {
		if e.At > end {
			all = append(all, e.String())
		}
	}
	return all
}

// suits returns every problem of a plan with the application, joined, or nil.
func (l *Lab) suits(plan faults.Schedule, planned []planned) error {
	var errs []error
	for _, p := range planned {
		if p.fault == nil {
			continue
		}
		if err := l.sys.CheckFault(*p.fault); err != nil {
			errs = append(errs, fmt.Errorf("at %v %s: %w", p.at, p.what, err))
		}
	}
	worlds := l.worlds()
	scope := faults.Scope{Worlds: worlds}
	if l.config != nil {
		scope = faults.ScopeOf(l.config)
	}
	if err := plan.CheckApplicable(l.sys, scope, 0); err != nil {
		errs = append(errs, err)
	}
	if l.config == nil && slices.ContainsFunc(plan, func(e faults.Entry) bool { return e.World != "" && !slices.Contains(worlds, e.World) }) {
		errs = append(errs, errors.New("without an application file, operators act in worlds with a gate actor, such as arm/"+app.GateActor))
	}
	return errors.Join(errs...)
}

// worlds lists the worlds in which operators can act: those of the application file, or without one
// those whose gate actor has the name that application files use.
func (l *Lab) worlds() (names []string) {
	if l.config != nil {
		return l.config.WorldNames()
	}
	for _, a := range l.app.Actors {
		if world, is := strings.CutSuffix(a.Name, "/"+app.GateActor); is && !slices.Contains(names, world) {
			names = append(names, world)
		}
	}
	return names
}
