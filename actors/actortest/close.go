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

// Close stops the application and checks what had to happen by now: what was declared has been looked at, what was planned
// has come due. It is called at the end of the test, and may be called before.
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
	if l.ran && !halted && !l.broke { // what ends early does not come to what was to come
		l.checkEnd(end)
	}
	if t, knows := l.t.(interface{ Failed() bool }); knows && t.Failed() && l.recording.unkept() && (l.ran || l.Now() > 0) {
		l.t.Logf("recording of the run: %s\nseed %d; to see it again: %s", hint(l.recording.keep(l.t.Name(), l.seed)), l.seed, l.reproduction())
	}
}

// stopped returns what is wrong with a stop: a driver may not be able to confirm one under the faults that were injected.
func (l *Lab) stopped(err error) error {
	var e *actors.StopError
	if errors.As(err, &e) && slices.ContainsFunc(l.events, func(e messages.Event) bool { return e.Kind == messages.EventFaultInjected }) {
		return e.Left
	}
	return err
}

// checkRun has a test fail that declares or plans something and then runs nothing: it would pass whatever was broken.
func (l *Lab) checkRun() {
	l.t.Helper()
	faults := len(l.plan)
	for _, p := range l.planned {
		if p.fault != nil {
			faults++
		}
	}
	idle := faults > 0 && l.Now() == 0 // a test may let time pass by itself, with System
	if l.ran || l.searching || l.givenUp() || l.declared == 0 && !idle {
		return
	}
	l.t.Errorf("nothing was run: %d checks were declared and %d faults planned, and nobody called Run", l.declared, faults)
}

// givenUp reports whether the test has failed already, or was skipped. One case of rapid's may have been skipped without a word,
// and what it says afterwards would be taken for the next one's.
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

// checkEnd looks at what had to be by the end of a run.
func (l *Lab) checkEnd(end moment) {
	l.t.Helper()
	for _, c := range l.checks {
		if b := c.end(end.now); b != nil {
			l.t.Errorf("%v", l.tell(b, end))
		}
	}
	if n := len(l.checks) - l.looked; n > 0 {
		l.t.Errorf("%d of %d checks were declared after the last Run, and were never looked at; expected them before it", n, len(l.checks))
	}
	l.checkWatch(end)
	if missed := l.missed(end.now); len(missed) > 0 && !l.givenUp() {
		l.t.Errorf("%v", l.tell(&Broken{Check: "everything that was planned comes due", Err: fmt.Errorf("the run ended before:\n%s\nexpected an earlier time, or a longer run", strings.Join(missed, "\n"))}, end))
	}
}

// checkWatch looks at the checks of a campaign, which ask this run alone for what any run of a campaign may show.
func (l *Lab) checkWatch(end moment) {
	l.t.Helper()
	if l.watch == nil || l.searching {
		return
	}
	for _, all := range []struct {
		is   map[string]bool
		text string
	}{
		{l.watch.Reached(), "this situation was never reached until the end of the run at %s"},
		{l.watch.Due(), "it was not asked for: the run ended at %s, too early after the last fault"},
	} {
		for _, name := range slices.Sorted(maps.Keys(all.is)) {
			if !all.is[name] {
				l.t.Errorf("%v", l.tell(&Broken{Check: name, Err: fmt.Errorf(all.text, end.now)}, end))
			}
		}
	}
}

// missed lists what was planned for after the end.
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

// suits returns what of a plan the application can carry out at no moment, joined, or nil.
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
	if err := plan.CheckApplicable(l.sys, worlds, 0); err != nil {
		errs = append(errs, err)
	}
	if l.config == nil && slices.ContainsFunc(plan, func(e faults.Entry) bool { return e.Verb != faults.Inject && !slices.Contains(worlds, e.World) }) {
		errs = append(errs, errors.New("without an application file an operator acts in worlds that have an actor with the name of a gate, as arm/"+app.GateActor))
	}
	return errors.Join(errs...)
}

// worlds lists those in which operators can act: those of the application file; without one, those whose gate is among the
// actors under the name that it has in applications of files.
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
