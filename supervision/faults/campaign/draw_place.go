package campaign

import (
	"slices"
	"strings"
	"time"
)

// spot is the preferred link of a plan's faults: faults of its values meet faults of their timing,
// and of their sender and receiver.
type spot struct{ link, from, to string }

// Probabilities of places.
const (
	spotShare    = 0.65 // of plans with a spot
	commandShare = 0.75 // of spots that are links of commands
	thereShare   = 0.7  // of faults at the spot, in plans with one
	passesOn     = 0.3  // of faults that start while an earlier one acts, or as it ends
)

// Phases that faults of a spot prefer.
const (
	while = 7 + iota
	asItEnds
)

// place draws the preferred places of this plan's faults.
func (d *drawer) place() {
	if d.Float64() < 0.5 && len(d.targets.Worlds) > 0 {
		d.focus = d.targets.Worlds[d.IntN(len(d.targets.Worlds))] + "/"
	}
	if d.Float64() >= spotShare || len(d.targets.Links) == 0 {
		return
	}
	links := d.targets.Links
	if commands := commandsOf(links); len(commands) > 0 && d.Float64() < commandShare {
		links = commands
	}
	link := links[d.IntN(len(links))]
	from, to, _ := strings.Cut(link, "->")
	d.spot = spot{link, ownerOf(from), ownerOf(to)}
}

// ownerOf returns the actor of a port.
func ownerOf(port string) string {
	actor, _, _ := strings.Cut(port, ".")
	return actor
}

// commandsOf lists the links from controllers and couplings over gates to drives.
func commandsOf(links []string) (commands []string) {
	for _, link := range links {
		from, to, _ := strings.Cut(link, "->")
		_, out, _ := strings.Cut(from, ".")
		_, in, _ := strings.Cut(to, ".")
		if out == "command" || in == "command" || in == "in" || out == "out" {
			commands = append(commands, link)
		}
	}
	return commands
}

func (d *drawer) target(acts string) string {
	all := d.targets.of(acts)
	there := d.spot.link != "" && d.Float64() < thereShare
	switch {
	case there && acts == "link":
		return d.spot.link
	case there && acts == "actor":
		for _, end := range [...]string{d.spot.from, d.spot.to} {
			if d.Float64() < 0.6 && slices.Contains(all, end) {
				return end
			}
		}
	case acts == "link" && d.Float64() < 0.1: // all outputs of one actor
		return ownerOf(all[d.IntN(len(all))]) + ".*"
	}
	for range 4 {
		t := all[d.IntN(len(all))]
		if d.focus == "" || strings.Contains(t, d.focus) {
			return t
		}
	}
	return all[d.IntN(len(all))]
}

// moment draws when a fault starts: at the start, around the first hand-over or a later one, in the
// restart, ramp or stop that an earlier fault causes, during that fault or at its end, toward the
// end, or at any time.
func (d *drawer) moment() time.Duration {
	at := time.Duration(d.Float64() * float64(d.until))
	phase := d.IntN(11)
	if phase > 0 && d.spot.link != "" && d.Float64() < passesOn {
		phase = while + d.IntN(2)
	}
	switch {
	case phase == 0:
		at = time.Duration(d.Float64() * float64(20*time.Millisecond))
	case phase == 1:
		at = 20*time.Millisecond + time.Duration(d.Float64()*float64(200*time.Millisecond))
	case phase == 2 && d.until == d.length:
		at = d.until - d.span(shortest, 300*time.Millisecond)
	case phase == 3 && len(d.handovers) > 0:
		at = d.handovers[d.IntN(len(d.handovers))] + time.Duration(d.Float64()*float64(200*time.Millisecond))
	case len(d.before) > 0:
		at = d.after(phase, &d.before[d.IntN(len(d.before))], at)
	}
	return min(max(at, 0), d.until-shortest).Round(100 * time.Microsecond)
}

// after draws when a fault starts that relates to an earlier one.
func (d *drawer) after(phase int, earlier *happened, otherwise time.Duration) time.Duration {
	switch phase {
	case 4: // the restart after the back-off
		return earlier.from + 100*time.Millisecond + time.Duration(d.Float64()*float64(30*time.Millisecond))
	case 5: // the ramp
		return earlier.from + d.span(shortest, 500*time.Millisecond)
	case 6: // at once
		return earlier.from + time.Duration(d.IntN(30))*time.Millisecond
	case while:
		return earlier.from + time.Duration(d.Float64()*float64(earlier.to-earlier.from))
	case asItEnds:
		if d.Float64() < 0.5 {
			return earlier.to
		}
		return earlier.to + time.Duration(d.IntN(21)-10)*time.Millisecond
	}
	return otherwise
}
