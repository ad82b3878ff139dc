package campaign

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

// Plan holds the faults and operator actions of a run.
type Plan struct {
	Schedule faults.Schedule
	// Heals marks a liveness run: every fault ends by Ends, and the operator acknowledges from then
	// on.
	Heals bool
	Ends  time.Duration
}

// faultTargets are the targets of faults. Buses holds the joints of the drives of each bus.
type faultTargets struct {
	Actors, Links, Joints, Worlds []string
	Jobs                          []string // the actors that start jobs
	Sensors, Agents               []string // sensors of plants, agents of spines
	Parts                         []partTarget
	Bodies                        []string // bodies of environments
	Buses                         [][]string
	Reports                       []string // joints with a drive, with their worlds, as world/joint
	// Driven are the joints of a fleet's application, and Guide counts what faults have met.
	Driven []drivenJoint
	Guide  guide
}

// of returns the targets of a kind.
func (t *faultTargets) of(acts string) []string {
	switch acts {
	case "actor":
		return t.Actors
	case "job":
		return t.Jobs
	case "link":
		return t.Links
	case "joint":
		return t.Joints
	case "sensor":
		return t.Sensors
	case "agent":
		return t.Agents
	case "body":
		return t.Bodies
	case "world":
		return t.Worlds
	}
	return nil
}

// Bounds of plans.
const (
	fewest, mostFaults = 1, 8
	livenessShare      = 0.25
	healWithin         = 4 * time.Second
	shortest           = time.Millisecond
	longest            = 2 * time.Second
	long               = 100 * time.Millisecond // longer than max_age and watchdogs
	longShare          = 0.4                    // share of persistent faults with at least that duration
	plannersShare      = 0.5                    // share of plans for applications with planners whose faults are those of jobs and bodies
)

// ShortestThatHeals is the minimum duration of a run for liveness runs.
const ShortestThatHeals = healWithin + time.Second

// streamOfPlans separates the draws of plans from other draws of the seed.
const streamOfPlans = 0x70_6c_61_6e

// drawPlan makes the plan of a seed for runs of a length. Kinds are those that can be injected in
// virtual time.
func drawPlan(seed uint64, length time.Duration, kinds []faults.Kind, targets *faultTargets) (Plan, error) {
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, streamOfPlans)), length: length, targets: targets}
	p := Plan{Heals: d.Float64() < livenessShare && length >= ShortestThatHeals}
	d.heals = p.Heals
	d.swarm(kinds)
	d.place()
	if d.until = length; p.Heals {
		d.until = length - healWithin - 100*time.Millisecond
	}
	n := fewest + d.IntN(mostFaults)
	if !d.pairs(seed) {
		if p, any := d.turn(seed); any {
			d.inTurn(p)
		}
		for d.faults < n {
			d.fault()
		}
	}
	d.people()
	d.replays(seed, kinds)
	d.misses(seed, kinds)
	d.wanted(seed)
	d.reports(seed)
	d.changes(seed)
	p.Ends = d.ends
	for _, line := range d.lines {
		e, err := faults.ParseEntry(line)
		if err != nil {
			return Plan{}, fmt.Errorf("seed %d drew an invalid line: %w", seed, err)
		}
		p.Schedule = append(p.Schedule, e)
	}
	sort.SliceStable(p.Schedule, func(i, j int) bool { return p.Schedule[i].At < p.Schedule[j].At })
	return p, nil
}

// drawer draws one plan.
type drawer struct {
	*rand.Rand
	length, until time.Duration
	heals         bool
	targets       *faultTargets
	kinds         []faults.Kind
	weights       []float64
	focus         string  // the preferred world of this seed's faults
	spot          spot    // the preferred link
	repeats       float64 // probability that a fault repeats at the target of an earlier one
	lines         []string
	faults        int             // faults so far; a fault of all drives of a bus counts once
	before        []happened      // earlier faults
	handovers     []time.Duration // times of the operator's re-arm requests
	ends          time.Duration
}

// happened is a fault of the plan: its kind, its target and its times.
type happened struct {
	kind     faults.Kind
	target   string
	from, to time.Duration
}

// shares are the average rates of targets. A fault of a drive
// ends its motion until a reset, and later faults meet a robot at rest.
var shares = map[string]float64{"link": 1.6, "actor": 1.4, "joint": 0.5, "job": 0.5, "sensor": 0.5, "agent": 1, "body": 1}

// swarm draws the rate of each kind, and of links, actors, joints and jobs; many are off. Replays
// are drawn separately, because they must meet a re-arm.
func (d *drawer) swarm(kinds []faults.Kind) {
	rates := map[string]float64{}
	for _, acts := range []string{"link", "actor", "joint", "job", "sensor", "agent", "body"} {
		if acts == "link" || acts == "actor" || acts == "joint" || len(d.targets.of(acts)) > 0 { // without them, seeds keep their plans
			rates[acts] = shares[acts] * math.Exp(2*d.Float64())
		}
	}
	planners := len(d.targets.Bodies) > 0 && len(d.targets.Jobs) > 0 && d.Float64() < plannersShare
	for _, k := range kinds {
		if k.Name == string(actors.FaultReplay) || planners && k.Acts != "job" && k.Acts != "body" {
			continue
		}
		weight := 0.0
		if d.Float64() < 0.6 {
			weight = math.Exp(3*d.Float64()) * max(rates[k.Acts], shares["joint"])
		}
		if k.Verb == faults.Inject && k.Virtual && (k.Heals || !d.heals) && len(d.targets.of(k.Acts)) > 0 {
			d.kinds, d.weights = append(d.kinds, k), append(d.weights, weight)
		}
	}
	if d.Float64() < 0.4 {
		d.repeats = 0.8 * d.Float64()
	}
}

