package campaign

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

// blank is the result of no seed of an application.
func blank() *Result {
	return &Result{Application: "robot", Files: "abcd", Duration: 10 * time.Second, Done: []Range{}, Kinds: map[string]uint64{}, Met: map[string]map[string]uint64{},
		Sometimes: map[string]uint64{}, Failures: []*Failure{}, Programs: map[string]uint64{}, Events: map[string]uint64{}, Drawable: []string{"drop", "panic", "stuck_joint"}}
}

// made up is an outcome that follows from its seed.
func madeUp(seed uint64) *seedResult {
	r := rand.New(rand.NewPCG(seed, 1))
	v := &invariant.Visited{Met: map[string]map[string]int{"drop": {"run": r.IntN(3), "off": 1}}}
	if r.IntN(2) == 0 {
		v.Met["panic"] = map[string]int{invariant.Restarting: 1 + r.IntN(2)}
	}
	v.Modes[messages.ModeRun], v.Events[messages.EventFailed] = r.IntN(5), r.IntN(9)
	s := &seedResult{runOutcome: &runOutcome{Seed: seed, Hash: r.Uint64(), Simulated: 10 * time.Second, Decisions: r.Uint64N(1000), Visited: v,
		Reached: map[string]bool{"it runs": r.IntN(2) == 0}}, plan: Plan{Heals: r.IntN(4) == 0}, twice: r.IntN(3) == 0, rare: seed%100 == 0}
	if r.IntN(10) == 0 {
		s.failure = &Failure{Seed: seed, Invariant: "V3", Drawn: []string{"at 1s panic a/b"}, Plan: []string{"at 1s panic a/b"}}
	}
	return s
}

func encoded(t testing.TB, r *Result) string {
	t.Helper()
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRangesOfSeedsAreThoseOfASet(t *testing.T) {
	for trial := range uint64(200) {
		r, set := blank(), map[uint64]bool{}
		rnd := rand.New(rand.NewPCG(trial, 2))
		for range 30 {
			first := rnd.Uint64N(60)
			n := Range{first, first + rnd.Uint64N(4)}
			r.mark(n)
			for s := n.First; s <= n.Last; s++ {
				set[s] = true
			}
		}
		n, err := total(r.Done)
		if err != nil || n != uint64(len(set)) {
			t.Fatalf("trial %d: %v has %d seeds, want %d; %v", trial, r.Done, n, len(set), err)
		}
		for s := range uint64(70) {
			if r.has(s) != set[s] {
				t.Fatalf("trial %d: seed %d in %v: %v", trial, s, r.Done, r.has(s))
			}
		}
		for i := 1; i < len(r.Done); i++ {
			if r.Done[i].First <= r.Done[i-1].Last+1 {
				t.Fatalf("trial %d: %v could be joined", trial, r.Done)
			}
		}
	}
}

func TestSlicesOfMadeUpSeedsAddUpHoweverTheyAreCut(t *testing.T) {
	const seeds = 60
	whole := blank()
	for seed := range uint64(seeds) {
		whole.take(madeUp(seed))
	}
	if err := whole.check(); err != nil {
		t.Fatal(err)
	}
	for trial := range uint64(30) {
		rnd := rand.New(rand.NewPCG(trial, 3))
		parts := []*Result{blank(), blank(), blank()}
		for _, seed := range rnd.Perm(seeds) {
			parts[rnd.IntN(len(parts))].take(madeUp(uint64(seed)))
		}
		sum := blank()
		for _, i := range rnd.Perm(len(parts)) {
			part, err := Decode([]byte(encoded(t, parts[i])))
			if err != nil {
				t.Fatal(err)
			}
			if err := sum.Add(part); err != nil {
				t.Fatal(err)
			}
		}
		if encoded(t, sum) != encoded(t, whole) {
			t.Fatalf("trial %d:\n%s\nin one:\n%s", trial, encoded(t, sum), encoded(t, whole))
		}
	}
}

func TestTheDigestTellsOneHashFromAnother(t *testing.T) {
	digest := func(seeds ...*seedResult) string {
		r := blank()
		for _, s := range seeds {
			r.take(s)
		}
		return r.Digest
	}
	a, b := madeUp(1), madeUp(2)
	ab := digest(a, b)
	if ab != digest(b, a) {
		t.Error("it depends on the order")
	}
	a.Hash, b.Hash = b.Hash, a.Hash
	if ab == digest(a, b) {
		t.Error("two seeds can exchange their hashes")
	}
	if ab == digest(a) {
		t.Error("a seed can be left out")
	}
}

func TestAResultComesBackFromItsFile(t *testing.T) {
	r := blank()
	for seed := range uint64(40) {
		r.take(madeUp(seed))
	}
	r.Wall = 3 * time.Second
	again, err := Decode([]byte(encoded(t, r)))
	if err != nil {
		t.Fatal(err)
	}
	if encoded(t, again) != encoded(t, r) || again.digest != r.digest {
		t.Errorf("%s\nwant %s", encoded(t, again), encoded(t, r))
	}
	if again.Speed() != 400.0/3 || blank().Speed() != 0 {
		t.Errorf("%g times real time", again.Speed())
	}
}

// spoilt is a good file with one thing changed.
func spoilt(t testing.TB, change func(r *Result)) []byte {
	t.Helper()
	r := blank()
	for seed := range uint64(20) {
		r.take(madeUp(seed))
	}
	change(r)
	return []byte(encoded(t, r))
}

func TestAFileThatContradictsItselfIsRefused(t *testing.T) {
	for want, change := range map[string]func(r *Result){
		"names no application":            func(r *Result) { r.Application = "" },
		"its runs last":                   func(r *Result) { r.Duration = 0 },
		"invalid digest":                  func(r *Result) { r.Digest = "0x12" },
		"but 20 are done":                 func(r *Result) { r.Seeds = 21 },
		"are not a range":                 func(r *Result) { r.Done = []Range{{5, 4}} },
		"do not come after":               func(r *Result) { r.Done = []Range{{0, 9}, {9, 18}} },
		"its programs ran":                func(r *Result) { r.Programs["other"] = 3 },
		"expected a time of zero or more": func(r *Result) { r.Wall = -1 },
		"liveness runs of 20 seeds":       func(r *Result) { r.Liveness = 21 },
		"repeated runs of 20 seeds":       func(r *Result) { r.Twice = 99 },
		"faults, but":                     func(r *Result) { r.Faults++ },
		"met a condition":                 func(r *Result) { r.Met["drop"]["run"]++ },
		"but never began":                 func(r *Result) { r.Met["nan"] = map[string]uint64{"run": 1} },
		`unknown condition "asleep"`:      func(r *Result) { r.Met["drop"]["asleep"] = 0 },
		"failed, but was not run":         func(r *Result) { r.Failures = append(r.Failures, &Failure{Seed: 77, Invariant: "V1"}) },
		"names no invariant":              func(r *Result) { r.Failures = append(r.Failures, &Failure{Seed: 3}) },
		"the plan of seed 3": func(r *Result) {
			r.Failures = append(r.Failures, &Failure{Seed: 3, Invariant: "V1", Plan: []string{"at noon explode"}})
		},
		"is empty":                      func(r *Result) { r.Failures = append(r.Failures, nil) },
		"failures of 20 seeds":          func(r *Result) { r.Failures = make([]*Failure, 21) },
		"rarely checked seeds of":       func(r *Result) { r.Rare = 21 },
		"runs that ended early of 20 s": func(r *Result) { r.Ended = 1 << 40 },
	} {
		if _, err := Decode(spoilt(t, change)); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "not a campaign file: ") {
			t.Errorf("%v\nwant %q", err, want)
		}
	}
}

