package campaign

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// drivenJoint is a joint of a fleet's application that faults should meet in every mode.
type drivenJoint struct {
	name, world, kind string
	bus               string // the path of its drive's bus
	brake             bool
}

// drivenJoints lists the driven joints of an application.
func drivenJoints(config *app.Config) (all []drivenJoint) {
	for i := range config.Worlds {
		w := &config.Worlds[i]
		for _, j := range w.Joints {
			if j.Drive < 0 {
				continue
			}
			of := drivenJoint{name: j.Name, world: w.Name, bus: w.Drives[j.Drive].Path, kind: modes.AnyJoint.String(), brake: j.SafeMode == messages.ModeBrake}
			if j.Declared != nil {
				of.kind, of.brake = j.Declared.Kind.String(), of.brake || j.Declared.HasBrake()
			}
			all = append(all, of)
		}
	}
	return all
}

// guide counts how often faults have met joints, by kind of fault, condition and kind of joint.
type guide map[invariant.Cell]uint64

// newGuide returns the counts of an earlier result, or none.
func newGuide(r *Result) guide {
	g := guide{}
	if r != nil {
		for _, text := range sorted(r.Cells) {
			if c, err := invariant.ParseCell(text); err == nil {
				c.Control = ""
				g[c] += r.Cells[text]
			}
		}
	}
	return g
}

// streamOfWanted separates these draws, like streamOfReplays.
const streamOfWanted = 0x77_61_6e_74

// A wish is a fault that should meet a joint in a condition.
type wish struct {
	kind      faults.Kind
	joint     drivenJoint
	condition string
}

// wanted draws a fault that meets a joint in a rare condition, for fleets: the rarer a cell is in
// the guide, the more often it is drawn. What leads to the condition comes shortly before.
func (d *drawer) wanted(seed uint64) {
	if len(d.targets.Driven) == 0 || d.faults >= mostFaults || d.until < 2*time.Second {
		return
	}
	d.Rand = rand.New(rand.NewPCG(seed, streamOfWanted))
	var wishes []wish
	var sums []float64
	sum := 0.0
	for _, j := range d.targets.Driven {
		for _, k := range d.kinds {
			if k.Acts != string(actors.SeamJoint) && k.Acts != string(actors.SeamActor) && k.Acts != string(actors.SeamLink) {
				continue
			}
			for _, condition := range invariant.Conditions() {
				if condition == invariant.Elsewhere || condition == messages.ModeBrake.String() && !j.brake || condition == invariant.Restarting && k.Acts == string(actors.SeamJoint) {
					continue
				}
				n := 1 + float64(d.targets.Guide[invariant.Cell{Fault: k.Name, Condition: condition, Joint: j.kind}])
				sum += 1 / (n * n)
				wishes, sums = append(wishes, wish{k, j, condition}), append(sums, sum)
			}
		}
	}
	if len(wishes) == 0 {
		return
	}
	d.drifts()
	i, _ := slices.BinarySearch(sums, d.Float64()*sum)
	d.fulfil(wishes[min(i, len(wishes)-1)])
}

// fulfil adds the fault, and what leads to the condition.
func (d *drawer) fulfil(w wish) {
	target := d.near(w)
	if target == "" {
		return
	}
	at := d.between(time.Second, d.until-500*time.Millisecond)
	d.handover(at-700*time.Millisecond, "reset "+w.joint.world)
	switch {
	case w.condition == messages.ModeLimited.String():
		if k, known := d.kindNamed(actors.FaultDerating); known {
			d.add(k, actors.Fault{Kind: actors.FaultDerating, Target: w.joint.name, Duration: min(time.Second, d.until-at)}, at-200*time.Millisecond)
		}
	case w.condition == invariant.Restarting:
		if k, known := d.kindNamed(actors.FaultError); known {
			_, to, isLink := strings.Cut(target, "->")
			if !isLink {
				to = target
			}
			d.add(k, actors.Fault{Kind: actors.FaultError, Target: ownerOf(to)}, at-5*time.Millisecond)
		}
	case w.condition != messages.ModeRun.String():
		d.person(at-150*time.Millisecond, "stop "+w.joint.world+" mode="+w.condition)
	}
	f := actors.Fault{Kind: actors.FaultKind(w.kind.Name), Target: target}
	if lasts := d.lasts(w.kind); lasts > 0 {
		f.Duration = max(min(lasts, d.until-at), shortest)
	}
	d.settings(&w.kind, &f)
	d.add(w.kind, f, at)
}

// near draws a target for the fault: the joint, or an actor or a link of its world.
func (d *drawer) near(w wish) string {
	if w.kind.Acts == string(actors.SeamJoint) {
		return w.joint.name
	}
	var all []string
	for _, t := range d.targets.of(w.kind.Acts) {
		to := t
		if _, receiver, isLink := strings.Cut(t, "->"); isLink {
			to = receiver
		}
		if worldOf(to) == w.joint.world && (w.condition != invariant.Restarting || slices.Contains(d.targets.Actors, ownerOf(to))) {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[d.IntN(len(all))]
}

// Drifting clocks.
const (
	driftShare = 0.25 // of the plans of fleets
	mostDrift  = 300  // ppm
)

// drifts lets the clock of one world drift against all others for the whole run.
func (d *drawer) drifts() {
	if d.Float64() >= driftShare || len(d.targets.Worlds) < 2 {
		return
	}
	world := d.targets.Worlds[d.IntN(len(d.targets.Worlds))]
	f := actors.Fault{Kind: actors.FaultClockDrift, Amount: float64(d.IntN(2*mostDrift+1) - mostDrift), Duration: d.until - shortest}
	for _, link := range d.targets.Links {
		if from, to, _ := strings.Cut(link, "->"); worldOf(from) != world || worldOf(to) == world || f.Amount == 0 {
			continue
		}
		f.Target = link
		if f.Check() == nil {
			e := faults.Entry{Action: faults.Action{Verb: faults.Inject, Mode: messages.ModeRampHold, Fault: f}}
			d.lines = append(d.lines, e.String())
			d.ends = max(d.ends, f.Duration)
		}
	}
}
