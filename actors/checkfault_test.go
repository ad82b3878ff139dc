package actors

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// place is a site with one joint, which takes two kinds and counts what it is given.
type place struct{ given int }

func (*place) FaultKinds() []FaultKind { return []FaultKind{FaultNoReply, FaultBrake} }
func (*place) FaultTargets() []string  { return []string{"elbow"} }

func (p *place) InjectFault(Fault, string, messages.Instant, *rand.Rand) (end func(), err error) {
	p.given++
	return nil, nil
}

// refusals are faults that no moment would make right, in virtual time.
var refusals = map[string]Fault{
	"unknown kind":                {Kind: "explode", Target: "*"},
	"no kind":                     {Target: "w/a_source"},
	"unknown actor":               {Kind: FaultPanic, Target: "w/nobody"},
	"no target":                   {Kind: FaultPanic},
	"pattern without a match":     {Kind: FaultHang, Target: "v/*"},
	"unknown link":                {Kind: FaultDrop, Target: "w/a_source"},
	"unknown link both ways":      {Kind: FaultPartition, Target: "w/c->w/d"},
	"no quaternion":               {Kind: FaultQuaternion, Target: "w/a_source.out"},
	"no other link of the type":   {Kind: FaultMisdirect, Target: "w/a_source.out"},
	"unknown joint":               {Kind: FaultNoReply, Target: "knee"},
	"nobody has the kind":         {Kind: FaultStuckJoint, Target: "elbow"},
	"a process of its own":        {Kind: FaultKill, Target: "process"},
	"real time only":              {Kind: FaultGoroutineLeak, Target: "process"},
	"missing parameter":           {Kind: FaultDelay, Target: "*"},
	"parameter out of its range":  {Kind: FaultSlow, Target: "*", Delay: -ms},
	"negative duration":           {Kind: FaultDrop, Target: "*", Duration: -ms},
	"parameter that is not taken": {Kind: FaultPanic, Target: "*", Delay: ms},
	"unknown word":                {Kind: FaultPartition, Target: "*", Choice: "sideways"},
}

// untouched says what a system has of faults; nothing where it was never given one.
func untouched(t *testing.T, what string, sys *System, site *place, j *journal) {
	t.Helper()
	if n := len(sys.injected.active); n != 0 || sys.injected.draws != nil || site.given != 0 || len(j.all()) != 0 {
		t.Errorf("%s: %d faults are active, streams %v, the site was given %d, events %v", what, n, sys.injected.draws, site.given, j.all())
	}
	for _, c := range sys.cells() {
		if c.faults.Load() != nil {
			t.Errorf("%s: %s has the faults %v", what, c.spec.Name, c.faults.Load())
		}
	}
	for _, l := range sys.links() {
		if l.faults.Load() != nil {
			t.Errorf("%s: %s has the faults %v", what, l.name(), l.faults.Load())
		}
	}
}

func TestCheckingAFaultHasTheErrorOfInjectingIt(t *testing.T) {
	for name, options := range map[string][]Option{
		"allowed":     {WithVirtualTime(), WithFaults()},
		"not allowed": {WithVirtualTime()},
	} {
		site, j := &place{}, journal{}
		app := pair(counting(), &script{}, 0)
		app.FaultSites = []FaultSite{site}
		sys := started(t, app, append(options, eventLog(&j, messages.EventFaultInjected, messages.EventFaultEnded))...)
		for what, f := range refusals {
			checked, injected := sys.CheckFault(f), sys.Inject(f)
			if checked == nil || injected == nil || checked.Error() != injected.Error() {
				t.Errorf("%s, %s: checked, it is %v; injected, %v", name, what, checked, injected)
			}
			if refused := errors.Is(checked, ErrFaultsNotAllowed); refused != (name == "not allowed") {
				t.Errorf("%s, %s: %v", name, what, checked)
			}
			untouched(t, what, sys, site, &j)
		}
	}
}

func TestARealSystemRefusesWhatNeedsAProcessOfItsOwn(t *testing.T) {
	sys := started(t, pair(counting(), &script{}, 0), WithFaults())
	f := Fault{Kind: FaultKill, Target: "process"}
	checked, injected := sys.CheckFault(f), sys.Inject(f)
	if checked == nil || injected == nil || checked.Error() != injected.Error() {
		t.Errorf("checked, it is %v; injected, %v", checked, injected)
	}
	if err := sys.CheckFault(Fault{Kind: FaultGoroutineLeak, Target: "process"}); err != nil {
		t.Errorf("a burden that runs in real time is refused: %v", err)
	}
	for _, h := range sys.Health() {
		if h.LastError != "" {
			t.Errorf("%s has failed: %s", h.Actor, h.LastError)
		}
	}
}

// What is found right is taken, and was not begun by the question.
func TestCheckingAFaultChangesNothing(t *testing.T) {
	for _, f := range []Fault{
		{Kind: FaultPanic, Target: "w/a_source"}, {Kind: FaultStopActor, Target: "w/*"}, {Kind: FaultFlood, Target: "w/b_sink"}, {Kind: FaultSuspend, Target: "w/b_sink"},
		{Kind: FaultDrop, Target: "w/a_source.out", Duration: 5 * ms}, {Kind: FaultHalfOpen, Target: "*"}, {Kind: FaultCorrupt, Target: "*.in"},
		{Kind: FaultPartition, Target: "w/b_sink.in->w/a_source.out"}, {Kind: FaultNoReply, Target: "elbow"}, {Kind: FaultBrake, Target: "*"},
	} {
		site, j := &place{}, journal{}
		app := pair(counting(), &script{}, 0)
		app.FaultSites = []FaultSite{site}
		sys := virtual(t, app, eventLog(&j, messages.EventFaultInjected, messages.EventFaultEnded, messages.EventFailed, messages.EventStopped))
		for range 2 {
			if err := sys.CheckFault(f); err != nil {
				t.Errorf("%s: %v", f, err)
			}
		}
		untouched(t, f.String(), sys, site, &j)
		advance(t, sys, 50*time.Millisecond)
		untouched(t, f.String()+" later", sys, site, &j)
		if err := sys.Inject(f); err != nil {
			t.Errorf("%s was found right, and is refused: %v", f, err)
		}
		if len(j.all()) == 0 {
			t.Errorf("%s: nothing has happened", f)
		}
		stop(t, sys)
	}
}