// kind draws a kind by its rate.
func (d *drawer) kind() faults.Kind {
	sum := 0.0
	for _, x := range d.weights {
		sum += x
	}
	if sum == 0 {
		return d.kinds[d.IntN(len(d.kinds))]
	}
	x := d.Float64() * sum
	for i, weight := range d.weights {
		if x -= weight; x < 0 {
			return d.kinds[i]
		}
	}
	return d.kinds[len(d.kinds)-1]
}

// span draws a time between two bounds on a logarithmic scale.
func (d *drawer) span(low, high time.Duration) time.Duration {
	x := math.Exp(math.Log(float64(low)) + d.Float64()*(math.Log(float64(high))-math.Log(float64(low))))
	return time.Duration(x).Round(100 * time.Microsecond)
}

func (d *drawer) fault() {
	k := d.kind()
	target := d.target(k.Acts)
	if len(d.before) > 0 && d.Float64() < d.repeats {
		again := &d.before[d.IntN(len(d.before))]
		k, target = again.kind, again.target
	}
	at := d.moment()
	f := actors.Fault{Kind: actors.FaultKind(k.Name), Target: target}
	if lasts := d.lasts(k); lasts > 0 {
		f.Duration = max(min(lasts, d.until-at), shortest)
	}
	d.settings(&k, &f)
	d.add(k, f, at)
}

// add adds a fault and the operator's response to the plan.
func (d *drawer) add(k faults.Kind, f actors.Fault, at time.Duration) {
	end := at + f.Duration
	targets := []string{f.Target}
	if k.Acts == string(actors.SeamJoint) && !k.WholeBus {
		targets = d.all(f.Target)
	}
	for _, f.Target = range targets {
		e := faults.Entry{Action: faults.Action{At: messages.Instant(at), Verb: faults.Inject, Mode: messages.ModeRampHold, Fault: f}}
		d.lines = append(d.lines, e.String())
	}
	d.before = append(d.before, happened{k, f.Target, at, end})
	d.faults++
	d.ends = max(d.ends, end+f.Delay)
	d.consents(at, end)
}

// settings draws the parameters of a fault, repeatedly until they are complete.
func (d *drawer) settings(k *faults.Kind, f *actors.Fault) {
	bare := *f
	for range attempts {
		*f = bare
		for i := range k.Parameters {
			d.parameter(&k.Parameters[i], f)
		}
		if f.Check() == nil {
			return
		}
	}
}

// attempts is how often parameters are drawn until they are complete. Each time three of four are
// drawn.
const attempts = 30

// lasts draws a duration, zero for none.
func (d *drawer) lasts(k faults.Kind) time.Duration {
	switch {
	case k.Lasts == faults.Instant:
		return 0
	case k.Lasts == faults.Once && d.Float64() < 0.8:
		return 0
	case k.Lasts == faults.UntilEnd && !d.heals && d.Float64() < 0.1:
		return 0
	}
	if k.Acts == string(actors.SeamBody) { // an arm needs time to come to where it is
		return d.span(long, 5*longest)
	}
	if d.Float64() < longShare {
		return d.span(long, longest)
	}
	return d.span(shortest, longest)
}

// usual is the largest drawn value for parameters whose own bound is far beyond the length of a
// run.
var usual = map[string]float64{"s": 0.3, "messages": 2000, "cycles": 100, "samples": 200, "values": 50, "elements": 20, "1": 50}

// parameter draws a value within its range: some at the default, positive numbers on a logarithmic
// scale.
func (d *drawer) parameter(p *actors.FaultParameter, f *actors.Fault) {
	usually := 0.25
	if p.Field == actors.FieldProbability {
		usually = 0.6 // every value, the default
	}
	if !p.Required && d.Float64() < usually {
		return
	}
	if p.Field == actors.FieldChoice {
		f.Choice = p.Choices[d.IntN(len(p.Choices))]
		return
	}
	low, high := p.Min, p.Max
	if most, known := usual[p.Unit]; known && most > low {
		high = min(high, most)
	}
	x := low + d.Float64()*(high-low)
	if low >= 0 {
		least := max(low, high/1000)
		x = math.Exp(math.Log(least) + d.Float64()*(math.Log(high)-math.Log(least)))
	}
	switch p.Field {
	case actors.FieldDelay:
		x = max(math.Round(x*1e4)/1e4, 1e-4, low)
	case actors.FieldCount:
		x = max(math.Round(x), 1, low)
	default:
		x = min(max(math.Round(x*1e4)/1e4, low), high)
		if x == 0 {
			return
		}
	}
	p.SetNumber(f, x)
}
