package campaign

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sort"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Result is the result of a campaign or of several added ones. It is also the form of its file.
type Result struct {
	Application string `json:"application"`
	// Files identifies the application: a hash of all its files.
	Files    string        `json:"files"`
	Duration time.Duration `json:"duration_ns"`
	// Done lists the seeds that were run, as ranges.
	Done []Range `json:"done"`
	// Programs counts the seeds by the version of the program that ran them.
	Programs map[string]uint64 `json:"programs"`

	Seeds     uint64        `json:"seeds"`
	Liveness  uint64        `json:"liveness"`
	Ended     uint64        `json:"ended"` // runs that their application ended early
	Twice     uint64        `json:"twice"` // runs that were repeated and compared
	Rare      uint64        `json:"rare"`  // seeds with sampled checks
	Faults    uint64        `json:"faults"`
	Decisions uint64        `json:"decisions"`
	Compared  uint64        `json:"compared"` // decisions compared with the literal model
	Simulated time.Duration `json:"simulated_ns"`
	// Wall is the total wall time of the slices.
	Wall time.Duration `json:"wall_ns"`
	// Digest combines the event hashes of all seeds, independently of their order.
	Digest string `json:"digest"`

	// Kinds counts the started faults of each kind. Met counts them by kind and met condition.
	Kinds map[string]uint64            `json:"kinds"`
	Met   map[string]map[string]uint64 `json:"met"`
	// Drawable lists the kinds that are drawn.
	Drawable []string `json:"drawable"`
	// Modes counts the changes to each mode, the least severe first. Events counts the events of
	// each kind.
	Modes  [7]uint64         `json:"modes"`
	Events map[string]uint64 `json:"events"`
	// Cells counts by the text of an invariant.Cell: kind of fault, condition, kind of joint and
	// control mode. Transitions counts by the text of an invariant.Transition.
	Cells       map[string]uint64 `json:"cells,omitempty"`
	Transitions map[string]uint64 `json:"transitions,omitempty"`
	// Sometimes counts the runs that reached each situation.
	Sometimes map[string]uint64 `json:"sometimes,omitempty"`
	Failures  []*Failure        `json:"failures"`

	digest uint64
}

// Range is a range of seeds, both ends included.
type Range struct {
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
}

func newResult(o *Options, kinds []faults.Kind) *Result {
	r := &Result{Duration: o.Duration, Kinds: map[string]uint64{}, Met: map[string]map[string]uint64{}, Sometimes: map[string]uint64{},
		Failures: []*Failure{}, Done: []Range{}, Programs: map[string]uint64{}, Events: map[string]uint64{},
		Cells: map[string]uint64{}, Transitions: map[string]uint64{}}
	if o.Fleet != nil {
		r.Application, r.Files = FleetName, o.Fleet.Version
	} else {
		r.Application, r.Files = o.Config.Name, digestOf(o.Config)
	}
	for _, k := range kinds {
		r.Drawable = append(r.Drawable, k.Name)
	}
	return r
}

// digestOf returns a digest of the files of an application.
func digestOf(config *app.Config) string {
	sum := []byte{}
	for _, f := range config.Files {
		sum = append(sum, f.SHA256[:4]...)
	}
	return hex.EncodeToString(sum)
}

// has reports whether a seed was run.
func (r *Result) has(seed uint64) bool {
	for _, d := range r.Done {
		if d.First <= seed && seed <= d.Last {
			return true
		}
	}
	return false
}

// mark adds a range to the seeds that were run.
func (r *Result) mark(n Range) {
	r.Done = append(r.Done, n)
	sort.Slice(r.Done, func(i, j int) bool { return r.Done[i].First < r.Done[j].First })
	joined := r.Done[:1]
	for _, d := range r.Done[1:] {
		if last := &joined[len(joined)-1]; d.First <= last.Last+1 {
			last.Last = max(last.Last, d.Last)
		} else {
			joined = append(joined, d)
		}
	}
	r.Done = joined
}

