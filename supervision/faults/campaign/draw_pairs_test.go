package campaign

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// Watchdogs are at work in mode limited, and while a joint starts: plans of fleets often lose the
// commands of a bus there. Every kind of fault of a drive comes often enough.
func TestPlansOfFleetsHavePairsOfFaultsOnOneBus(t *testing.T) {
	wholeTestOnly(t)
	of, err := newSubject(config(t), 8*time.Second, false)
	if err != nil {
		t.Fatal(err)
	}
	of.targets.Driven = drivenJoints(of.config)
	const seeds = 600
	var limited, starting int
	kinds := map[string]int{}
	for seed := range uint64(seeds) {
		p, err := drawPlan(seed, of.duration, of.kinds, of.targets)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(p.Schedule, func(e faults.Entry) bool {
			return e.Verb == faults.Reset && p.losesCommands(e, 200*time.Millisecond, of.targets.Driven)
		}) {
			starting++
		}
		if slices.ContainsFunc(p.injected(), func(e faults.Entry) bool {
			return e.Fault.Kind == actors.FaultDerating && p.losesCommands(e, e.Fault.Duration, of.targets.Driven)
		}) {
			limited++
		}
		for _, e := range p.injected() {
			kinds[string(e.Fault.Kind)]++
		}
	}
	if starting < seeds/30 || limited < seeds/50 {
		t.Errorf("of %d plans, %d lose commands at a start and %d in mode limited", seeds, starting, limited)
	}
	for _, k := range of.kinds {
		if k.Acts == string(actors.SeamJoint) && kinds[k.Name] < seeds/60 {
			t.Errorf("%s comes %d times in %d plans", k.Name, kinds[k.Name], seeds)
		}
	}
}

// losesCommands reports whether a bus of the world or of the joint of an entry gets no commands
// from within some time after the entry on, for longer than a watchdog waits.
func (p Plan) losesCommands(of faults.Entry, within time.Duration, driven []drivenJoint) bool {
	return slices.ContainsFunc(p.injected(), func(e faults.Entry) bool {
		after := time.Duration(e.At - of.At)
		return e.Fault.Kind == actors.FaultDrop && e.Fault.Duration >= long && after >= 0 && after < within &&
			slices.ContainsFunc(driven, func(j drivenJoint) bool {
				return (j.name == of.Fault.Target || j.world == of.World) && strings.HasSuffix(e.Fault.Target, "->"+j.bus+".command")
			})
	})
}
