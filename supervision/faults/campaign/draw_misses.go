package campaign

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// One of this many seeds makes a gate miss releases while its commands jump.
const (
	missesEvery = 10
	missesTurn  = 9
	missesOf    = 0.3 // of the releases: no joint gets a command that is too old
	missesJumps = 3
)

// streamOfMisses separates these draws, like streamOfReplays.
const streamOfMisses = 0x6d_69_73_73

// misses makes a gate miss single releases while the commands that it receives drop to a share and
// rise again. Following them within the limits requires the true time step.
func (d *drawer) misses(seed uint64, kinds []faults.Kind) {
	if seed%missesEvery != missesTurn || d.faults+1+missesJumps > mostFaults {
		return
	}
	missed, known := kindNamed(kinds, actors.FaultTickMissed)
	jump, knownToo := kindNamed(kinds, actors.FaultExtreme)
	links := commandsToGates(d.targets.Links)
	if !known || !knownToo || len(links) == 0 {
		return
	}
	d.Rand = rand.New(rand.NewPCG(seed, streamOfMisses))
	link := links[d.IntN(len(links))]
	_, to, _ := strings.Cut(link, "->")
	lasts := d.between(800*time.Millisecond, 1500*time.Millisecond)
	at := d.between(1200*time.Millisecond, max(d.until-lasts, 1200*time.Millisecond))
	if at+lasts > d.until {
		return // the run is too short
	}
	d.add(missed, actors.Fault{Kind: actors.FaultTickMissed, Target: ownerOf(to), Probability: missesOf, Duration: lasts}, at)
	for i := range missesJumps {
		from := at + lasts*time.Duration(1+3*i)/(3*missesJumps)
		f := actors.Fault{Kind: actors.FaultExtreme, Target: link, Choice: "scaled", Amount: d.jump(), Duration: d.between(30*time.Millisecond, 80*time.Millisecond)}
		d.add(jump, f, from.Round(100*time.Microsecond))
	}
}

func kindNamed(kinds []faults.Kind, name actors.FaultKind) (faults.Kind, bool) {
	for _, k := range kinds {
		if k.Name == string(name) {
			return k, true
		}
	}
	return faults.Kind{}, false
}

// commandsToGates lists the links from controllers to gates.
func commandsToGates(links []string) []string {
	return linksWhere(links, func(from, to string) bool {
		return strings.HasSuffix(from, ".command") && strings.HasSuffix(ownerOf(to), "/gate")
	})
}

func linksWhere(links []string, holds func(from, to string) bool) (of []string) {
	for _, link := range links {
		if from, to, _ := strings.Cut(link, "->"); holds(from, to) {
			of = append(of, link)
		}
	}
	return of
}