func TestGarbageIsNoFile(t *testing.T) {
	good := spoilt(t, func(*Result) {})
	if _, err := Decode(good); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"nothing":        nil,
		"text":           []byte("seeds: 3"),
		"a list":         []byte("[]"),
		"null":           []byte("null"),
		"another object": []byte(`{"name": "robot"}`),
		"a torn file":    good[:len(good)/2],
		"two of them":    append(append([]byte{}, good...), good...),
		"a wrong type":   bytes.Replace(good, []byte(`"seeds": 20`), []byte(`"seeds": "20"`), 1),
		"a negative one": bytes.Replace(good, []byte(`"seeds": 20`), []byte(`"seeds": -20`), 1),
	} {
		if r, err := Decode(data); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestOtherApplicationsAreNotAdded(t *testing.T) {
	for name, change := range map[string]func(r *Result){
		"another application": func(r *Result) { r.Application = "x" },
		"another file":        func(r *Result) { r.Files = "x" },
		"another length":      func(r *Result) { r.Duration = 1 },
		"a bad digest":        func(r *Result) { r.Digest = "none" },
	} {
		r, other := blank(), blank()
		r.take(madeUp(1))
		other.take(madeUp(2))
		change(other)
		before := encoded(t, r)
		if err := r.Add(other); err == nil {
			t.Errorf("%s was added", name)
		}
		if encoded(t, r) != before {
			t.Errorf("%s has changed what it was added to", name)
		}
	}
}

func TestWhatWasNeverReachedIsListed(t *testing.T) {
	r := blank()
	r.Sometimes["it flies"], r.Sometimes["it runs"] = 0, 3
	r.meet("drop", "run", 2)
	situations, kinds := r.Unreached()
	if strings.Join(situations, ",") != "it flies" || strings.Join(kinds, ",") != "panic,stuck_joint" {
		t.Errorf("%v, %v", situations, kinds)
	}
	if r.begun() != 1 {
		t.Errorf("%d kinds began", r.begun())
	}
}

func FuzzDecodeNeverPanicsAndWhatItTakesComesBack(f *testing.F) {
	f.Add(spoilt(f, func(*Result) {}))
	f.Add(spoilt(f, func(r *Result) { r.Seeds = 1 << 63 }))
	f.Add([]byte(`{"application":"a","duration_ns":1,"done":[{"first":0,"last":18446744073709551615}],"seeds":0}`))
	f.Add([]byte(`{"application":"a","duration_ns":1,"failures":[null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Decode(data)
		if err != nil {
			return
		}
		again, err := Decode([]byte(encoded(t, r)))
		if err != nil {
			t.Fatalf("what was taken is refused when it is written: %v", err)
		}
		if encoded(t, again) != encoded(t, r) {
			t.Fatal("it came back as another one")
		}
		sum := blank()
		sum.Application, sum.Files, sum.Duration = r.Application, r.Files, r.Duration
		if err := sum.Add(r); err != nil {
			t.Fatal(err)
		}
		if !json.Valid([]byte(encoded(t, sum))) {
			t.Fatal("no JSON")
		}
	})
}