// take adds the outcome of a seed.
func (r *Result) take(s *seedResult) {
	r.mark(Range{s.Seed, s.Seed})
	r.Seeds++
	r.Simulated += s.Simulated
	r.Decisions += s.Decisions
	r.Compared += s.Compared
	if s.plan.Heals {
		r.Liveness++
	}
	if s.runOutcome.Ended != nil {
		r.Ended++
	}
	if s.twice {
		r.Twice++
	}
	if s.rare {
		r.Rare++
	}
	r.Programs[program()]++
	r.setDigest(r.digest + mixed(s.Seed, s.Hash))
	for _, kind := range sorted(s.Visited.Met) {
		for _, condition := range sorted(s.Visited.Met[kind]) {
			r.meet(kind, condition, uint64(s.Visited.Met[kind][condition]))
		}
	}
	for i, n := range s.Visited.Modes {
		r.Modes[i] += uint64(n)
	}
	for i, n := range s.Visited.Events {
		r.Events[messages.EventKind(i).String()] += uint64(n)
	}
	for _, name := range sorted(s.Reached) {
		n := r.Sometimes[name]
		if s.Reached[name] {
			n++
		}
		r.Sometimes[name] = n
	}
	r.takeCoverage(s.Visited)
	if s.failure != nil {
		r.fail(s.failure)
	}
}

func (r *Result) meet(kind, condition string, n uint64) {
	r.Faults += n
	r.Kinds[kind] += n
	if r.Met[kind] == nil {
		r.Met[kind] = map[string]uint64{}
	}
	r.Met[kind][condition] += n
}

func (r *Result) fail(f *Failure) {
	r.Failures = append(r.Failures, f)
	sort.Slice(r.Failures, func(i, j int) bool { return r.Failures[i].Seed < r.Failures[j].Seed })
}

func (r *Result) setDigest(d uint64) {
	r.digest, r.Digest = d, fmt.Sprintf("%016x", d)
}

// mixed returns a hash of a seed and its event hash.
func mixed(seed, hash uint64) uint64 {
	x := (seed ^ hash*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return x ^ x>>31
}

// Add adds another result. Both must be of one application and one duration, and have no seed in
// common.
func (r *Result) Add(other *Result) error {
	if r.Application != other.Application || r.Files != other.Files || r.Duration != other.Duration {
		return fmt.Errorf("a result of %s (%s) with runs of %v cannot be added to one of %s (%s) with runs of %v: expected the same application and duration",
			other.Application, other.Files, other.Duration, r.Application, r.Files, r.Duration)
	}
	for _, a := range r.Done {
		for _, b := range other.Done {
			if a.First <= b.Last && b.First <= a.Last {
				return fmt.Errorf("both results have seeds %d to %d; expected different ones", max(a.First, b.First), min(a.Last, b.Last))
			}
		}
	}
	digest, err := parseDigest(other.Digest)
	if err != nil {
		return err
	}
	for _, d := range other.Done {
		r.mark(d)
	}
	r.setDigest(r.digest + digest)
	r.Seeds, r.Liveness, r.Ended, r.Twice, r.Rare = r.Seeds+other.Seeds, r.Liveness+other.Liveness, r.Ended+other.Ended, r.Twice+other.Twice, r.Rare+other.Rare
	r.Decisions, r.Compared, r.Simulated, r.Wall = r.Decisions+other.Decisions, r.Compared+other.Compared, r.Simulated+other.Simulated, r.Wall+other.Wall
	for _, kind := range sorted(other.Met) {
		for _, condition := range sorted(other.Met[kind]) {
			r.meet(kind, condition, other.Met[kind][condition])
		}
	}
	for i, n := range other.Modes {
		r.Modes[i] += n
	}
	addAll(r.Programs, other.Programs)
	addAll(r.Events, other.Events)
	addAll(r.Cells, other.Cells)
	addAll(r.Transitions, other.Transitions)
	addAll(r.Sometimes, other.Sometimes)
	for _, f := range other.Failures {
		r.fail(f)
	}
	return nil
}

func addAll(to, from map[string]uint64) {
	for name, n := range from {
		to[name] += n
	}
}

// Unreached lists the situations of invariant.Sometimes that no run has reached, and the drawn
// kinds that never started.
func (r *Result) Unreached() (situations, kinds []string) {
	for _, name := range sorted(r.Sometimes) {
		if r.Sometimes[name] == 0 {
			situations = append(situations, name)
		}
	}
	for _, k := range r.Drawable {
		if r.Kinds[k] == 0 {
			kinds = append(kinds, k)
		}
	}
	return situations, kinds
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string {
	keys := slices.Collect(maps.Keys(m))
	sort.Strings(keys)
	return keys
}

// Speed returns virtual time over wall time.
func (r *Result) Speed() float64 {
	if r.Wall <= 0 {
		return 0
	}
	return r.Simulated.Seconds() / r.Wall.Seconds()
}
