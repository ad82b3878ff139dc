package campaign

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Probabilities of reports.
const (
	reportShare   = 0.3 // of the plans
	mostReports   = 3
	worldShare    = 0.4 // of the reports: all joints of the world
	repeatedShare = 0.4 // of the reports: while the fault holds, or after its end
	clearedShare  = 0.8 // of the reports in plans that need not heal
	renewedShare  = 0.2 // of the reports: the gate restarts while the fault holds
	slipsShare    = 0.3 // of the reports of a brake that slips: no operator can re-arm after it
)

// streamOfReports separates these draws, like streamOfReplays.
const streamOfReports = 0x72_65_70_6f

// reports draws faults that observers and safety inputs report to gates, and their ends, with
// repetitions, restarts of the gate and an operator who tries to re-arm in between.
func (d *drawer) reports(seed uint64) {
	if len(d.targets.Reports) == 0 {
		return
	}
	d.Rand = rand.New(rand.NewPCG(seed, streamOfReports))
	if d.Float64() >= reportShare {
		return
	}
	for range 1 + d.IntN(mostReports) {
		d.report(d.targets.Reports[d.IntN(len(d.targets.Reports))])
	}
}

// report draws the report of one fault.
func (d *drawer) report(target string) {
	all := modes.ExternalFaults()
	class := all[d.IntN(len(all))]
	if class == modes.BrakeSlips && (d.heals || d.Float64() >= slipsShare) {
		class = modes.EmergencyStop
	}
	world, _, _ := strings.Cut(target, "/")
	if d.Float64() < worldShare {
		target = world
	}
	what := " " + target + " fault=" + class.String()
	at := d.moment()
	end := at + d.span(shortest, longest)
	d.changed(at, "report"+what)
	if d.Float64() < repeatedShare {
		d.changed(at+d.span(shortest, longest), "report"+what)
		end += d.span(shortest, longest)
	}
	if k, known := d.kindNamed(actors.FaultError); known && d.Float64() < renewedShare {
		d.add(k, actors.Fault{Kind: actors.FaultError, Target: world + "/" + app.GateActor}, min(at+d.span(shortest, long), d.until-shortest))
	}
	d.handover(at+d.span(10*time.Millisecond, time.Second), "reset "+world)
	if d.heals || d.Float64() < clearedShare {
		end = min(end, d.until-shortest)
		d.changed(end, "clear"+what)
		if d.heals { // a gate that does not run misses it
			for again := d.until; again < d.until+longest; again += long {
				d.person(again, "clear"+what)
			}
		}
		d.handover(end+d.span(10*time.Millisecond, longest), [...]string{"acknowledge ", "reset "}[d.IntN(2)]+world)
	}
}
