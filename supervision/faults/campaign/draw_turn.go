package campaign

import (
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// Probabilities of systematic faults.
const (
	meetsShare = 0.4 // of systematic faults that act while joints are stopped and re-armed
	onceBefore = 0.7 // of plans in which the forged sender has had an earlier incarnation
	ofAllShare = 0.2 // of faults of drives: those of all drives on one bus
	jumpsShare = 0.6 // of faults that mistime an actor: those in which its commands jump
	jumpsOf    = 2   // how often
)

// pair is a kind of fault and its target.
type pair struct {
	kind   faults.Kind
	target string
}

// turn returns the systematic fault of a seed. Consecutive seeds go through every kind at every
// link of commands and, every second one, through every kind at every actor. Random draws alone
// would leave some out for long. The order is spread, so that few consecutive seeds cover some of
// everything. The other faults of the plan are drawn.
func (d *drawer) turn(seed uint64) (pair, bool) {
	acts, targets := string(actors.SeamLink), commandsOf(d.targets.Links)
	if seed%2 == 1 {
		acts, targets = string(actors.SeamActor), d.targets.Actors
	}
	var all []pair
	for _, k := range d.kinds {
		if k.Acts != acts {
			continue
		}
		for _, t := range targets {
			all = append(all, pair{k, t})
		}
	}
	if len(all) == 0 {
		return pair{}, false
	}
	n := uint64(len(all))
	return all[seed/2*stride(n)%n], true
}

// stride is near the golden section of n and coprime to it: its multiples meet every number below n
// and spread evenly.
func stride(n uint64) uint64 {
	for s := max(n*618/1000, 1); ; s++ {
		if gcd(s, n) == 1 {
			return s
		}
	}
}

func gcd(a, b uint64) uint64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// inTurn places the systematic fault, long enough to exceed max_age and watchdogs, and for every
// value of a link. It starts once the robot runs, in some plans around a hand-over.
func (d *drawer) inTurn(p pair) {
	at := max(min(500*time.Millisecond+time.Duration(d.Float64()*float64(2*time.Second)), d.until-long), 0).Round(100 * time.Microsecond)
	f := actors.Fault{Kind: actors.FaultKind(p.kind.Name), Target: p.target}
	if p.kind.Lasts != faults.Instant && !(p.kind.Lasts == faults.Once && d.Float64() < 0.8) {
		f.Duration = max(min(d.span(long, longest), d.until-at), shortest)
	}
	d.settings(&p.kind, &f)
	if p.kind.Acts == string(actors.SeamLink) {
		f.Probability = 0 // every value, the default
	}
	if f.Kind == actors.FaultMasquerade && d.Float64() < onceBefore {
		port, _, _ := strings.Cut(p.target, "->")
		if from := ownerOf(port); slices.Contains(d.targets.Actors, from) {
			d.takeDown(from, at)
		}
	}
	if f.Duration > 0 && d.Float64() < meetsShare {
		f.Duration = max(f.Duration, min(longest, d.until-at))
		for _, world := range d.targets.Worlds {
			d.person(max(at-time.Duration(d.Float64()*float64(100*time.Millisecond)), 0), "stop "+world+" mode=ramp_hold")
			d.handover(at+time.Duration((0.1+0.5*d.Float64())*float64(time.Second)), "reset "+world)
		}
	}
	d.add(p.kind, f, at)
	if mistimes(p.kind) && f.Duration > 0 && d.Float64() < jumpsShare {
		d.jumps(p.target, at, f.Duration)
	}
}

// mistimes reports whether faults of a kind change the times of an actor's cycles.
func mistimes(k faults.Kind) bool {
	switch actors.FaultKind(k.Name) {
	case actors.FaultTickLate, actors.FaultTickMissed, actors.FaultTickBurst, actors.FaultSuspend, actors.FaultSlow, actors.FaultBadPeriod:
		return true
	}
	return false
}

// jumps makes the commands that an actor receives drop to a share for some moments and rise again.
// The commands are good, and following them within the limits requires the true time step.
func (d *drawer) jumps(receiver string, from, lasts time.Duration) {
	k, known := d.kindNamed(actors.FaultExtreme)
	if !known {
		return
	}
	for _, link := range commandsOf(d.targets.Links) {
		if _, to, _ := strings.Cut(link, "->"); ownerOf(to) != receiver {
			continue
		}
		for range jumpsOf {
			at := from + time.Duration(d.Float64()*float64(lasts))
			f := actors.Fault{Kind: actors.FaultExtreme, Target: link, Choice: "scaled", Amount: d.jump(), Duration: d.span(10*time.Millisecond, 100*time.Millisecond)}
			d.add(k, f, min(at, d.until-shortest).Round(100*time.Microsecond))
		}
		return
	}
}

func (d *drawer) jump() float64 { return float64(1+d.IntN(6)) / 10 }

// takeDown makes an actor fail before an instant, after which the joints re-arm.
func (d *drawer) takeDown(actor string, before time.Duration) {
	k, known := d.kindNamed(actors.FaultError)
	if !known || before < 400*time.Millisecond {
		return
	}
	d.add(k, actors.Fault{Kind: actors.FaultError, Target: actor}, before-400*time.Millisecond)
	for _, world := range d.targets.Worlds {
		d.handover(before-150*time.Millisecond, "reset "+world)
	}
}

func (d *drawer) kindNamed(name actors.FaultKind) (faults.Kind, bool) {
	return kindNamed(d.kinds, name)
}

// all returns the drives that a fault of one of them affects: in some cases all on its bus, because
// they share a supply or a cable.
func (d *drawer) all(joint string) []string {
	for _, bus := range d.targets.Buses {
		if slices.Contains(bus, joint) && d.Float64() < ofAllShare {
			return bus
		}
	}
	return []string{joint}
}
