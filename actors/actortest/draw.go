package actortest

import (
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// space is the set of plans to draw from: the kinds with targets in the application.
type space struct {
	Space
	kinds  []faults.Kind
	of     map[string][]string // targets by the kind of part
	hits   map[string][]string // targets of each kind, by its name
	worlds []string
	bound  time.Duration // the longest bound of Recovers in the experiment; zero without one
}

// spaceOf determines the kinds and targets of an experiment whose application was built.
func spaceOf(s Space, l *Lab) (*space, string) {
	sp := &space{Space: s, of: map[string][]string{}, hits: map[string][]string{}}
	jobs := slices.ContainsFunc(s.Kinds, func(name string) bool { k, _ := faults.KindOf(name); return k.Acts == "job" })
	for _, a := range l.app.Actors {
		sp.target("actor", a.Name)
		if jobs { // on demand only: before the run nobody knows which actors start jobs
			sp.target("job", a.Name)
		}
	}
	for _, link := range l.app.Links {
		if strings.HasPrefix(link.From, feeds) {
			sp.target("link", link.To) // a feed's link is named by the fed input
		} else {
			sp.target("link", link.From+"->"+link.To)
		}
	}
	if l.config != nil {
		for i := range l.config.Worlds {
			w := &l.config.Worlds[i]
			sp.worlds = append(sp.worlds, w.Name)
			for d := range w.Drives {
				for _, joint := range w.Drives[d].Joints {
					sp.target("joint", w.Joints[joint].Name)
				}
			}
		}
	}
	for _, seam := range []actors.FaultSeam{actors.SeamSensor, actors.SeamAgent, actors.SeamBody} {
		for _, target := range l.sys.FaultTargets(seam) {
			sp.target(string(seam), target)
		}
	}
	for _, k := range faults.Kinds() {
		if k.Verb != faults.Inject || !k.Virtual || len(s.Kinds) > 0 && !slices.Contains(s.Kinds, k.Name) {
			continue
		}
		for _, target := range sp.of[k.Acts] {
			if l.sys.CheckFault(usualFault(&k, target)) == nil { // a link without a quaternion has no quaternion fault
				sp.hits[k.Name] = append(sp.hits[k.Name], target)
			}
		}
		if len(sp.hits[k.Name]) > 0 {
			sp.kinds = append(sp.kinds, k)
		}
	}
	for _, c := range l.checks {
		if h, is := c.(*healed); is {
			sp.bound = max(sp.bound, h.bound)
		}
	}
	for _, name := range s.Kinds {
		k, known := faults.KindOf(name)
		if !known {
			return nil, "kind " + name + " is unknown" + nearestKind(name) + "; see: robo-actors list faults"
		}
		if !slices.ContainsFunc(sp.kinds, func(have faults.Kind) bool { return have.Name == k.Name }) {
			return nil, "kind " + name + " does not run in virtual time or has no target here; robo-actors list faults has its targets"
		}
	}
	if len(sp.kinds) == 0 {
		return nil, "no target: no actor and no link has a name like " + strings.Join(s.Targets, ", ")
	}
	return sp, ""
}

// nearestKind is the hint with the kind of faults that a name is nearest to.
func nearestKind(name string) string {
	var names []string
	for _, k := range faults.Kinds() {
		names = append(names, k.Name)
	}
	if hint := source.DidYouMean(name, names); hint != "" {
		return "; " + hint
	}
	return ""
}

// usualFault returns a fault of a kind with the minimum of parameters.
func usualFault(k *faults.Kind, target string) actors.Fault {
	f := actors.Fault{Kind: actors.FaultKind(k.Name), Target: target}
	for i := 0; f.Check() != nil && i < len(k.Parameters); i++ {
		if p := &k.Parameters[i]; p.Field != actors.FieldChoice { // the default is the first choice
			p.SetNumber(&f, p.Max)
		}
	}
	return f
}

// target adds a target unless it belongs to the kit or was not selected.
func (s *space) target(acts, name string) {
	if (acts == "actor" || acts == "job") && strings.HasPrefix(name, "actortest/") {
		return
	}
	wanted := len(s.Targets) == 0
	for _, pattern := range s.Targets {
		ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00")) // an asterisk matches any text
		wanted = wanted || ok && err == nil
	}
	if wanted && !slices.Contains(s.of[acts], name) {
		s.of[acts] = append(s.of[acts], name)
	}
}

// drawn is one run of a search.
type drawn struct {
	seed  uint64
	plan  faults.Schedule
	heals bool // all faults end early enough for recovery
}

// draw draws a run. Rapid shrinks towards few, early and short faults, of the first kinds and
// targets, with default parameters.
func (s *space) draw(t *rapid.T) drawn {
	d := drawn{seed: rapid.Uint64Range(0, 1<<16).Draw(t, "seed")}
	d.heals = s.bound > 0 && rapid.Bool().Draw(t, "every fault ends")
	d.plan = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) faults.Entry { return s.entry(t, d.heals) }), 1, s.Faults).Draw(t, "faults")
	slices.SortStableFunc(d.plan, func(a, b faults.Entry) int { return int(a.At - b.At) })
	return s.people(t, d)
}

