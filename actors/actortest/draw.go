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
)

// space is what plans are drawn from: the kinds that the application has something for, with their targets.
type space struct {
	Space
	kinds  []faults.Kind
	of     map[string][]string // targets by what a kind acts on
	hits   map[string][]string // those of them that a kind can have, by its name
	worlds []string
	bound  time.Duration // the longest that an experiment gives the application to recover; zero if it asks for nothing
}

// spaceOf finds out what there is to break in an experiment whose application was built.
func spaceOf(s Space, l *Lab) (*space, string) {
	sp := &space{Space: s, of: map[string][]string{}, hits: map[string][]string{}}
	for _, a := range l.app.Actors {
		sp.target("actor", a.Name)
	}
	for _, link := range l.app.Links {
		if strings.HasPrefix(link.From, feeds) {
			sp.target("link", link.To) // what a feed sends is known by the input that is fed
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
	for _, k := range faults.Kinds() {
		if k.Verb != faults.Inject || !k.Virtual || len(s.Kinds) > 0 && !slices.Contains(s.Kinds, k.Name) {
			continue
		}
		for _, target := range sp.of[k.Acts] {
			if l.sys.CheckFault(usualFault(&k, target)) == nil { // it is no link without a quaternion for a fault of one
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
		if k, known := faults.KindOf(name); !known || !slices.ContainsFunc(sp.kinds, func(have faults.Kind) bool { return have.Name == k.Name }) {
			return nil, "kind " + name + " is none that runs in virtual time and has a target here; see supervision/faults/kinds.md"
		}
	}
	if len(sp.kinds) == 0 {
		return nil, "there is nothing to break: no actor and no link has a name like " + strings.Join(s.Targets, ", ")
	}
	return sp, ""
}

// usualFault is a fault of a kind with the fewest parameters that it needs.
func usualFault(k *faults.Kind, target string) actors.Fault {
	f := actors.Fault{Kind: actors.FaultKind(k.Name), Target: target}
	for i := 0; f.Check() != nil && i < len(k.Parameters); i++ {
		if p := &k.Parameters[i]; p.Field != actors.FieldChoice { // whose default is the first one
			p.SetNumber(&f, p.Max)
		}
	}
	return f
}

// target adds a target, unless it is the kit's own or not among those that are wanted.
func (s *space) target(acts, name string) {
	if acts == "actor" && strings.HasPrefix(name, "actortest/") {
		return
	}
	wanted := len(s.Targets) == 0
	for _, pattern := range s.Targets {
		ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00")) // an asterisk stands for any text
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
	heals bool // all faults end early enough for the application to recover
}

// draw draws a run. Rapid makes what it draws small: few faults, early, short, of the kinds and targets that come first,
// with their default parameters.
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
	for i := 0; f.Check() != nil && i < len(k.Parameters); i++ { // of some, one at least has to be given
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

// milliseconds draws a whole number of them.
func milliseconds(t *rapid.T, label string, low, high time.Duration) time.Duration {
	return time.Duration(rapid.Int64Range(int64(low/time.Millisecond), int64(high/time.Millisecond)).Draw(t, label)) * time.Millisecond
}

// usual is the greatest value that is drawn where a parameter's own bound is far beyond what happens in a run.
var usual = map[string]float64{"s": 0.3, "messages": 2000, "cycles": 100, "samples": 200, "values": 50, "elements": 20, "1": 50}

// parameter draws a value within its range, or leaves the default; numbers above zero small as often as large.
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

// people has operators consent: once after each fault, perhaps, and until the end where everything has to come back.
func (s *space) people(t *rapid.T, d drawn) drawn {
	consent := func(at messages.Instant, verb faults.Verb, world string, every time.Duration, until messages.Instant) {
		if at <= messages.Instant(s.Duration) { // later nobody is there
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
