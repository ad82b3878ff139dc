package campaign

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// Plans of pairs.
const (
	pairsShare   = 0.4 // of the plans of fleets
	mostPairs    = 3
	pairEvery    = 2500 * time.Millisecond
	firstStart   = 0.3 // of such plans: the first pair meets the first start
	afterShare   = 0.3 // of second faults that begin after the first one
	silenceShare = 0.5 // of second faults
	strikeShare  = 0.2 // of the others: a stop by the operator
)

// streamOfPairs separates these draws, like streamOfReplays.
const streamOfPairs = 0x70_61_69_72

// pairs draws a plan of a fleet in which two faults at a time act on one joint, on its bus or on
// what commands it, while nothing else is wrong: first what changes its mode, and shortly after it
// what its watchdogs must notice. All joints and, of the faults of a drive, all kinds come equally
// often. It reports false for other plans.
func (d *drawer) pairs(seed uint64) bool {
	n := min(mostPairs, int(d.until/pairEvery))
	if n == 0 || len(d.targets.Driven) == 0 {
		return false
	}
	others := d.Rand
	defer func() { d.Rand = others }()
	d.Rand = rand.New(rand.NewPCG(seed, streamOfPairs))
	if d.Float64() >= pairsShare {
		return false
	}
	at := d.between(0, d.until-time.Duration(n)*pairEvery)
	if d.Float64() < firstStart {
		at = 0
	}
	for range n {
		d.pair(at)
		at += pairEvery
	}
	return d.faults > 0
}

// pair draws two faults, of which the first one may be a start of the joint.
func (d *drawer) pair(at time.Duration) {
	j := &d.targets.Driven[d.IntN(len(d.targets.Driven))]
	first := d.IntN(4)
	if at > 0 {
		if first == 0 {
			d.stops(j.world, at, messages.ModeRampOff, messages.ModeBrake, messages.ModeOff) // closes brakes
			at += d.between(300*time.Millisecond, 700*time.Millisecond)
		}
		for _, world := range d.targets.Worlds {
			d.handover(at, "reset "+world)
		}
	}
	if first == 0 { // the start is what changes its mode
		d.second(j, at+d.span(shortest, 4*long))
		return
	}
	at += d.between(4*long, 8*long)
	end := at + d.span(long, 10*long)
	switch first {
	case 1:
		d.on(actors.FaultDerating, j.name, at, end)
	case 2:
		d.silences(j, at, end)
	default:
		d.anyOn(string(actors.SeamJoint), j, at, end)
	}
	from := at + d.span(shortest, 4*long)
	if d.Float64() < afterShare {
		from = end + d.span(shortest, 2*long)
	}
	d.second(j, from)
}

// second draws the second fault, or a stop by the operator, who resets what stopped later on.
func (d *drawer) second(j *drivenJoint, at time.Duration) {
	end := at + d.span(long, 8*long)
	switch acts := [...]actors.FaultSeam{actors.SeamJoint, actors.SeamLink, actors.SeamActor}[d.IntN(3)]; {
	case d.Float64() < silenceShare:
		d.silences(j, at, end)
	case d.Float64() < strikeShare:
		d.stops(d.targets.Worlds[d.IntN(len(d.targets.Worlds))], at, messages.ModeRampHold, messages.ModeDamp, messages.ModeRampOff, messages.ModeOff)
	default:
		d.anyOn(string(acts), j, at, end)
	}
	for _, world := range d.targets.Worlds {
		d.handover(end+d.span(10*time.Millisecond, 4*long), "acknowledge "+world)
	}
}

// stops lets the operator stop a world in one of some modes.
func (d *drawer) stops(world string, at time.Duration, all ...messages.Mode) {
	if at < d.until {
		d.person(at, "stop "+world+" mode="+all[d.IntN(len(all))].String())
		d.ends = max(d.ends, at)
	}
}

// silences lets the drive of a joint, or its controller, hear nothing.
func (d *drawer) silences(j *drivenJoint, from, to time.Duration) {
	switch d.IntN(5) {
	case 0, 1:
		if links := j.links(d.targets.Links, ".command"); len(links) > 0 {
			d.on(actors.FaultDrop, links[d.IntN(len(links))], from, to)
		}
	case 2, 3:
		links := j.links(d.targets.Links, ".in") // of couplings
		if len(links) == 0 {
			links = j.links(d.targets.Links, ".command")
		}
		if len(links) > 0 {
			d.on(actors.FaultDrop, links[d.IntN(len(links))], from, to)
		}
	default:
		d.on([]actors.FaultKind{actors.FaultMute, actors.FaultBusStalled}[d.IntN(2)], j.name, from, to)
	}
}

// links lists the links to inputs of a joint's world with some end: those of its bus, or of
// couplings.
func (j *drivenJoint) links(all []string, input string) []string {
	return linksWhere(all, func(_, to string) bool {
		return strings.HasPrefix(to, j.world+"/") && strings.HasSuffix(to, input) && (input != ".command" || ownerOf(to) == j.bus)
	})
}

// on adds a fault with its usual parameters.
func (d *drawer) on(name actors.FaultKind, target string, from, to time.Duration) {
	if k, known := d.kindNamed(name); known {
		d.lasting(k, actors.Fault{Kind: name, Target: target}, from, to)
	}
}

// anyOn adds a fault of any kind that acts on the joint, or on the links and actors of its world.
func (d *drawer) anyOn(acts string, j *drivenJoint, from, to time.Duration) {
	var kinds []faults.Kind
	for _, k := range d.kinds {
		if k.Acts == acts {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 {
		return
	}
	k := kinds[d.IntN(len(kinds))]
	target := d.near(wish{kind: k, joint: *j})
	if target == "" {
		return
	}
	f := actors.Fault{Kind: actors.FaultKind(k.Name), Target: target}
	d.settings(&k, &f)
	d.lasting(k, f, from, to)
}

// lasting adds a fault that lasts, where it can, until an instant within the run.
func (d *drawer) lasting(k faults.Kind, f actors.Fault, from, to time.Duration) {
	if from = from.Round(100 * time.Microsecond); from >= d.until-shortest {
		return
	}
	if k.Lasts == faults.UntilEnd {
		f.Duration = max(min(to, d.until)-from, shortest).Round(100 * time.Microsecond)
	}
	d.add(k, f, from)
}