// entry draws one fault.
func (s *space) entry(t *rapid.T, heals bool) faults.Entry {
	kinds, until := s.kinds, s.Duration
	if heals {
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k faults.Kind) bool { return !k.Heals })
		until -= s.bound
	}
	k := rapid.SampledFrom(kinds).Draw(t, "kind")
	f := actors.Fault{Kind: actors.FaultKind(k.Name), Target: rapid.SampledFrom(s.hits[k.Name]).Draw(t, "target")}
	for i := range k.Parameters {
		s.parameter(t, &k.Parameters[i], &f, false)
	}
	for i := 0; f.Check() != nil && i < len(k.Parameters); i++ { // some kinds need at least one of several parameters
		s.parameter(t, &k.Parameters[i], &f, true)
	}
	room := max(0, until-time.Millisecond-lingers(&k, &f))
	at := milliseconds(t, "at", 0, room)
	switch {
	case k.Lasts == faults.Instant:
	case k.Lasts == faults.UntilEnd && heals, rapid.Bool().Draw(t, "lasts"):
		f.Duration = milliseconds(t, "for", time.Millisecond, max(time.Millisecond, min(room-at, 2*time.Second)))
	}
	return faults.Entry{Action: faults.Action{At: messages.Instant(at), Verb: faults.Inject, Mode: messages.ModeRampHold, Fault: f}}
}

// milliseconds draws a duration in whole milliseconds.
func milliseconds(t *rapid.T, label string, low, high time.Duration) time.Duration {
	return time.Duration(rapid.Int64Range(int64(low/time.Millisecond), int64(high/time.Millisecond)).Draw(t, label)) * time.Millisecond
}

// usual is the largest drawn value for parameters whose own bound is far beyond the length of a
// run.
var usual = map[string]float64{"s": 0.3, "messages": 2000, "cycles": 100, "samples": 200, "values": 50, "elements": 20, "1": 50}

// parameter draws a value within its range, or leaves the default. Positive numbers are drawn on a
// logarithmic scale.
func (s *space) parameter(t *rapid.T, p *actors.FaultParameter, f *actors.Fault, given bool) {
	if !p.Required && !given && !rapid.Bool().Draw(t, "has "+p.Name) {
		return
	}
	if p.Field == actors.FieldChoice {
		f.Choice = rapid.SampledFrom(p.Choices).Draw(t, p.Name)
		return
	}
	low, high := p.Min, p.Max
	if most, known := usual[p.Unit]; known && most > low {
		high = min(high, most)
	}
	share := float64(rapid.IntRange(1, 100).Draw(t, p.Name)) / 100
	x := low + share*(high-low)
	if low >= 0 {
		least := max(low, high/1000)
		x = least * math.Pow(high/least, share)
	}
	switch p.Field {
	case actors.FieldDelay:
		x = max(math.Round(x*1e3)/1e3, 1e-3, low)
	case actors.FieldCount:
		x = max(math.Round(x), 1, low)
	default:
		x = min(max(math.Round(x*1e3)/1e3, low), high)
	}
	if x != 0 {
		p.SetNumber(f, x)
	}
}

// people draws the re-arm requests of operators: possibly one after each fault, and until the end
// if everything must recover.
func (s *space) people(t *rapid.T, d drawn) drawn {
	consent := func(at messages.Instant, verb faults.Verb, world string, every time.Duration, until messages.Instant) {
		if at <= messages.Instant(s.Duration) { // no operator acts after the end
			d.plan = append(d.plan, faults.Entry{Action: faults.Action{At: at, Verb: verb, World: world, Mode: messages.ModeRampHold}, Every: every, Until: until})
		}
	}
	last := time.Duration(0)
	for _, e := range slices.Clone(d.plan) {
		end, _ := endOf(e)
		last = max(last, time.Duration(end))
		for _, world := range s.worlds {
			if !d.heals && rapid.Bool().Draw(t, "somebody acknowledges") {
				consent(e.At.Add(milliseconds(t, "after", 20*time.Millisecond, time.Second)), faults.Acknowledge, world, 0, 0)
			}
		}
	}
	for _, world := range s.worlds {
		if d.heals {
			consent(messages.Instant(last.Truncate(time.Millisecond)+50*time.Millisecond), faults.Reset, world, 250*time.Millisecond, messages.Instant(max(s.Duration, last+time.Second)))
		}
	}
	return d
}
