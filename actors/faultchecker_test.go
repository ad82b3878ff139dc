package actors

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// arm is a site with three joints, of which the shoulder has no brake, and one that is busy refuses
// what it would take otherwise.
type arm struct {
	busy   string
	acting map[string]int
}

func (*arm) FaultKinds() []FaultKind { return []FaultKind{FaultNoReply, FaultBrake} }
func (*arm) FaultTargets() []string  { return []string{"shoulder", "elbow", "wrist"} }

func (a *arm) CheckFault(f Fault, joint string) error {
	if f.Kind == FaultBrake && joint == "shoulder" {
		return errors.New("the shoulder has no brake")
	}
	return nil
}

func (a *arm) InjectFault(_ Fault, joint string, _ messages.Instant, _ *rand.Rand) (end func(), err error) {
	if joint == a.busy {
		return nil, fmt.Errorf("the %s is busy", joint)
	}
	a.acting[joint]++
	return func() { a.acting[joint]-- }, nil
}

func newArm(t *testing.T) (*arm, *System, *journal) {
	a, j := &arm{acting: map[string]int{}}, &journal{}
	return a, virtual(t, Application{FaultSites: []FaultSite{a}}, eventLog(j, messages.EventFaultInjected)), j
}

func TestWhatATargetCannotHaveIsRefusedBeforeTheRun(t *testing.T) {
	a, sys, _ := newArm(t)
	fault := Fault{Kind: FaultBrake, Target: "shoulder"}
	for what, err := range map[string]error{"checked": sys.CheckFault(fault), "injected": sys.Inject(fault)} {
		if err == nil || !strings.Contains(err.Error(), "was refused: the shoulder has no brake") {
			t.Errorf("%s: %v", what, err)
		}
	}
	fault.Target = "*"
	if err := sys.CheckFault(fault); err != nil {
		t.Errorf("those that have a brake were refused too: %v", err)
	}
	inject(t, sys, fault)
	if fmt.Sprint(a.acting) != "map[elbow:1 wrist:1]" {
		t.Errorf("it acts on %v", a.acting)
	}
}

// A fault of several targets, one of which refuses it at that moment, acts nowhere.
func TestAFaultActsOnAllOfItsTargetsOrOnNone(t *testing.T) {
	a, sys, j := newArm(t)
	a.busy = "wrist"
	fault := Fault{Kind: FaultNoReply, Target: "*"}
	if err := sys.CheckFault(fault); err != nil {
		t.Fatal(err)
	}
	if err := sys.Inject(fault); err == nil || !strings.Contains(err.Error(), "the wrist is busy") {
		t.Errorf("got %v", err)
	}
	for joint, n := range a.acting {
		if n != 0 {
			t.Errorf("it acts on the %s", joint)
		}
	}
	j.wants(t)
	a.busy = ""
	inject(t, sys, fault)
	if fmt.Sprint(a.acting) != "map[elbow:1 shoulder:1 wrist:1]" {
		t.Errorf("it acts on %v", a.acting)
	}
}
