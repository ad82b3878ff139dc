package invariant

import (
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// led is an arm whose gripper a path leads, 10 ms a step.
type led struct {
	w   *Watch
	p   *halt
	now messages.Instant
}

// newLed begins with the path of the mobile manipulator, whose joints all run.
func newLed(t *testing.T) *led {
	t.Helper()
	w := newPlay(t).w
	l := &led{w: w, now: 1000 * millisecond}
	w.now = func() messages.Instant { return l.now }
	for _, e := range w.estimators {
		if p, is := e.(*halt); is {
			l.p = p
		}
	}
	if l.p == nil {
		t.Fatal("the watch has not found the path")
	}
	l.p.within = 330 * time.Millisecond
	n := len(l.p.in.joints)
	l.p.in.seen = messages.Snapshot{Valid: slices.Repeat([]bool{true}, n), Mode: slices.Repeat([]messages.Mode{messages.ModeRun}, n)}
	return l
}

// says has the path send references at a velocity for a while.
func (l *led) says(speed float64, steps int) {
	for range steps {
		l.now += 10 * millisecond
		v := &messages.BodyReference{}
		v.Twist.Linear[0] = speed
		l.p.says(l.w, messages.Stamp{Time: l.now, Incarnation: 1}, v)
		l.p.life = 1
	}
}

// joint puts a joint of the group into a mode.
func (l *led) joint(mode messages.Mode) { l.p.in.seen.Mode[l.p.group.WorldJoint(0)] = mode }

func TestV50(t *testing.T) {
	for name, c := range map[string]struct {
		do  func(l *led)
		bad bool
	}{
		"all joints run":                       {func(l *led) { l.says(0.1, 100) }, false},
		"it slows down in time":                {func(l *led) { l.says(0.1, 10); l.joint(messages.ModeDamp); l.says(0.05, 33); l.says(0, 100) }, false},
		"it goes on without a joint":           {func(l *led) { l.says(0.1, 10); l.joint(messages.ModeDamp); l.says(0.1, 40) }, true},
		"it begins without a joint":            {func(l *led) { l.joint(messages.ModeOff); l.says(0, 100); l.says(0.01, 1) }, true},
		"it goes on once the joint runs again": {func(l *led) { l.joint(messages.ModeOff); l.says(0, 100); l.joint(messages.ModeRun); l.says(0.1, 50) }, false},
		"a joint whose state is not known":     {func(l *led) { l.says(0.1, 10); l.p.in.seen.Valid[l.p.group.WorldJoint(0)] = false; l.says(0.1, 40) }, true},
		"a fault of a link excuses it":         {func(l *led) { l.p.foreign = 1; l.joint(messages.ModeDamp); l.says(0.1, 100) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLed(t)
			c.do(l)
			if v := l.w.First(); (v != nil && v.Invariant == "V50") != c.bad {
				t.Errorf("got the violation %v; expected one of V50: %t", v, c.bad)
			}
		})
	}
}
