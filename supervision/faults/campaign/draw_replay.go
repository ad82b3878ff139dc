package campaign

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// One of this many seeds replays commands to drives that have been re-armed since.
const (
	replayEvery = 10
	replayTurn  = 4
)

// streamOfReplays separates these draws: the others are the same with and without them.
const streamOfReplays = 0x72_65_70_6c

// replays records commands to the drives of a bus while they run, stops and resets their world, and
// replays the record for longer than a watchdog timeout: its arm numbers are spent.
func (d *drawer) replays(seed uint64, kinds []faults.Kind) {
	links := commandsOfDrives(d.targets.Links)
	if seed%replayEvery != replayTurn || d.faults >= mostFaults || len(links) == 0 || len(d.targets.Worlds) == 0 {
		return
	}
	k, known := kindNamed(kinds, actors.FaultReplay)
	if !known {
		return
	}
	d.Rand = rand.New(rand.NewPCG(seed, streamOfReplays))
	link := links[d.IntN(len(links))]
	f := actors.Fault{Kind: actors.FaultReplay, Target: link, Count: 1 + d.IntN(50), Delay: d.between(700*time.Millisecond, 1200*time.Millisecond)}
	f.Duration = f.Delay + d.between(200*time.Millisecond, time.Second)
	if f.Duration > d.until-500*time.Millisecond {
		return // the run is too short
	}
	at := d.between(400*time.Millisecond, d.until-f.Duration)
	world, _, _ := strings.Cut(link, "/")
	d.person(at+d.between(120*time.Millisecond, 200*time.Millisecond), "stop "+world+" mode=ramp_hold")
	d.person(at+d.between(450*time.Millisecond, 650*time.Millisecond), "reset "+world)
	d.add(k, f, at)
}

// between draws a uniform time between two bounds.
func (d *drawer) between(low, high time.Duration) time.Duration {
	return (low + time.Duration(d.Float64()*float64(high-low))).Round(100 * time.Microsecond)
}

// commandsOfDrives lists the links from gates to buses.
func commandsOfDrives(links []string) []string {
	return linksWhere(links, func(from, to string) bool {
		return strings.HasSuffix(to, ".command") && strings.HasSuffix(ownerOf(from), "/gate")
	})
}
